import type { Call } from '../../server/wire.ts'
import { armedWords } from '../parts/armed-words.ts'
import { Body } from '../parts/body.tsx'
import { Copy } from '../parts/copy.tsx'
import { curlOf } from '../parts/curl.ts'
import { callSign, dateTime, duration } from '../parts/format.ts'
import { Headers } from '../parts/headers.tsx'
import { Mark } from '../parts/mark.tsx'
import { CodeLink } from './code-link.tsx'
import { DetailFrame } from './detail-frame.tsx'
import { RunLink } from './run-link.tsx'

const silenceWords = (outcome: Call['outcome']) =>
  outcome === 'reset'
    ? 'The connection was reset before anything was answered.'
    : 'Nothing was answered; the client waited until it gave up.'

/** One request to the emulated platform and its answer. */
export function CallDetail({ call }: { call: Call }) {
  const { method, path, status, error_code, armed, identity, request, response } = call
  const sign = callSign(call)
  const curl = curlOf({
    method,
    url: location.origin + path,
    headers: request.headers,
    body: request.body ?? '',
  })
  return (
    <DetailFrame
      title={
        <>
          {method} {path} <span class="quiet">{identity === null ? 'no identity' : `as ${identity}`}</span>
        </>
      }
      state={
        <>
          <Mark sign={sign} />
          {error_code && (
            <>
              {' '}
              <CodeLink code={error_code} />
            </>
          )}
          {armed !== null && (
            <>
              {' '}
              <span class="fault">{armedWords(armed)}</span>
            </>
          )}
          {status !== 0 && ` · ${duration(call.duration_ms)}`} · {dateTime(call.at)}
          {call.run_id !== null && (
            <>
              {' · by '}
              <RunLink id={call.run_id} />
            </>
          )}
        </>
      }
      acts={<Copy text={curl} label="Copy as curl" />}
      first="request"
      tabs={[
        {
          name: 'request',
          title: 'Request',
          body: () => (
            <>
              <p class="request-line">
                <code>
                  <b>{method}</b> {path}
                </code>
              </p>
              <Headers pairs={request.headers} />
              <Body
                text={request.body}
                missing={request.body === null ? 'The body was over the limit and is not kept.' : null}
              />
            </>
          ),
        },
        {
          name: 'answer',
          title: 'Answer',
          body: () => (
            <>
              <p class="request-line">
                <code>
                  <b>{sign.text}</b> {error_code}
                </code>
              </p>
              {status === 0 ? (
                <p class="quiet">{silenceWords(call.outcome)}</p>
              ) : (
                <>
                  <Headers pairs={response.headers} />
                  <Body text={response.body} />
                </>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
