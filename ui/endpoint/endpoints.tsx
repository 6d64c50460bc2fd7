/** The view that lists all endpoints. */

import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import type { Endpoint } from '../../server/wire.ts'
import { MadeList } from '../detail/made.tsx'
import { Fact } from '../kit/fact.tsx'
import { many, target } from '../kit/format.ts'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { titled } from '../kit/titled.ts'
import { isLeaving } from '../live/pending.ts'
import { attemptTo } from '../live/refusal.ts'
import { endpoints } from '../live/settings.ts'
import { Back } from '../place/back.tsx'
import { go, placeOf } from '../place/navigation.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { Secret } from '../secrets/secret.tsx'
import { removeEndpoint, removeEndpointSecret } from './endpoint-acts.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { replyWords } from './reply-words.ts'

export const Endpoints = () => (
  <MadeList
    title="Endpoints"
    make="New endpoint"
    labels={{ one: 'Endpoint', form: 'New endpoint' }}
    all={endpoints.value?.filter(({ name }) => !isLeaving(`/in/${name}`))}
    idOf={({ name }) => name}
    none="No endpoints yet. The first request to /in/any-name creates one."
    card={(endpoint) => <CardText endpoint={endpoint} />}
    detail={(endpoint) => <EndpointDetail key={endpoint?.name ?? 'new'} endpoint={endpoint} />}
    gone={(name) => (
      <>
        <p>
          No endpoint <code>/in/{inOneLine(name)}</code>: it was deleted, or has received no request yet.
        </p>
        <p class="quiet">The first request to this address creates the endpoint.</p>
      </>
    )}
  />
)

function CardText({ endpoint }: { endpoint: Endpoint }) {
  const { name, captures, scheme, reply, forward_to, rate_limit } = endpoint
  return (
    <>
      <span class="card-title">/in/{name}</span>
      <span class="number quiet">{many(captures, 'capture')}</span>
      <span class="quiet">
        {forward_to.length > 0
          ? `forwards to ${forward_to.map((url) => titled(target(url, location.origin))).join(', ')}`
          : replyWords(reply)}{' '}
        · {scheme ?? 'any scheme'}
        {rate_limit !== null && ` · ${rate_limit.limit} per ${rate_limit.per}`}
      </span>
    </>
  )
}

export function EndpointDetail({ endpoint }: { endpoint: Endpoint | null }) {
  return (
    <div class="form-pane">
      <Back />
      <h2>{endpoint === null ? 'New endpoint' : `/in/${endpoint.name}`}</h2>
      {endpoint === null && (
        <p class="quiet">An address that captures each request, byte for byte, and verifies its signature.</p>
      )}
      {endpoint && (
        <>
          <CopyBox text={endpoint.url} what="the address" />
          <div class="acts">
            <button
              type="button"
              onClick={() => go({ ...placeOf('stream'), kind: 'captures', endpoint: endpoint.name })}
            >
              Show captures
            </button>
            <button type="button" class="danger" onClick={() => removeEndpoint(endpoint)}>
              Delete
            </button>
          </div>
          <EndpointSecrets endpoint={endpoint} />
        </>
      )}
      <EndpointForm endpoint={endpoint} />
    </div>
  )
}

/** The current secret, and the old secrets that are still valid. */
function EndpointSecrets({ endpoint }: { endpoint: Endpoint }) {
  const { name, secret, old_secrets } = endpoint
  if (secret === null && old_secrets.length === 0) return null
  return (
    <dl class="facts">
      {secret !== null && (
        <Fact name="Secret">
          <Secret secret={secret} of={name} />{' '}
          <button type="button" class="danger" onClick={() => void attemptTo(removeEndpointSecret(endpoint))}>
            Remove secret
          </button>
        </Fact>
      )}
      {old_secrets.map((old, index) => (
        <Fact key={old.secret} name="Old secret">
          <Secret secret={old.secret} of={`${name} before rotation ${index + 1}`} />{' '}
          <span class="quiet">
            <Measured text={`valid until ${dateTime(old.until)}`} />
          </span>
        </Fact>
      ))}
    </dl>
  )
}
