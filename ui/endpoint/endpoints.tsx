import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import type { Endpoint } from '../../server/wire.ts'
import { MadeList } from '../detail/made.tsx'
import { many, target } from '../kit/format.ts'
import { titled } from '../kit/titled.ts'
import { endpoints } from '../live/settings.ts'
import { isLeaving } from '../live/undo.ts'
import { EndpointDetail } from './endpoint.tsx'
import { replyWords } from './reply-words.ts'

/** The addresses of the sandbox that receive. */
export const Endpoints = () => (
  <MadeList
    title="Endpoints"
    make="Make an endpoint"
    labels={{ one: 'Endpoint', form: 'New endpoint' }}
    all={endpoints.value?.filter(({ name }) => !isLeaving(`/in/${name}`))}
    idOf={({ name }) => name}
    none="There is none. One is made when the first request to /in/any-name comes in."
    card={(endpoint) => <CardText endpoint={endpoint} />}
    detail={(endpoint) => <EndpointDetail key={endpoint?.name ?? 'new'} endpoint={endpoint} />}
    gone={(name) => (
      <>
        <p>
          There is no endpoint <code>/in/{inOneLine(name)}</code>: it was deleted, or nothing has come in
          there yet.
        </p>
        <p class="quiet">The first request to its address makes it.</p>
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
          ? `passes on to ${forward_to.map((url) => titled(target(url, location.origin))).join(', ')}`
          : replyWords(reply)}{' '}
        · {scheme ?? 'any scheme'}
        {rate_limit !== null && ` · ${rate_limit.limit} per ${rate_limit.per}`}
      </span>
    </>
  )
}
