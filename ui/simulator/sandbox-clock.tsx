import { ClockMoves } from './clock-history.tsx'
import { ClockPace } from './clock-pace.tsx'
import { ClockSteps } from './clock-steps.tsx'

/** The sandbox's own time: how it goes, and what moves it. */
export function SandboxClock() {
  return (
    <div class="panes">
      <section class="pane" aria-labelledby="clock-now">
        <ClockPace />
      </section>
      <section class="pane" aria-labelledby="clock-move">
        <ClockSteps />
        <ClockMoves />
      </section>
    </div>
  )
}
