/** The detail of a call to the emulated platform: request, response and fault. */
import type { Call } from '../../server/wire.ts'
import { curlOf } from '../../server/words/curl.ts'
import { quoted } from '../../server/words/delivery.ts'
import { duration } from '../../server/words/duration.ts'
import { statusWords } from '../../server/words/status.ts'
import type { Command } from '../commands/commands.tsx'
import { armCommand, buttonCommands } from '../commands/curl.ts'
import { DetailFrame } from '../detail/detail-frame.tsx'
import { Family } from '../detail/family.tsx'
import { RunLink } from '../detail/run-link.tsx'
import { answerCallsLike, callsLike, newAnswer } from '../errors/arm-order.ts'
import { armedFor, armedHow, armedTally, armedWhat, armedWords } from '../errors/armed-words.ts'
import { arm, armAgain, disarm } from '../errors/arming.ts'
import { CodeLink } from '../errors/code-link.tsx'
import { armedErrors, errorOf, errors } from '../errors/errors.ts'
import { Fact } from '../kit/fact.tsx'
import { callSign, withoutSecrets } from '../kit/format.ts'
import { bytesOf } from '../kit/hex.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { titled } from '../kit/titled.ts'
import type { Result } from '../live/api.ts'
import { getCall } from '../live/routes/records.ts'
import { isErrorSpent } from '../live/spent.ts'
import { type ReadBody, readBodyOf } from '../message/bodies.ts'
import { Body } from '../message/body.tsx'
import { Message } from '../message/message.tsx'
import { go, placeOf } from '../place/navigation.ts'
import { Masked } from '../secrets/masked.tsx'
import { WithIds } from '../secrets/with-ids.tsx'

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
  const isFailure = status >= 400 || status === 0
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
          <Mark sign={{ ...sign, text: status === 0 ? sign.text : statusWords(status) }} />
          {isFailure && status !== 0 && (
            <Masked text={` ${quoted({ ...response, body_base64: null }) ?? ''}`} />
          )}
          {error_code && (
            <>
              {' '}
              <CodeLink code={error_code} />
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
      purpose={
        armed === null ? undefined : (
          <>
            Answered on purpose: {status === 0 ? sign.text : statusWords(status)}{' '}
            <span class="fault">{armedWords(armed)}</span>
          </>
        )
      }
      first="request"
      cause={isFailure ? 'answer' : undefined}
      tabs={[
        {
          name: 'request',
          title: 'Request',
          body: () => (
            <Message
              line={
                <code>
                  <b>{method}</b> <WithIds text={path} />
                </code>
              }
              headers={request.headers}
            >
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
            </Message>
          ),
        },
        {
          name: 'answer',
          title: 'Response',
          body: () =>
            status === 0 ? (
              <p class="quiet">{silenceWords(call.outcome)}</p>
            ) : (
              <Message
                line={
                  <code>
                    <b>{statusWords(status)}</b> {error_code}
                  </code>
                }
                headers={response.headers}
              >
                <Body
                  text={response.body}
                  leftOut={response.body_left_out}
                  read={() => readWhole(call.id, 'response')}
                />
              </Message>
            ),
        },
        { name: 'fault', title: 'Fault', body: () => <CallFault call={call} /> },
        { name: 'related', title: 'Related', body: () => <Family of={{ kind: 'call', data: call }} /> },
      ]}
    />
  )
}

/** Opens the form that arms a response for such calls. */
function armLike(call: Call): void {
  answerCallsLike(call)
  go({ ...placeOf('errors'), open: newAnswer })
}

/** The actions on a call as commands: repeat it, and arm an error for the next such call. */
function commandsOf(call: Call): Command[] {
  const { method, path, request, error_code } = call
  const order = {
    code: error_code ?? errors.value?.[0]?.code ?? 'account_data_err',
    ...callsLike(call),
    times: 1,
  }
  return [
    ...(request.body_left_out === undefined
      ? [
          {
            button: 'Repeat the call',
            what: 'the call as curl',
            text: curlOf({
              method,
              url: location.origin + path,
              headers: request.headers,
              body: request.body ?? '',
              body_base64: request.body_base64,
            }),
          },
        ]
      : []),
    ...buttonCommands('Arm a response', armCommand(order), {
      path: '/sandbox/armed-errors',
      body: order,
      what: 'the request that arms it',
    }),
  ]
}

function CallFault({ call }: { call: Call }) {
  const { armed, error_code, status } = call
  const entry = errorOf(error_code)
  const order = error_code === null ? null : { code: error_code, ...callsLike(call), times: 1 }
  const one = armedErrors.value?.find(({ id }) => id === armed)
  return (
    <>
      {armed !== null ? (
        <div class="finding quiet">
          <h3>
            <span class="fault">{armedWords(armed)}</span>
          </h3>
          <p>
            Answered on purpose:{' '}
            {one
              ? [`${armedWhat(one)} for ${armedFor(one)}`, armedHow(one)].filter(Boolean).join(' · ')
              : 'the sandbox did not run the operation'}
            .
          </p>
          {one && (
            <p>
              Count: {armedTally(one)}.{' '}
              {isErrorSpent(one) ? (
                <>
                  No uses are left.{' '}
                  <button type="button" onClick={() => void armAgain(one)}>
                    Arm again
                  </button>
                </>
              ) : (
                <button type="button" onClick={() => void disarm(one)}>
                  Disarm
                </button>
              )}
            </p>
          )}
        </div>
      ) : (
        <p>
          {status >= 400
            ? 'No armed error: the platform answered by its own rules. The message in the response says why.'
            : 'No armed error: the platform answered normally.'}
        </p>
      )}
      {error_code !== null && (
        <dl class="facts">
          <Fact name="Code">
            <CodeLink code={error_code} />
          </Fact>
          {entry && (
            <>
              <Fact name="Meaning">{entry.meaning}</Fact>
              <Fact name="What to do">
                {entry.advice} {entry.retry ? 'A retry may succeed.' : 'A retry fails again.'}
              </Fact>
            </>
          )}
        </dl>
      )}
      <div class="form-acts">
        {order !== null && (
          <button type="button" onClick={() => void arm(order)}>
            Arm {error_code} for the next such call
          </button>
        )}
        <button type="button" onClick={() => armLike(call)}>
          Arm another response
        </button>
      </div>
    </>
  )
}
