import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import type { Endpoint } from '../../server/wire.ts'
import { NotHere } from '../detail/not-here.tsx'
import { count, target } from '../kit/format.ts'
import { listShare } from '../kit/preferences.ts'
import { Split } from '../kit/split.tsx'
import { titled } from '../kit/titled.ts'
import { endpoints } from '../live/settings.ts'
import { isLeaving } from '../live/undo.ts'
import { Card } from '../place/card.tsx'
import { go, place } from '../place/navigation.ts'
import { EndpointDetail } from './endpoint.tsx'
import { replyWords } from './reply-words.ts'

/** The addresses of the sandbox that receive. */
export function Endpoints() {
  const { open } = place.value
  const all = endpoints.value?.filter(({ name }) => !isLeaving(`/in/${name}`))
  const chosen = all?.find((one) => one.name === open)
  return (
    <Split
      share={listShare}
      open={open}
      detailLabel={chosen || (open !== null && open !== 'new') ? 'Endpoint' : 'New endpoint'}
      list={
        <>
          <div class="list-head">
            <h2>Endpoints</h2>
            <span class="spring" />
            <button type="button" onClick={() => go({ open: 'new' })}>
              Make an endpoint
            </button>
          </div>
          {all?.length === 0 && (
            <p class="empty quiet">
              There is none. One is made when the first request to /in/any-name comes in.
            </p>
          )}
          <ul class="cards">
            {all?.map((one) => (
              <EndpointCard key={one.name} endpoint={one} active={one === chosen} />
            ))}
          </ul>
        </>
      }
      detail={<Chosen one={chosen} open={open} isRead={all !== undefined} />}
    />
  )
}

interface ChosenProps {
  one: Endpoint | undefined
  open: string | null
  isRead: boolean
}

function Chosen({ one, open, isRead }: ChosenProps) {
  if (one || open === null || open === 'new')
    return <EndpointDetail key={one?.name ?? 'new'} endpoint={one ?? null} />
  if (!isRead) return <div class="empty" aria-busy="true" />
  return (
    <NotHere>
      <p>
        There is no endpoint <code>/in/{inOneLine(open)}</code>: it was deleted, or nothing has come in there
        yet.
      </p>
      <p class="quiet">The first request to its address makes it.</p>
      <button type="button" onClick={() => go({ open: 'new' })}>
        Make an endpoint
      </button>
    </NotHere>
  )
}

function EndpointCard({ endpoint, active }: { endpoint: Endpoint; active: boolean }) {
  const { name, captures, scheme, reply, forward_to, rate_limit } = endpoint
  return (
    <Card id={name} isChosen={active}>
      <span class="card-title">/in/{name}</span>
      <span class="number quiet">
        {count(captures)} {captures === 1 ? 'capture' : 'captures'}
      </span>
      <span class="quiet">
        {forward_to.length > 0
          ? `passes on to ${forward_to.map((url) => titled(target(url, location.origin))).join(', ')}`
          : replyWords(reply)}{' '}
        · {scheme ?? 'any scheme'}
        {rate_limit !== null && ` · ${rate_limit.limit} per ${rate_limit.per}`}
      </span>
    </Card>
  )
}
