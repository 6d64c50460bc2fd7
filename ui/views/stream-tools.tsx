import { count } from '../parts/format.ts'
import { sendEvent } from '../state/acts.ts'
import { go, place } from '../state/navigation.ts'
import { kindFilters, type Place } from '../state/place.ts'
import { lineAt, toTop } from '../state/selection.ts'
import { health } from '../state/session.ts'
import { endpoints } from '../state/settings.ts'
import { follow, following, loading, loadingOlder, paused, setPaused, shown } from '../state/stream.ts'
import { Search } from './search.tsx'

/** Search, the send button, the kinds, and how the list moves. */
export function StreamTools() {
  return (
    <>
      <div class="tools">
        <Search over="names, ids, addresses, headers and bodies" />
        <button type="button" class="primary" onClick={() => void sendEvent('card.created')}>
          Send card.created
        </button>
      </div>
      <div class="tools-under">
        <fieldset class="choice" aria-label="Kinds shown">
          {kindFilters.map((kind) => (
            <button
              key={kind}
              type="button"
              class="small"
              aria-pressed={place.value.kind === kind}
              onClick={() => go({ kind, endpoint: null })}
            >
              {kind[0]?.toUpperCase()}
              {kind.slice(1)}
            </button>
          ))}
        </fieldset>
        {place.value.endpoint !== null && (
          <button type="button" class="small" onClick={() => go({ endpoint: null })}>
            <code>/in/{place.value.endpoint}</code> <span aria-hidden="true">×</span>
            <span class="unseen"> only; show all</span>
          </button>
        )}
        <span class="spring" />
        <Movement />
      </div>
    </>
  )
}

/** How many there are in all; null where only the sandbox could count them. */
function totalOf({ kind, endpoint }: Place): number | null {
  if (endpoint !== null) return endpoints.value?.find((one) => one.name === endpoint)?.captures ?? null
  const counts = health.value?.counts
  if (!counts || kind === 'failed') return null
  return kind === 'all' ? counts.events + counts.deliveries + counts.captures + counts.calls : counts[kind]
}

function found(): number {
  let things = 0
  for (let index = 0; index < shown.value.count; index++) if (lineAt(index)?.attempt === 0) things++
  return things
}

function Movement() {
  const total = totalOf(place.value)
  const size =
    place.value.q === '' && total !== null
      ? count(total)
      : `${count(found())} loaded${total === null ? '' : ` of ${count(total)}`}`
  const { fresh } = shown.value
  const resume = () => {
    setPaused(false)
    follow()
    toTop.value++
  }
  return (
    <div class="movement">
      <span class="quiet">
        {loading.value || loadingOlder.value ? 'reading' : size}
        {following.value && ' · following newest'}
        {paused.value && ' · paused'}
      </span>
      {!following.value && (
        <button type="button" class="small link" onClick={resume}>
          {fresh > 0 ? `${count(fresh)} ${paused.value ? 'waiting' : 'new'} · ` : ''}
          {paused.value ? 'resume' : 'follow'}
        </button>
      )}
      <button
        type="button"
        class="small"
        aria-pressed={paused.value}
        onClick={() => setPaused(!paused.value)}
      >
        Pause{' '}
        <span class="key" aria-hidden="true">
          p
        </span>
      </button>
    </div>
  )
}
