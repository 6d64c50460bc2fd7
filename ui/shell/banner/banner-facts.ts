/** Collects the facts for the banner from live frames and the API. */

import { computed, effect, signal, untracked } from '@preact/signals'
import { createTroubles } from '../../../server/findings/troubles.ts'
import type { ConfigEntry, DeliveryRow, Frame } from '../../../server/wire.ts'
import { isOwnAddress } from '../../../server/words/address.ts'
import { fitsPattern } from '../../../server/words/pattern.ts'
import { demoMode } from '../../kit/preferences.ts'
import { request } from '../../live/api.ts'
import { clock } from '../../live/clock.ts'
import { frameListeners } from '../../live/frames.ts'
import { health } from '../../live/health.ts'
import { link } from '../../live/live.ts'
import { hasBanner, isOutage, refusal } from '../../live/refusal.ts'
import { getDelivery, listRows } from '../../live/routes.ts'
import { subscriptions } from '../../live/settings.ts'
import { runs } from '../../simulator/simulator.ts'
import { bannerOf, lost, lostKey, madeByRuns } from './banners.ts'
import type { Answered, Banner } from './trouble-banner.ts'

const troubles = createTroubles()
/** The texts of delivery failures, loaded with the first failure. */
const troubleWords = signal<typeof import('./trouble-banner.ts') | null>(null)
/** Increases when the failures have changed. */
const turn = signal(0)
const unwanted = signal<string | null>(null)
const isReplaced = signal(false)
const limit = signal<number | null>(null)
const dismissed = signal<ReadonlySet<string>>(new Set())
/** The newest response of each status to each subscription, as far as loaded. */
const answers = signal<ReadonlyMap<string, Answered>>(new Map())
/** The attempts whose responses were requested. */
const asked = new Set<string>()
/** The run of a demo, which pauses between its steps. */
export const playedRun = signal<string | null>(null)

/** Whether the next hello frame is the first: until then the page has the state that it came with. */
const isFresh = signal(false)
/** Events of the last frames without a delivery. */
const lonely = new Map<string, string>()

function listen(frames: readonly Frame[]): void {
  let isChanged = false
  for (const { kind, data } of frames)
    if (kind === 'event') lonely.set(data.id, data.event)
    else if (kind === 'delivery') {
      lonely.delete(data.event_id)
      if (unwanted.value === data.event) unwanted.value = null
      troubles.take(data)
      isChanged = true
    } else if (kind === 'reset') {
      troubles.clear()
      answers.value = new Map()
      unwanted.value = null
      // Ids may repeat after a reset, so a dismissed banner may mean another failure.
      asked.clear()
      dismissed.value = new Set()
      isChanged = true
    } else if (kind === 'hello') {
      if (!isFresh.peek()) {
        void compareVersions()
        void readLimit()
      }
      isFresh.value = false
      // The texts cannot load while the sandbox is unavailable.
      void readAnswers()
    }
  const last = [...lonely.values()].at(-1)
  if (last !== undefined) unwanted.value = last
  lonely.clear()
  if (isChanged) turn.value++
  if (isChanged) void readAnswers()
}

const attemptKey = ({ id, attempts_made }: DeliveryRow) => `${id} ${attempts_made}`
/** The status of a response whose headers or body may explain the failure. Null for another outcome. */
const tellingStatus = ({ last_outcome: outcome, state }: DeliveryRow): number | null =>
  outcome?.kind === 'responded' && state !== 'wrongly_accepted' ? outcome.status : null
const answerKey = (row: DeliveryRow) => `${row.subscription_id} ${tellingStatus(row)}`
/** Number of bytes read to find the first line of a response. */
const answerRead = 400

/** Loads the texts if there are failures, then loads each unread response once. */
async function readAnswers(): Promise<void> {
  const known = new Set((subscriptions.value ?? []).map(({ id }) => id))
  if (troubles.among(known).length === 0) return
  const words = troubleWords.peek() ?? (await import('./trouble-banner.ts').catch(() => null))
  if (words === null) return
  troubleWords.value = words
  for (const { row } of troubles.among(known)) {
    const key = attemptKey(row)
    if (tellingStatus(row) === null || asked.has(key)) continue
    if (asked.size > 1000) asked.clear()
    asked.add(key)
    const found = await getDelivery(row.id, answerRead)
    const answer = found.ok && words.answeredBy(found.value.delivery)
    if (answer) answers.value = new Map(answers.value).set(answerKey(row), answer)
  }
}

