/** Shows the request and the response of an attempt. */
import type { Attempt } from '../../server/wire.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { bytes } from '../../server/words/size.ts'
import { statusWords } from '../../server/words/status.ts'
import { sentBody } from '../kit/hex.ts'
import { getDecodedAnswer } from '../live/routes/delivery.ts'
import { WithIds } from '../secrets/with-ids.tsx'
import { Behind } from './behind.tsx'
import { answerBytes, attemptBytes, readBytes } from './bodies.ts'
import { Body } from './body.tsx'
import { bodyFile } from './body-size.ts'
import { Changes } from './changes.tsx'
import { Decoded } from './decoded.tsx'
import { answerToDecode, isWorthDecoding } from './decoding.ts'
import { Headers } from './headers.tsx'
import { Message } from './message.tsx'

const version = (http: string) => http !== '1.1' && <span class="quiet"> HTTP/{http}</span>

interface RequestProps {
  attempt: Attempt
  /** Whether to show the attempt number, because there are several attempts. */
  isNumbered?: boolean
}

/** The request of an attempt as sent, and the changes of its fault. */
export function SentRequest({
  attempt: { request, changes, delivery_id, number },
  isNumbered = false,
}: RequestProps) {
  const at = attemptBytes(delivery_id, number)
  const { method, url, http_version, headers, sent_bytes } = request
  const body = sentBody(request)
  return (
    <Message
      line={
        <>
          <code>
            <b>{method}</b> <WithIds text={url} />
            {version(http_version)}
          </code>
          {sent_bytes !== null && <span class="quiet"> · {bytes(sent_bytes)} sent in total</span>}
          {isNumbered && <span class="quiet"> · attempt {number}</span>}
        </>
      }
      headers={headers}
    >
      <Changes changes={changes} />
      <Body
        {...body}
        leftOut={request.body_left_out}
        read={(size) => readBytes(at, size)}
        file={bodyFile(at, headers, body.text)}
      />
    </Message>
  )
}

/** The headers of interim responses, such as 103 Early Hints. */
export const InterimHeaders = ({ of = [] }: { of: NonNullable<Attempt['response']>['interim'] }) => (
  <>
    {of.map(({ status, headers }, index) => (
      <Headers key={`${index}${status}`} title={`${status}, before the response`} pairs={headers} />
    ))}
  </>
)

interface AnswerProps extends RequestProps {
  /** The number of the attempt under way, while the previous response is shown. */
  underWay?: number
}

/** The response to an attempt, or why there is none. */
export function Answer({
  attempt: { outcome, request, response, delivery_id, number },
  isNumbered = false,
  underWay,
}: AnswerProps) {
  const to = isNumbered ? ` to attempt ${number}` : ''
  if (response === null)
    return (
      <p>
        {outcome === null ? `Waiting for the response${to}.` : `No response${to}: ${sayOutcome(outcome)}.`}
      </p>
    )
  const { status, http_version, headers, trailers, interim, size, truncated } = response
  const at = answerBytes(delivery_id, number)
  const body = sentBody(response)
  const isDecoded = isWorthDecoding(answerToDecode(response))
  return (
    <Message
      line={
        <>
          <code>
            <b>{statusWords(status)}</b>
            {version(http_version)}
          </code>
          {outcome !== null && outcome.kind !== 'responded' && ` · ${sayOutcome(outcome)}`}
          {isNumbered && ` ·${to}`}
          {underWay !== undefined && `; attempt ${underWay} is under way`}
        </>
      }
      headers={headers}
      trailers={trailers}
    >
      {isDecoded && (
        <Decoded of={`${delivery_id} ${number}`} read={() => getDecodedAnswer(delivery_id, number)} />
      )}
      <Body
        {...body}
        {...(isDecoded && { title: 'Body as received' })}
        leftOut={response.body_left_out}
        came={truncated ? size : undefined}
        read={(size) => readBytes(at, size)}
        file={bodyFile(at, headers, body.text)}
      />
      <Behind size={response.behind} method={request.method} />
      <InterimHeaders of={interim} />
    </Message>
  )
}
