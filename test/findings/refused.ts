import type { ServerResponse } from 'node:http'
import type { NewestAnswer } from '../../server/findings/answers.ts'
import { refusalFact } from '../../server/findings/refusal.ts'
import type { Fact, HeaderPair } from '../../server/wire.ts'
import { sentWords } from '../../server/words/advice.ts'
import { runHere } from '../cli/here.ts'
import { type ScriptedAnswer, startReceiver } from '../helpers/receiver.ts'
import { recipes } from '../helpers/recipes.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** What a library throws. */
export function thrownBy(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return String(error)
  }
  throw new Error('It threw nothing.')
}

export const html = (status: number, text: string) => (response: ServerResponse) =>
  void response
    .writeHead(status, { 'Content-Type': 'text/html' })
    .end(`<!DOCTYPE html>\n<html lang="en">\n<title>Error</title>\n<pre>${text}<br> &nbsp; at verify</pre>`)

/** What is found of a receiver that answers so, and what the command line says beside it. */
export async function foundOf(script: ScriptedAnswer[], asked: { scheme?: string; fault?: string } = {}) {
  const receiver = await startReceiver(script)
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe(receiver.url)
  if (asked.scheme !== undefined)
    await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme: asked.scheme })
  const { deliveries } = await sandbox.trigger('card.created', { fault: asked.fault })
  await sandbox.settle()
  await sandbox.clock({ advance: `${script.length - 1}m` })
  const { findings, ...delivery } = await sandbox.delivery(deliveries[0]?.id ?? '')
  const { out } = await runHere(['deliveries', delivery.id, '--url', sandbox.url])
  return { findings, id, shown: out.join('\n') }
}

/** Of a receiver's subscription. */
export const secret = `whsec_${Buffer.alloc(24).toString('base64')}`

/** An answer of these words. */
export const said = (text: string, headers: HeaderPair[] = []) => ({ headers, body: Buffer.from(text) })

/** What the command line says of what was sent, where that was right. */
export const [sentRight = ''] =
  sentWords(
    { kind: 'right', status: 401, secret: '', others: [], proved: [], unexplained: [] },
    String,
  ).causes[0]?.split(',') ?? []

/** What is found of a refusal alone. */
export const refused = (over: Partial<NewestAnswer>): Fact | undefined =>
  refusalFact({
    number: 1,
    status: 400,
    sent: { method: 'POST', url: 'http://127.0.0.1/', headers: [], size: 1 },
    answer: said(''),
    scheme: 'none',
    recipes,
    endpoint: null,
    isSpoilt: false,
    ...over,
  })
