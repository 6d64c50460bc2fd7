import type { Health } from '../wire.ts'
import type { Making } from './command.ts'
import { listenPlainly } from './listen-plain.ts'
import { listenOnScreen } from './screen/screen.ts'
import { createSecretHint } from './secret-hint.ts'

/** The command that shows what happens as it happens. */
export function addListenCommand({ speaking }: Making) {
  speaking(
    'listen',
    'show events, deliveries and captures as they happen; --json prints the frames of the live socket',
  )
    .option('--plain', 'one line each, also where there is a terminal')
    .action(async ({ plain }, context) => {
      const { client, json } = context
      const { seq } = await client.get<Health>('/sandbox/health', 'platform')
      const hint = createSecretHint(client)
      await hint.read()
      const tty = plain || json ? undefined : context.tty?.()
      const needs = { ...context, since: seq, hint }
      return tty ? listenOnScreen({ ...needs, tty }) : listenPlainly(needs)
    })
}
