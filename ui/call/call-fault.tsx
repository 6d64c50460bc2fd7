/** The Fault tab of a call: its armed error, or its error code, and how to get it again. */
import type { Call } from '../../server/wire.ts'
import { curlOf } from '../../server/words/curl.ts'
import type { Command } from '../commands/commands.tsx'
import { armCommand, buttonCommands } from '../commands/curl.ts'
import { answerCallsLike, callsLike, newAnswer } from '../errors/arm-order.ts'
import { armedFor, armedHow, armedTally, armedWhat, armedWords } from '../errors/armed-words.ts'
import { arm, armAgain, disarm } from '../errors/arming.ts'
import { CodeLink } from '../errors/code-link.tsx'
import { armedErrors, errorOf, errors } from '../errors/errors.ts'
import { Fact } from '../kit/fact.tsx'
import { isErrorSpent } from '../live/spent.ts'
import { go, placeOf } from '../place/navigation.ts'

/** Opens the form that arms a response for such calls. */
export function armLike(call: Call): void {
  answerCallsLike(call)
  go({ ...placeOf('errors'), open: newAnswer })
}

/** The actions on a call as commands: repeat it, and arm an error for the next such call. */
export function commandsOf(call: Call): Command[] {
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

export function CallFault({ call }: { call: Call }) {
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
