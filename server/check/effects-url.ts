/** Reads the number of effects from a URL. */
import { plainWire, type Sender, wholeAnswer } from '../client/send.ts'
import { type ReadEffects, readingIn } from './effects.ts'

/** Reads by GET, within the network policy of deliveries. */
export const readEffectsAt =
  (url: string, { sender, timeoutMs }: { sender: Sender; timeoutMs: number }): ReadEffects =>
  async (signal) => {
    const attempt = sender.send(
      {
        method: 'GET',
        url,
        headers: [
          ['host', new URL(url).host],
          ['accept', 'application/json, text/plain'],
        ],
        body: Buffer.alloc(0),
        wire: plainWire,
        keepBytes: 4 * 1024 * 1024,
      },
      { timeoutMs },
    )
    const cut = () => attempt.cut({ kind: 'interrupted', code: 'stopped' })
    signal.addEventListener('abort', cut, { once: true })
    const answer = wholeAnswer(await attempt.done)
    signal.removeEventListener('abort', cut)
    if (!answer || answer.truncated || answer.status < 200 || answer.status > 299) return undefined
    return readingIn(answer.body.toString('utf8'))
  }
