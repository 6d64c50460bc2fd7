import { settledWords } from '../../parts/clock-words.ts'
import { dateTime, duration } from '../../parts/format.ts'
import { Mark } from '../../parts/mark.tsx'
import { moves, moving } from '../../state/clock-moves.ts'

/** What the orders of this page came to, the newest first. */
export function ClockMoves() {
  return (
    <section class="clock-moves" aria-label="Moves">
      <h4 class="label">Moves of this page</h4>
      <p role="status" class={moving.value === null ? 'quiet' : 'wait'}>
        {moving.value !== null
          ? `${moving.value}: under way, until all that falls due has settled.`
          : moves.value.length === 0
            ? 'None yet.'
            : `${moves.value.length} so far.`}
      </p>
      <ol>
        {moves.value.map(({ words, moved, tookMs }, index) => (
          <li key={moves.value.length - index}>
            <span class="move-words">{words}</span>
            <span class="quiet">→ {dateTime(moved.clock.now)}</span>
            <Mark
              sign={
                moved.settled
                  ? { tone: 'good', text: `settled in ${duration(tookMs)}` }
                  : { tone: 'wait', text: settledWords(moved) }
              }
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
