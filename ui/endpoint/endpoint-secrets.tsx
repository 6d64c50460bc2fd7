import type { Endpoint } from '../../server/wire.ts'
import { dateTime } from '../../server/words/time.ts'
import { Measured } from '../kit/measured.tsx'
import { Secret } from '../secrets/secret.tsx'

/** What counts at an endpoint, and what counted there before. */
export function EndpointSecrets({ endpoint, onRemove }: { endpoint: Endpoint; onRemove: () => void }) {
  const { name, secret, old_secrets } = endpoint
  if (secret === null && old_secrets.length === 0) return null
  return (
    <dl class="facts">
      {secret !== null && (
        <div>
          <dt>Secret</dt>
          <dd>
            <Secret secret={secret} of={name} />{' '}
            <button type="button" class="danger" onClick={onRemove}>
              Remove secret
            </button>
          </dd>
        </div>
      )}
      {old_secrets.map((old, index) => (
        <div key={old.secret}>
          <dt>Old secret</dt>
          <dd>
            <Secret secret={old.secret} of={`${name}, ${index + 1} before`} />{' '}
            <span class="quiet">
              <Measured text={`counted until ${dateTime(old.until)}`} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
