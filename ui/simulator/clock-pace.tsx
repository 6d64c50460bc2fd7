/** Shows the time, mode and speed of the sandbox's clock. */

import { useSignalEffect } from '@preact/signals'
import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { clockOffset } from '../../server/words/clock.ts'
import { Commands } from '../commands/commands.tsx'
import { buttonCommands } from '../commands/curl.ts'
import { clockCommand } from '../commands/simulator-commands.ts'
import { Input, submits, TextField } from '../form/field.tsx'
import { Choice } from '../kit/choice.tsx'
import { capitalized } from '../kit/format.ts'
import { FieldProblem } from '../kit/problem.tsx'
import { clockTime, dayOf, zoneAt } from '../kit/time.ts'
import { clock, nowSecond, sandboxNow } from '../live/clock.ts'
import { ProblemBox } from '../live/problem.tsx'
import type { ClockWords } from '../live/routes/running.ts'
import { sectionOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { fieldRefusals, followLink, moveProblem, orderClock, toDue } from './clock-moves.ts'
import { dueWords } from './clock-words.ts'
import { mover } from './simulator.ts'

const speeds = [1, 10, 60, 3600] as const
const modes = [
  ['real', 'Real'],
  ['manual', 'Manual'],
] as const

export function ClockPace() {
  const [typed, setTyped] = useState('')
  const told = clock.value
  // Redraws each second. The time itself is exact.
  nowSecond.value
  if (told === null) return <h3 id="clock-now">Clock</h3>
  const isManual = told.mode === 'manual'
  const now = sandboxNow()
  const offset = clockOffset(now - Date.now())
  /** Choosing a speed starts a stopped clock. */
  const pace = (speed: number): ClockWords => (isManual ? { mode: 'real', speed } : { speed })
  return (
    <>
      <h3 id="clock-now" class="pane-title">
        Time of the sandbox
      </h3>
      <p class="clock-face">
        <span class="quiet">{dayOf(now)}</span>{' '}
        <time dateTime={new Date(now).toISOString()}>{clockTime(now, isManual)}</time>{' '}
        <span class="quiet">{zoneAt(now)}</span>
      </p>
      {offset && <p class="quiet">{offset}</p>}
      <p>
        <Going isManual={isManual} speed={told.speed} /> <span class="quiet">{dueWords(told, now)}</span>
      </p>
      <Choice
        label="Mode"
        options={modes}
        value={told.mode}
        onPick={(mode) => void orderClock({ order: { mode }, words: capitalized(mode) })}
      />
      <p class="quiet">
        Real returns the clock to real time{mover.value && ', and the run advances it from there'}. Manual
        stops the clock.
      </p>
      <h4 class="label">Speed</h4>
      <div class="clock-row wrapping">
        <Choice
          label="Speed"
          options={speeds.map((speed) => [speed, `×${speed}`, clockCommand(pace(speed))] as const)}
          value={isManual ? null : told.speed}
          onPick={(speed) => void orderClock({ order: pace(speed), words: `Speed ×${speed}` })}
        />
        <form
          class="inline"
          onSubmit={submits(() =>
            orderClock({ order: pace(Number(typed)), words: `Speed ×${typed}`, field: 'speed' }),
          )}
        >
          <Input
            type="number"
            required
            min={0.001}
            max={1_000_000}
            step="any"
            aria-label="Other speed"
            placeholder="other"
            value={typed}
            onInput={setTyped}
          />
          <button type="submit">Set speed</button>
        </form>
      </div>
      {fieldRefusals.value.speed && <FieldProblem text={fieldRefusals.value.speed} />}
      <Commands
        commands={[
          ...commandsOf('Real', { mode: 'real' }),
          ...commandsOf('Manual', { mode: 'manual' }),
          ...commandsOf('Speed', pace(Number(typed) || 60)),
        ]}
      />
    </>
  )
}

/** A run with its own speed advances the clock in either mode. */
function Going({ isManual, speed }: { isManual: boolean; speed: number }) {
  const run = mover.value
  if (run === null)
    return <>{isManual ? 'Manual: the clock is stopped.' : `Real: the clock runs, ×${speed}.`}</>
  return (
    <>
      {isManual ? 'Manual, and run ' : `Real, ×${speed}, and run `}
      <PlaceLink to={sectionOf('scenarios', run.id)}>{run.scenario}</PlaceLink> advances the clock, ×
      {run.speed}.
    </>
  )
}

/** The commands of a clock request, shown under its button. */
const commandsOf = (button: string, order: ClockWords) =>
  buttonCommands(button, clockCommand(order), { path: '/sandbox/clock', body: order })

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
