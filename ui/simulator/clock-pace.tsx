/** Shows the time, mode and speed of the sandbox's clock. */

import { useState } from 'preact/hooks'
import { clockOffset } from '../../server/words/clock.ts'
import { Commands } from '../commands/commands.tsx'
import { buttonCommands } from '../commands/curl.ts'
import { clockCommand } from '../commands/simulator-commands.ts'
import { Input, submits } from '../form/field.tsx'
import { Choice } from '../kit/choice.tsx'
import { capitalized } from '../kit/format.ts'
import { FieldProblem } from '../kit/problem.tsx'
import { clockTime, dayOf, zoneAt } from '../kit/time.ts'
import { clock, nowSecond, sandboxNow } from '../live/clock.ts'
import type { ClockWords } from '../live/routes/running.ts'
import { sectionOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { fieldRefusals, orderClock } from './clock-moves.ts'
import { dueWords } from './clock-words.ts'
import { mover } from './moved-by.ts'

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
export const commandsOf = (button: string, order: ClockWords) =>
  buttonCommands(button, clockCommand(order), { path: '/sandbox/clock', body: order })
