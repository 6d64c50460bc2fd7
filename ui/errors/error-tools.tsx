/** Search and filters of the error codes; each option shows its number of codes. */
import { Narrowing, type Options } from '../kit/choice.tsx'
import { count } from '../kit/format.ts'
import { go, place } from '../place/navigation.ts'
import { meetings, type Place, reaches } from '../place/place.ts'
import { Search } from '../place/search.tsx'
import { paused, setPaused } from '../stream/stream.ts'
import { everyError, findErrors, foundBeyond, foundErrors, isFiltered, tallyOf } from './error-list.ts'
import { errors, heldCalls } from './errors.ts'

type Name = 'area' | 'status' | 'reached' | 'met'

const reachWords = { naturally: 'a request', armed: 'arming only' } as const
const metWords = { yes: 'returned', no: 'not returned' } as const

export function ErrorTools() {
  const all = errors.value ?? []
  const left = (change: Partial<Place>) => findErrors(all, { ...place.value, ...change }).length
  const tallied = (name: 'area' | 'status'): Options =>
    tallyOf(all, name).map(([value]) => [value, `${value} (${left({ [name]: value })})`])
  return (
    <>
      <div class="tools">
        <Search over="codes, meanings, areas, messages, operations" />
      </div>
      <div class="tools-under error-filters">
        <Filter name="area" label="Area" every="all areas" options={tallied('area')} />
        <Filter name="status" label="Status" every="all statuses" options={tallied('status')} />
        <Filter
          name="reached"
          label="Cause"
          every="any cause"
          options={reaches.map((one) => [one, `${reachWords[one]} (${left({ reached: one })})`])}
        />
        <Filter
          name="met"
          label="Returned to a call"
          every="returned or not"
          options={meetings.map((one) => [one, `${metWords[one]} (${left({ met: one })})`])}
        />
        <span class="spring" />
        <Size />
      </div>
    </>
  )
}

function Filter({ name, ...rest }: { name: Name; label: string; every: string; options: Options }) {
  return <Narrowing {...rest} chosen={place.value[name]} onPick={(value) => go({ [name]: value || null })} />
}

function Size() {
  const waiting = heldCalls.value
  return (
    <div class="movement">
      {paused.value && (
        <button type="button" class="small link" onClick={() => setPaused(false)}>
          paused{waiting > 0 && `, ${count(waiting)} new`} · resume
        </button>
      )}
      {isFiltered(place.value) && (
        <>
          <span class="quiet">
            {foundErrors.value.length + foundBeyond.value.length}
            <span class="so"> found</span>
          </span>
          <button type="button" class="small" onClick={() => go(everyError)}>
            Clear
          </button>
        </>
      )}
    </div>
  )
}
