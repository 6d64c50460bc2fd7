import type { Health } from '../wire.ts'
import { createClient, type TargetFlags } from './client.ts'
import { listenPlainly } from './listen-plain.ts'
import { listenOnScreen } from './screen/screen.ts'
import { createSecretHint } from './secret-hint.ts'
import type { LongShell, Tty } from './terminal.ts'

export interface ListenFlags extends TargetFlags {
  plain?: true
  json?: true
}
interface ListenNeeds extends LongShell {
  tty?: Tty | undefined
}

/** Shows what happens as it happens: on all of a terminal, or line by line where there is none or none is wanted. */
export async function listen(flags: ListenFlags, needs: ListenNeeds) {
  const client = createClient(flags, needs.environment)
  const { seq } = await client.get<Health>('/sandbox/health', 'platform')
  const hint = createSecretHint(client)
  await hint.read()
  const { tty } = needs
  if (tty && !flags.plain && !flags.json) return listenOnScreen({ ...needs, client, since: seq, hint, tty })
  return listenPlainly({ ...needs, client, since: seq, hint, json: flags.json === true })
}
