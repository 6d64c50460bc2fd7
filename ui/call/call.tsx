/** The detail of a call to the emulated platform: request, response and fault. */
import type { Call } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { dateTime } from '../../server/words/time.ts'
import { DetailFrame } from '../detail/detail-frame.tsx'
import { Family } from '../detail/family.tsx'
import { RunLink } from '../detail/run-link.tsx'
import { armedWords } from '../errors/armed-words.ts'
import { CodeLink } from '../errors/code-link.tsx'
import { callSign, withoutSecrets } from '../kit/format.ts'
import { bytesOf } from '../kit/hex.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { titled } from '../kit/titled.ts'
import type { Result } from '../live/api.ts'
import { getCall } from '../live/routes.ts'
import { type ReadBody, readBodyOf } from '../message/bodies.ts'
import { Body } from '../message/body.tsx'
import { Headers } from '../message/headers.tsx'
import { WithIds } from '../secrets/with-ids.tsx'
import { armLike, CallFault, commandsOf } from './call-fault.tsx'

const silenceWords = (outcome: Call['outcome']) =>
  outcome === 'reset'
    ? 'No response: the sandbox reset the connection.'
    : 'No response: the sandbox kept the connection open until the client gave up.'

/** The body of a call as the body view takes it. */
const bodyOf = ({ body, body_base64 }: Call['request']) => ({
  text: body_base64 === undefined ? body : null,
  base64: body_base64 ?? null,
})

/** Loads a whole body of a call. */
async function readWhole(id: string, of: 'request' | 'response'): Promise<Result<ReadBody>> {
  const found = await getCall(id)
  if (!found.ok) return found
  const { request, response } = found.value.call
  const body = of === 'request' ? bodyOf(request) : { text: response.body }
  return { ok: true, value: await readBodyOf(bytesOf(body)) }
}

export function CallDetail({ call }: { call: Call }) {
  const { method, path, status, error_code, armed, identity, request, response } = call
  const sign = callSign(call)
  const address = withoutSecrets(path)
  return (
    <DetailFrame
      thing={{ kind: 'call', data: call }}
      title={
        <>
          {method} <span title={address}>{titled(address)}</span>{' '}
          <span class="quiet">{identity === null ? 'no identity' : `as ${identity}`}</span>
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
          <Measured
            text={`${status === 0 ? '' : ` · ${duration(call.duration_ms)}`} · ${dateTime(call.at)}`}
          />
          {call.run_id !== null && (
            <>
              {' · by '}
              <RunLink id={call.run_id} />
            </>
          )}
        </>
      }
      acts={
        <button type="button" class="primary" onClick={() => armLike(call)}>
          Arm a response
        </button>
      }
      commands={commandsOf(call)}
      first="request"
      tabs={[
        {
          name: 'request',
          title: 'Request',
          body: () => (
            <>
              <p class="request-line">
                <code>
                  <b>{method}</b> <WithIds text={path} />
                </code>
              </p>
              <Headers pairs={request.headers} />
              <Body
                {...bodyOf(request)}
                missing={
                  request.body === null
                    ? 'The body exceeded the size limit, so the sandbox did not keep it.'
                    : null
                }
                leftOut={request.body_left_out}
                read={() => readWhole(call.id, 'request')}
              />
            </>
          ),
        },
        {
          name: 'answer',
          title: 'Response',
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
                  <Body
                    text={response.body}
                    leftOut={response.body_left_out}
                    read={() => readWhole(call.id, 'response')}
                  />
                </>
              )}
            </>
          ),
        },
        { name: 'fault', title: 'Fault', body: () => <CallFault call={call} /> },
        { name: 'related', title: 'Related', body: () => <Family of={{ kind: 'call', data: call }} /> },
      ]}
    />
  )
}