/** Checks whether the sandbox still serves the script of this page. */
async function compareVersions(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  const name = own && new URL(own.src).pathname
  // In development there is no file to compare.
  if (!name?.startsWith('/assets/')) return
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    if (answer.ok) isReplaced.value = !(await answer.text()).includes(name)
  } catch {
    // The next hello frame repeats the check.
  }
}

/** Reads the size limit of the database. A restart may change the limit. */
async function readLimit(): Promise<void> {
  const read = await request<{ config: ConfigEntry[] }>('GET', '/sandbox/config')
  const bytes = read.ok && read.value.config.find(({ key }) => key === 'retention.bytes')?.value
  if (typeof bytes === 'number') limit.value = bytes
}

/** Loads the current state, then follows the live frames. */
export async function watchForTrouble(): Promise<void> {
  hasBanner.value = true
  isFresh.value = link.peek().state === 'connecting'
  frameListeners.add(listen)
  const [newest] = await Promise.all([listRows('delivery', { limit: 100 }), readLimit()])
  if (newest.ok) for (const row of newest.value.rows.toReversed()) troubles.take(row)
  turn.value++
  // The banner is the only message about an act that did not reach the sandbox. Later tries to connect are no such act.
  effect(() => {
    const problem = refusal.value
    if (problem !== null && untracked(() => isOutage(problem)))
      dismissed.value = new Set([...dismissed.peek()].filter((key) => key !== lostKey))
  })
  // Repeated when the subscriptions have loaded.
  effect(() => void readAnswers())
  await lookForLonely(newest.ok ? newest.value.rows : [])
}

/** The last event before the page opened may have reached no subscription. */
async function lookForLonely(deliveries: readonly DeliveryRow[]): Promise<void> {
  const events = await listRows('event', { limit: 1 })
  const last = events.ok ? events.value.rows[0] : undefined
  if (last === undefined || deliveries.some(({ event_id }) => event_id === last.id)) return
  const sent = await listRows('delivery', { event_id: last.id, limit: 1 })
  if (sent.ok && sent.value.rows.length === 0) unwanted.value ??= last.event
}

const wantedNow = computed(() => {
  const event = unwanted.value
  const isWanted = (subscriptions.value ?? []).some(
    (one) => one.status === 'enabled' && one.events.some((pattern) => fitsPattern(pattern, event ?? '')),
  )
  return isWanted ? null : event
})

/** The most urgent failure to show, or null. */
export const banner = computed<Banner | null>(() => {
  turn.value
  const known = subscriptions.value
  if (known === null) {
    const gone = lost({ link: link.value, own: location.origin })
    return gone !== null && dismissed.value.has(gone.key) ? null : gone
  }
  const ofRuns = madeByRuns(runs.value ?? [])
  return bannerOf(
    {
      link: link.value,
      isReplaced: isReplaced.value,
      subscriptions: known,
      troubles: troubles
        .among(new Set(known.map(({ id }) => id).filter((id) => !ofRuns.has(id))))
        // Endpoints of the sandbox accept everything, so a wrong acceptance there needs no fix.
        .filter(({ row }) => row.state !== 'wrongly_accepted' || !isOwnAddress(row.url, location.origin))
        .toSorted((a, b) => b.row.seq - a.row.seq)
        .flatMap((trouble) => {
          const answer = demoMode.value ? undefined : answers.value.get(answerKey(trouble.row))
          return troubleWords.value?.troubleBanner({ ...trouble, answer }, location.origin) ?? []
        }),
      unwanted: wantedNow.value,
      clock: clock.value,
      waiting: troubles.waiting(),
      runs: (runs.value ?? []).filter(({ id }) => id !== playedRun.value),
      size:
        health.value === null || limit.value === null
          ? null
          : { used: health.value.database_bytes, limit: limit.value },
      problem: health.value?.problem ?? null,
      own: location.origin,
    },
    dismissed.value,
  )
})

/** Hides a banner until the same failure happens again. */
export function dismiss({ key }: Banner): void {
  dismissed.value = new Set([...dismissed.value, key])
}
