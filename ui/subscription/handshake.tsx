/** The handshake of a subscription: how the last one ended, and sending it again. */

import type { Subscription } from '../../server/wire.ts'
import { sandboxCurl } from '../commands/curl.ts'
import { Copy } from '../kit/copy.tsx'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { ProblemBox } from '../live/problem.tsx'
import { sendHandshake } from '../live/routes/subscription.ts'
import { readSettings } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'

export function Handshake({ subscription }: { subscription: Subscription }) {
  const { id, handshake, last_handshake: last } = subscription
  const { problem, busy, send } = useSending()
  if (handshake === null) return null
  const again = async () => {
    const done = await send(() => sendHandshake(id))
    if (done?.ok) await readSettings()
  }
  return (
    <>
      <h3 class="label">Handshake</h3>
      {last && (
        <p role="status">
          <Mark sign={{ tone: last.fix === null ? 'good' : 'bad', text: last.kind }} /> {last.summary}{' '}
          {last.fix}{' '}
          <span class="quiet">
            <Measured text={dateTime(last.at)} />
          </span>
        </p>
      )}
      <p class="acts">
        <button type="button" aria-busy={busy} onClick={() => void again()}>
          Send handshake
        </button>
        <Copy
          text={sandboxCurl('POST', `/sandbox/subscriptions/${id}/handshake`)}
          label="Copy as curl"
          what="the handshake"
        />
      </p>
      {problem && <ProblemBox problem={problem} />}
    </>
  )
}
