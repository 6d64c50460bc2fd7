/** The Response tab of a capture: the reply with its rule, forwards and replays. */
import type { Capture, Exchange } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { toldSender } from '../../server/words/short.ts'
import { Fact } from '../kit/fact.tsx'
import { placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { ExchangeOf } from './exchange-of.tsx'

export function Reply({ capture }: { capture: Capture }) {
  const { reply, body_cut, duration_ms, endpoint, exchanges } = capture
  return (
    <>
      {body_cut && reply.status === 0 ? (
        <p>No response: the sender closed the connection before the body was complete.</p>
      ) : (
        <dl class="facts">
          <Fact name="Status">{reply.status === 0 ? toldSender(reply) : <code>{reply.status}</code>}</Fact>
          <Fact name="Rule">{reply.detail}</Fact>
          <Fact name="Received in">{duration(duration_ms)}</Fact>
          {reply.delay_ms > 0 && <Fact name="Delay">{duration(reply.delay_ms)}, set by the rule</Fact>}
          <Fact name="Endpoint">
            <PlaceLink to={{ ...placeOf('endpoints'), open: endpoint }}>
              <code>/in/{endpoint}</code>
            </PlaceLink>
          </Fact>
        </dl>
      )}
      {exchanges.length > 0 && (
        <section>
          <h3>Forwards and replays</h3>
          <ul class="timeline exchanges">
            {exchanges.toSorted(answeringFirst).map((exchange) => (
              <ExchangeOf key={exchange.id} exchange={exchange} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const answeringFirst = (a: Exchange, b: Exchange) => Number(b.answered) - Number(a.answered)
