import { duration } from '../../server/words/duration.ts'
import { dateTime } from '../../server/words/time.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { ordered } from './clock-asking.ts'
import { elsewhere, moves } from './clock-moves.ts'
import { settledWords, underWayWords } from './clock-words.ts'

/** What the orders of this page came to, the newest first. */
export function ClockMoves() {
  const isMoving = ordered.value.length > 0 || elsewhere.value !== null
  return (
    <section class="clock-moves" aria-label="Moves">
      <h4 class="label">Moves of this page</h4>
      <p role="status" class={isMoving ? 'wait' : 'quiet'}>
        {isMoving ? underWayWords(ordered.value, elsewhere.value) : soFarWords(moves.value.length)}
      </p>
      <ol>
        {moves.value.map(({ words, moved, tookMs }, index) => (
          <li key={moves.value.length - index}>
            <span class="move-words">{words}</span>
            <span class="quiet">
              → <Measured text={dateTime(moved.clock.now)} />
            </span>
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

const soFarWords = (made: number) => (made === 0 ? 'None yet.' : `${made} so far.`)
