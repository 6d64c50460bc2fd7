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

/** A request to an endpoint, as anybody could send one. */
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

/** Nothing of the kind is there yet: the one move that makes it, as a button or as a command. */
export function NothingYet() {
  const { kind, endpoint } = place.value
  if (hidden.value.length > 0 && ['all', 'captures', 'failed'].includes(kind))
    return (
      <div class="empty">
        <p>
          What was here is deleted; <kbd>z</kbd> takes it back while that is offered.
        </p>
      </div>
    )
  if (kind === 'captures' || endpoint !== null) {
    const name = endpoint ?? 'demo'
    return (
      <div class="empty">
        <p>Nothing has been received {endpoint === null ? '' : `at /in/${endpoint} `}yet.</p>
        <p class="quiet">Send something to it from a terminal, or point a sender at its address.</p>
        <CopyBox text={inOneLine(sendTo(name))} what="the command" />
      </div>
    )
  }
  if (kind === 'calls')
    return (
      <div class="empty">
        <p>The platform has not been called yet.</p>
        <p class="quiet">Point a client at it, or call it from a terminal.</p>
        {health.value !== null && (
          <CopyBox text={inOneLine(call(health.value.platform))} what="the command" />
        )}
      </div>
    )
  if (kind === 'failed')
    return (
      <div class="empty">
        <p>Nothing has failed yet.</p>
        <p class="quiet">See how a receiver takes it when something is wrong.</p>
        <button type="button" class="primary" onClick={() => void sendWrong()}>
          Send {event} with a wrong signature
        </button>
        <p class="quiet">or from a terminal</p>
        <CopyBox text={fire(wrong)} what="the command" />
      </div>
    )
  return (
    <div class="empty">
      <p>{kind === 'deliveries' ? 'Nothing has been delivered yet.' : 'Nothing has happened yet.'}</p>
      <button type="button" class="primary" onClick={() => void sendEvent(event)}>
        Send {event}
      </button>
      <p class="quiet">or from a terminal</p>
      <CopyBox text={fire()} what="the command" />
    </div>
  )
}
