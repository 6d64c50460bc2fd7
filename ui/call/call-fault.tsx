import type { Call } from '../../server/wire.ts'
import { curlOf } from '../../server/words/curl.ts'
import type { Command } from '../commands/commands.tsx'
import { armCommand, buttonCommands } from '../commands/curl.ts'
import { answerCallsLike, callsLike, newAnswer } from '../errors/arm-order.ts'
import { armedFor, armedHow, armedTally, armedWhat, armedWords, isSpent } from '../errors/armed-words.ts'
import { arm, armAgain, disarm } from '../errors/arming.ts'
import { CodeLink } from '../errors/code-link.tsx'
import { armedErrors, errorOf, errors } from '../errors/errors.ts'
import { Fact } from '../kit/fact.tsx'
import { go, placeOf } from '../place/navigation.ts'

/** Opens the form that arms an answer, for calls like this one. */
export function armLike(call: Call): void {
  answerCallsLike(call)
  go({ ...placeOf('errors'), open: newAnswer })
}

/** What can be done about a call, as commands: the call once more, and an error armed for the next one like it. */
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
            button: 'The call again',
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
    ...buttonCommands('Arm an answer', armCommand(order), {
      path: '/sandbox/armed-errors',
      body: order,
      what: 'the arming',
    }),
  ]
}

/** What was armed for a call, or the code that answered it by itself; and how to meet it again. */
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
            The answer was arranged:{' '}
            {one
              ? [`${armedWhat(one)} for ${armedFor(one)}`, armedHow(one)].filter(Boolean).join(' · ')
              : 'the operation itself was not asked'}
            .
          </p>
          {one && (
            <p>
              It {armedTally(one)}.{' '}
              {isSpent(one) ? (
                <>
                  It is spent.{' '}
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
            ? 'Nothing was armed: the platform itself answered so, for the reason that its message says.'
            : 'Nothing was armed: it was answered as the platform answers.'}
        </p>
      )}
      {error_code !== null && (
        <dl class="facts">
          <Fact name="Code">
            <CodeLink code={error_code} />
          </Fact>
          {entry && (
            <>
              <Fact name="Means">{entry.meaning}</Fact>
              <Fact name="A client">
                {entry.advice}{' '}
                {entry.retry ? 'The same call may succeed later.' : 'The same call fails again.'}
              </Fact>
            </>
          )}
        </dl>
      )}
      <div class="form-acts">
        {order !== null && (
          <button type="button" onClick={() => void arm(order)}>
            Arm {error_code} for the next call like it
          </button>
        )}
        <button type="button" onClick={() => armLike(call)}>
          Arm another answer
        </button>
      </div>
    </>
  )
}
