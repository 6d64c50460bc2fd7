import { clockTime } from '../../server/words/time.ts'
import { go, place } from '../place/navigation.ts'
import { runs } from '../simulator/simulator.ts'

const offered = 50

/** Which run is drawn; everything, unless one is chosen. */
export function RunChoice() {
  const { run } = place.value
  const known = runs.value ?? []
  const [newest] = known
  const choose = (id: string) =>
    go({ run: id === '' ? null : id, from: null, to: null, open: null, tab: null })
  const isElsewhere = run !== null && !known.slice(0, offered).some(({ id }) => id === run)
  return (
    <div class="run-choice">
      <select
        aria-label="Run that is drawn"
        value={run ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">everything</option>
        {isElsewhere && <option value={run}>{run}</option>}
        {known.slice(0, offered).map(({ id, scenario, started_at, state }) => (
          <option key={id} value={id}>
            run {scenario} · {clockTime(started_at).slice(0, 8)} · {state}
          </option>
        ))}
      </select>
      {run === null && (
        <button type="button" disabled={newest === undefined} onClick={() => newest && choose(newest.id)}>
          Newest run
        </button>
      )}
    </div>
  )
}
