/** The controls that advance or set the clock. */

import { useSignalEffect } from '@preact/signals'
import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { Commands } from '../commands/commands.tsx'
import { clockCommand } from '../commands/simulator-commands.ts'
import { submits, TextField } from '../form/field.tsx'
import { nowSecond, sandboxNow } from '../live/clock.ts'
import { ProblemBox } from '../live/problem.tsx'
import { fieldRefusals, followLink, moveProblem, orderClock, toDue } from './clock-moves.ts'
import { commandsOf } from './clock-pace.tsx'

const steps = [
  ['+1 s', '1s'],
  ['+1 min', '1m'],
  ['+1 h', '1h'],
  ['+1 d', '1d'],
] as const

/** Everything due on the way happens in order. */
export function ClockSteps() {
  useSignalEffect(followLink)
  const [by, setBy] = useState('3d')
  const [to, setTo] = useState('')
  nowSecond.value
  const dueOrder = toDue()
  const placeholder = `${new Date(Math.floor(sandboxNow() / 60_000) * 60_000).toISOString().slice(0, 19)}Z`
  return (
    <>
      <h3 id="clock-move" class="pane-title">
        Advance the clock
      </h3>
      <p class="quiet">
        Everything due on the way happens in order, retries included. The advance ends when the last response
        has arrived.
      </p>
      <div class="wrapping">
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
          onClick={() => void orderClock({ order: toDue, words: 'To the next due time' })}
        >
          To next due time
        </button>
      </div>
      <div class="clock-fields">
        <MoveForm
          label="Duration"
          button="Advance"
          placeholder="3d, 1h30m"
          value={by}
          onInput={setBy}
          problem={fieldRefusals.value.advance}
          move={() => orderClock({ order: { advance: by.trim() }, words: `+${by.trim()}`, field: 'advance' })}
        />
        <MoveForm
          label="Time"
          button="Set"
          placeholder={placeholder}
          value={to}
          onInput={setTo}
          problem={fieldRefusals.value.set}
          move={() => orderClock({ order: { set: to.trim() }, words: `To ${to.trim()}`, field: 'set' })}
        />
      </div>
      {moveProblem.value && <ProblemBox problem={moveProblem.value} />}
      <Commands
        commands={[
          ...steps.map(([button, advance]) => ({
            button,
            what: `${button} as a command`,
            text: clockCommand({ advance }),
          })),
          ...(dueOrder === null ? [] : commandsOf('To next due time', dueOrder)),
          ...commandsOf('Advance', { advance: by.trim() || '3d' }),
          ...commandsOf('Set', { set: to.trim() || placeholder }),
        ]}
      />
    </>
  )
}

interface FormProps extends ComponentProps<typeof TextField> {
  button: string
  move: () => unknown
}

/** A field with the button that moves the clock. */
const MoveForm = ({ button, move, ...field }: FormProps) => (
  <form class="with-button" onSubmit={submits(move)}>
    <TextField required {...field} />
    <button type="submit">{button}</button>
  </form>
)
