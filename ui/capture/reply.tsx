import type { ComponentChildren } from 'preact'
import type { Capture } from '../../server/wire.ts'
import { duration } from '../kit/format.ts'
import { placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { toldSender } from '../verdict/told-sender.ts'
import { withAnsweringFirst } from './answering.ts'
import { ExchangeOf } from './exchange-of.tsx'

/** What was answered by which rule, and where the request went on to. */
export function Reply({ capture }: { capture: Capture }) {
  const { reply, body_cut, duration_ms, endpoint, exchanges } = capture
  return (
    <>
      {body_cut && reply.status === 0 ? (
        <p>Nothing was answered: the sender went away before the body was complete.</p>
      ) : (
        <dl class="facts">
          <Fact name="Status">{reply.status === 0 ? toldSender(reply) : <code>{reply.status}</code>}</Fact>
          <Fact name="Rule">{reply.rule}</Fact>
          <Fact name="Received in">{duration(duration_ms)}</Fact>
          {reply.delay_ms > 0 && <Fact name="Held back">{duration(reply.delay_ms)} by the rule</Fact>}
          <Fact name="Endpoint">
            <PlaceLink to={{ ...placeOf('endpoints'), open: endpoint }}>
              <code>/in/{endpoint}</code>
            </PlaceLink>
          </Fact>
        </dl>
      )}
      {exchanges.length > 0 && (
        <section>
          <h3>Passed on and sent again</h3>
          <ul class="timeline exchanges">
            {withAnsweringFirst(capture).map(({ exchange, isAnswering }) => (
              <ExchangeOf key={exchange.id} exchange={exchange} isAnswering={isAnswering} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
