import { Webhook } from 'standardwebhooks'
import type { CaptureRow } from '../../server/wire.ts'
import type { TestSandbox } from '../helpers/sandbox.ts'

const secret = `whsec_${Buffer.from('the secret of the browser tests').toString('base64')}`

/** A payload that a parser writes anew in other bytes. */
export const payload = '{"event":"card.created", "amount":10.50,"name":"Ada"}'

interface Sending {
  /** What is signed, where it is not what is sent. */
  signed?: string
  id?: string
  path?: string
  headers?: Record<string, string>
}

/** A sender that signs as standard-webhooks does, for an endpoint `mine` that knows its secret. */
export async function startSender(sandbox: TestSandbox) {
  await sandbox.post('/sandbox/endpoints', { name: 'mine', secret, scheme: 'standard-webhooks' })
  let sent = 0

  /** Answers the status and the capture, explained. */
  async function send(body: string | Buffer, sending: Sending = {}): Promise<CaptureRow> {
    const { signed = body.toString(), id = `msg_${++sent}`, path = '', headers = {} } = sending
    const at = new Date()
    await fetch(`${sandbox.url}/in/mine${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, signed),
        ...headers,
      },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    const [newest] = await sandbox.captures('?limit=1')
    if (newest === undefined) throw new Error('nothing was captured')
    return newest
  }
  return { send }
}
