/** The empty list: one button or command that creates the first record. */
import type { Health } from '../../server/wire.ts'
import { curlOf } from '../../server/words/curl.ts'
import { sandboxCurl } from '../commands/curl.ts'
import { health } from '../live/health.ts'
import { attemptTo } from '../live/refusal.ts'
import { postEvent } from '../live/routes.ts'
import { place } from '../place/navigation.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { lookFor, sendEvent } from '../stream/looking.ts'
import { hidden } from '../stream/span.ts'

const event = 'card.created'
const inOneLine = (command: string) => command.replaceAll(' \\\n  ', ' ')
const fire = (more: object = {}) => sandboxCurl('POST', '/sandbox/events', { event, ...more })

/** A request that anybody could send to an endpoint. */
const sendTo = (endpoint: string) =>
  curlOf({
    method: 'POST',
    url: `${location.origin}/in/${endpoint}`,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ event }),
  })

const call = ({ base_url, authorization, identity }: Health['platform']) =>
  curlOf({
    method: 'GET',
    url: `${base_url}/webhooks`,
    headers: [
      ['Authorization', authorization],
      ['Identity', identity],
    ],
    body: '',
  })

const wrong = { fault: 'tamper(signature)' }
async function sendWrong(): Promise<void> {
  const fired = await attemptTo(postEvent({ event, ...wrong }))
  if (fired !== null) lookFor(fired)
}

export function NothingYet() {
  const { kind, endpoint } = place.value
  if (hidden.value.length > 0 && ['all', 'captures', 'failed'].includes(kind))
    return (
      <div class="empty">
        <p>
          All records here were deleted.{' '}
          <span class="keys">
            Press <kbd>z</kbd> to undo.
          </span>
        </p>
      </div>
    )
  if (kind === 'captures' || endpoint !== null) {
    const name = endpoint ?? 'demo'
    return (
      <div class="empty">
        <p>No requests received {endpoint === null ? '' : `at /in/${endpoint} `}yet.</p>
        <p class="quiet">Send a request from a terminal, or set your sender to this URL.</p>
        <CopyBox text={inOneLine(sendTo(name))} what="the command" />
      </div>
    )
  }
  if (kind === 'calls')
    return (
      <div class="empty">
        <p>No calls yet.</p>
        <p class="quiet">Set your client to this URL, or call the platform from a terminal.</p>
        {health.value !== null && (
          <CopyBox text={inOneLine(call(health.value.platform))} what="the command" />
        )}
      </div>
    )
  if (kind === 'failed')
    return (
      <div class="empty">
        <p>No failures yet.</p>
        <p class="quiet">Test how your receiver handles a wrong signature.</p>
        <button type="button" class="primary" onClick={() => void sendWrong()}>
          Send {event} with a wrong signature
        </button>
        <p class="quiet">or from a terminal</p>
        <CopyBox text={fire(wrong)} what="the command" />
      </div>
    )
  return (
    <div class="empty">
      <p>{kind === 'deliveries' ? 'No deliveries yet.' : 'No activity yet.'}</p>
      <button type="button" class="primary" onClick={() => void sendEvent(event)}>
        Send {event}
      </button>
      <p class="quiet">or from a terminal</p>
      <CopyBox text={fire()} what="the command" />
    </div>
  )
}
