import { useState } from 'preact/hooks'
import { Commands } from '../commands/commands.tsx'
import { clockCommand } from '../commands/simulator-commands.ts'
import { TextField } from '../form/field.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import { nowSecond, sandboxNow } from '../live/clock.ts'
import { fieldRefusals, moveProblem, orderClock, toDue } from './clock-moves.ts'
import { commandsOf } from './clock-pace.tsx'

const steps = [
  ['+1 s', '1s'],
  ['+1 min', '1m'],
  ['+1 h', '1h'],
  ['+1 d', '1d'],
] as const

/** What moves the clock: on by a step, to what is due next, or to a time. All that falls due on the way happens, in order. */
export function ClockSteps() {
  const [by, setBy] = useState('3d')
  const [to, setTo] = useState('')
  nowSecond.value
  const dueOrder = toDue()
  const placeholder = `${new Date(Math.floor(sandboxNow() / 60_000) * 60_000).toISOString().slice(0, 19)}Z`
  return (
    <>
      <h3 id="clock-move" class="pane-title">
        Move it
      </h3>
      <p class="quiet">
        All that falls due on the way happens in its order, retries included; a step is done when it has
        settled.
      </p>
      <div class="clock-row">
        {steps.map(([title, advance]) => (
          <button
            key={advance}
            type="button"
            title={clockCommand({ advance })}
            onClick={() => void orderClock({ order: { advance }, words: title })}
          >
            {title}
          </button>
        ))}
        <button
          type="button"
          class="primary"
          disabled={dueOrder === null}
          onClick={() => void orderClock({ order: toDue, words: 'To what was due next' })}
        >
          To what is due next
        </button>
      </div>
      <div class="clock-fields">
        <form
          class="with-button"
          onSubmit={(event) => {
            event.preventDefault()
            void orderClock({ order: { advance: by.trim() }, words: `+${by.trim()}`, field: 'advance' })
          }}
        >
          <TextField
            label="By"
            placeholder="3d, 1h30m"
            required
            value={by}
            onInput={setBy}
            problem={fieldRefusals.value.advance}
          />
          <button type="submit">Advance</button>
        </form>
        <form
          class="with-button"
          onSubmit={(event) => {
            event.preventDefault()
            void orderClock({ order: { set: to.trim() }, words: `To ${to.trim()}`, field: 'set' })
          }}
        >
          <TextField
            label="To a time"
            placeholder={placeholder}
            required
            value={to}
            onInput={setTo}
            problem={fieldRefusals.value.set}
          />
          <button type="submit">Set</button>
        </form>
      </div>
      {moveProblem.value && <ProblemBox problem={moveProblem.value} />}
      <Commands
        commands={[
          ...steps.map(([button, advance]) => ({
            button,
            what: `${button} as a command`,
            text: clockCommand({ advance }),
          })),
          ...(dueOrder === null ? [] : commandsOf('To what is due next', dueOrder)),
          ...commandsOf('Advance', { advance: by.trim() || '3d' }),
          ...commandsOf('Set', { set: to.trim() || placeholder }),
        ]}
      />
    </>
  )
}
