/** The detail of an endpoint: address, secrets and form. */

import type { Endpoint } from '../../server/wire.ts'
import { Fact } from '../kit/fact.tsx'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { attemptTo } from '../live/refusal.ts'
import { Back } from '../place/back.tsx'
import { go, placeOf } from '../place/navigation.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { Secret } from '../secrets/secret.tsx'
import { removeEndpoint, removeEndpointSecret } from './endpoint-acts.ts'
import { EndpointForm } from './endpoint-form.tsx'

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
