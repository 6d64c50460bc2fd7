import { count } from '../parts/format.ts'
import { ProblemBox } from '../parts/problem.tsx'
import { sendEvent } from '../state/acts.ts'
import { go, place } from '../state/navigation.ts'
import { everyDelivery, kindFilters, type Place } from '../state/place.ts'
import { listed, toTop } from '../state/selection.ts'
import { health } from '../state/session.ts'
import { endpoints } from '../state/settings.ts'
import {
  follow,
  following,
  loading,
  loadingOlder,
  loadProblem,
  paused,
  setPaused,
  shown,
} from '../state/stream.ts'
import { DeliveryTools } from './delivery-tools.tsx'
import { FilterBox } from './filter-box.tsx'

/** Search, the send button, the kinds, and how the list moves. */
export function StreamTools() {
  return (
    <>
      <div class="tools">
        <FilterBox />
        <button type="button" class="primary" onClick={() => void sendEvent('card.created')}>
          Send card.created
        </button>
      </div>
      {loadProblem.value?.code === 'invalid_query' && <ProblemBox problem={loadProblem.value} />}
      <div class="tools-under">
        <fieldset class="choice" aria-label="Kinds shown">
          {kindFilters.map((kind) => (
            <button
              key={kind}
              type="button"
              class="small"
              aria-pressed={place.value.kind === kind}
              onClick={() => go({ kind, endpoint: null, ...everyDelivery })}
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
        {place.value.run !== null && (
          <button type="button" class="small" onClick={() => go({ run: null })}>
            of <code>{place.value.run}</code> <span aria-hidden="true">×</span>
            <span class="unseen"> only; show all</span>
          </button>
        )}
        <span class="spring" />
        <Movement />
      </div>
      {/* A resend of all that match knows no runs, and would send more than is listed. */}
      {place.value.kind === 'deliveries' && place.value.run === null && <DeliveryTools />}
      {place.value.kind === 'failed' && <FailedDeliveries />}
    </>
  )
}

/** Of all kinds that failed only deliveries can be sent again. */
function FailedDeliveries() {
  return (
    <div class="delivery-tools">
      <button type="button" class="link" onClick={() => go({ kind: 'deliveries', state: 'failed' })}>
        Failed deliveries, to resend them
      </button>
    </div>
  )
}

/** How many there are in all; null where only the sandbox could count them. */
function totalOf({ kind, endpoint, run, state, event, subscription }: Place): number | null {
  if (endpoint !== null) return endpoints.value?.find((one) => one.name === endpoint)?.captures ?? null
  const counts = health.value?.counts
  const isNarrowed = [run, state, event, subscription].some((one) => one !== null)
  if (!counts || kind === 'failed' || isNarrowed) return null
  return kind === 'all' ? counts.events + counts.deliveries + counts.captures + counts.calls : counts[kind]
}

function Movement() {
  const total = totalOf(place.value)
  const size =
    place.value.q === '' && total !== null
      ? count(total)
      : `${count(listed())} loaded${total === null ? '' : ` of ${count(total)}`}`
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
