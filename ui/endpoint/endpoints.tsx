/** The view that lists all endpoints. */

import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import type { Endpoint } from '../../server/wire.ts'
import { MadeList } from '../detail/made.tsx'
import { many, target } from '../kit/format.ts'
import { titled } from '../kit/titled.ts'
import { isLeaving } from '../live/pending.ts'
import { endpoints } from '../live/settings.ts'
import { EndpointDetail } from './endpoint.tsx'
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
