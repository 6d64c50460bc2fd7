/** Shows one forward or replay: request, outcome and response. */
import type { Exchange } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { statusWords } from '../../server/words/status.ts'
import { Mark } from '../kit/mark.tsx'
import { clockTime, dateTime } from '../kit/time.ts'
import { getDecodedReply } from '../live/routes/capture.ts'
import { Behind } from '../message/behind.tsx'
import { Body } from '../message/body.tsx'
import { bodyFile } from '../message/body-size.ts'
import { Decoded } from '../message/decoded.tsx'
import { answerToDecode, isWorthDecoding } from '../message/decoding.ts'
import { InterimHeaders } from '../message/exchange.tsx'
import { Message } from '../message/message.tsx'
import { WithIds } from '../secrets/with-ids.tsx'
import { outcomeSign } from '../verdict/attempt-sign.ts'

const kinds = { forward: 'forwarded', replay: 'replayed' } as const satisfies Record<Exchange['kind'], string>
const twoHundreds = Array.from({ length: 100 }, (_, index) => 200 + index)

export function ExchangeOf({ exchange }: { exchange: Exchange }) {
  const { kind, url, at, duration_ms, outcome, answered } = exchange
  const sign = outcomeSign(outcome, twoHundreds)
  return (
    <li class={sign.tone}>
      <div class="timeline-head">
        <Mark sign={sign} />
        <b>{kinds[kind]}</b>
        {answered && <span>response returned to the sender</span>}
        <time class="quiet" title={dateTime(at)}>
          {clockTime(at)}
        </time>
        <span class="quiet">{duration(duration_ms)}</span>
      </div>
      <code>
        <WithIds text={url} />
      </code>
      {outcome.kind !== 'responded' && <p>{sayOutcome(outcome)}</p>}
      <details class="exchange">
        <summary>{exchange.response === null ? 'Request' : 'Request and response'}</summary>
        <Answered exchange={exchange} />
        <Sent exchange={exchange} />
      </details>
    </li>
  )
}

function Answered({ exchange }: { exchange: Exchange }) {
  const { outcome, response } = exchange
  if (response === null) return null
  const name = `Response ${statusWords(response.status, response.reason)}`
  const isDecoded = isWorthDecoding(answerToDecode(response))
  return (
    <Message
      line={outcome.kind === 'responded' ? name : `${name}, incomplete`}
      title="Response headers"
      headers={response.headers}
      trailers={response.trailers}
    >
      {isDecoded && <Decoded of={exchange.id} read={() => getDecodedReply(exchange)} />}
      <Body
        title={isDecoded ? 'Response body as received' : 'Response body'}
        text={response.body}
        base64={response.body_base64}
        came={response.truncated ? null : undefined}
        file={bodyFile(null, response.headers, response.body)}
      />
      <Behind size={response.behind} method={exchange.request.method} />
      <InterimHeaders of={response.interim} />
    </Message>
  )
}

function Sent({ exchange: { request, changes } }: { exchange: Exchange }) {
  const isOwn = request.body === null && request.body_base64 === null
  return (
    <Message
      title={`${request.method} request headers`}
      headers={request.headers}
      trailers={request.trailers}
    >
      {changes.map(({ code, detail }) => (
        <p key={code} class="quiet">
          <WithIds text={detail} />
        </p>
      ))}
      {isOwn ? (
        <p class="quiet">The request body was the captured body, byte for byte.</p>
      ) : (
        <Body
          title="Request body"
          text={request.body}
          base64={request.body_base64}
          file={bodyFile(null, request.headers, request.body)}
        />
      )}
    </Message>
  )
}
