/** Chooses and words the banner for each kind of failure. */

import type { Clock, Health, Run, Subscription } from '../../../server/wire.ts'
import { fitsPattern } from '../../../server/words/pattern.ts'
import { bytes } from '../../../server/words/size.ts'
import { capitalized, many, target } from '../../kit/format.ts'
import { clockTime, dateTime, dayOf, zoneAt } from '../../kit/time.ts'
import type { Link } from '../../live/live.ts'
import type { Banner } from './trouble-banner.ts'

/** The facts that decide the banner. */
export interface BannerFacts {
  link: Link
  /** Whether the sandbox now serves another version of the page. */
  isReplaced: boolean
  subscriptions: readonly Subscription[]
  /** Banners of failed deliveries, newest first. */
  troubles: readonly Banner[]
  /** The newest event without a delivery. */
  unwanted: string | null
  clock: Pick<Clock, 'mode' | 'now'> | null
  /** When waiting deliveries are due. */
  waiting: readonly string[]
  runs: readonly Pick<Run, 'id' | 'scenario' | 'state' | 'paused' | 'steps'>[]
  /** Used and allowed bytes of the database, or null if unknown. */
  size: { used: number; limit: number } | null
  /** Why the sandbox cannot store data. */
  problem: Health['problem']
  own: string
}

/** The database counts as nearly full above this share of its limit. */
const nearlyFull = 0.95
/** A quick reconnection shows no banner. */
const triesUnsaid = 1

/** Subscriptions that runs created for themselves. Failures there belong to the scenario. */
export const madeByRuns = (runs: readonly Pick<Run, 'endpoint' | 'subscription_id'>[]): ReadonlySet<string> =>
  new Set(runs.flatMap(({ endpoint, subscription_id }) => (endpoint === null ? [] : subscription_id)))

/** The most urgent failure that is not dismissed, or null. */
export function bannerOf(facts: BannerFacts, dismissed: ReadonlySet<string> = new Set()): Banner | null {
  return all(facts).find(({ key }) => !dismissed.has(key)) ?? null
}

/** All failures, the most urgent first. */
function all(facts: BannerFacts): Banner[] {
  return [
    lost(facts),
    replaced(facts),
    failing(facts),
    ...facts.troubles.filter(({ tone }) => tone === 'bad'),
    ...facts.subscriptions.map(disabled(facts)),
    unwanted(facts),
    ...facts.troubles.filter(({ tone }) => tone === 'wait'),
    standing(facts),
    ...facts.runs.map(pausedRun),
    full(facts),
  ].filter((banner) => banner !== null)
}

/** The key of the banner about a sandbox that does not respond. */
export const lostKey = 'lost'

/** Works without any other facts, which may be missing if the sandbox stops while the page loads. */
export function lost({ link, own }: Pick<BannerFacts, 'link' | 'own'>): Banner | null {
  if (link.state !== 'lost' || link.tries <= triesUnsaid) return null
  const [what, why] = link.isAnswering
    ? [
        'The page receives no updates: the live WebSocket does not open.',
        'The sandbox responds over HTTP, so a proxy probably blocks WebSockets. Allow WebSockets at /sandbox/live. The page then loads what it missed.',
      ]
    : [
        `No response from ${own}.`,
        'The sandbox was stopped, hangs, or uses another port. Start the sandbox again. The page then loads what it missed.',
      ]
  return {
    key: link.isAnswering ? 'lost socket' : lostKey,
    tone: 'bad',
    what,
    why,
    mends: [{ title: 'Try now', mend: { kind: 'connect' } }],
  }
}

function replaced({ isReplaced }: BannerFacts): Banner | null {
  if (!isReplaced) return null
  return {
    key: 'replaced',
    tone: 'wait',
    what: 'This page is older than the sandbox.',
    why: 'The sandbox was restarted with another version. Reload the page to use it.',
    mends: [{ title: 'Reload', mend: { kind: 'reload' } }],
  }
}

function failing({ problem }: BannerFacts): Banner | null {
  if (problem === null) return null
  return {
    key: `failing:${problem.code}`,
    tone: 'bad',
    what: problem.message,
    ...(problem.code === 'storage'
      ? {
          why: `The sandbox neither receives nor sends requests. ${problem.fix}`,
          mends: [{ title: 'Show data', mend: { kind: 'data' } }],
        }
      : { why: problem.fix, mends: [] }),
  }
}

const disabled =
  ({ unwanted, own }: BannerFacts) =>
  (one: Subscription): Banner | null => {
    const { id, status, disabled_reason: reason } = one
    if (status === 'enabled') return null
    const isWanted = unwanted !== null && one.events.some((pattern) => fitsPattern(pattern, unwanted))
    if (!isWanted && reason === null) return null
    return {
      key: `disabled:${id}:${unwanted}`,
      tone: 'wait',
      what: `${target(one.url, own)} gets no events: the subscription is disabled.`,
      why: reason === null ? `${unwanted} happened since.` : `${capitalized(reason)}.`,
      mends: [
        { title: 'Enable', mend: { kind: 'enable', id } },
        { title: 'Open subscription', mend: { kind: 'subscription', id } },
      ],
    }
  }

function unwanted({ unwanted, subscriptions }: BannerFacts): Banner | null {
  if (unwanted === null) return null
  if (subscriptions.some((one) => one.events.some((pattern) => fitsPattern(pattern, unwanted)))) return null
  return {
    key: `unwanted:${unwanted}`,
    tone: 'wait',
    what: `${unwanted} was not delivered.`,
    why: subscriptions.length === 0 ? 'No subscription exists.' : 'No subscription matches this event.',
    mends: [{ title: 'Subscribe', mend: { kind: 'subscribe', event: unwanted } }],
  }
}

function standing({ clock, waiting }: BannerFacts): Banner | null {
  if (clock === null || clock.mode !== 'manual') return null
  const due = waiting.filter((at) => at > clock.now).toSorted()
  const [next] = due
  if (next === undefined) return null
  const isToday = dayOf(next) === dayOf(clock.now)
  const said = (at: string) => (isToday ? `${clockTime(at, false)} ${zoneAt(at)}` : dateTime(at, false))
  return {
    key: `standing:${next}`,
    tone: 'wait',
    what: `${many(due.length, 'delivery waits', 'deliveries wait')}, and the clock is stopped.`,
    why: `The next attempt is due at ${said(next)}. The manual clock shows ${said(clock.now)}.`,
    mends: [{ title: `Advance to ${said(next)}`, mend: { kind: 'advance', to: next } }],
  }
}

function pausedRun({ id, scenario, state, paused, steps }: BannerFacts['runs'][number]): Banner | null {
  if (state !== 'running' || !paused) return null
  const next = steps.find((step) => step.state === 'pending' || step.state === 'running')
  return {
    key: `paused:${id}`,
    tone: 'wait',
    what: `The run of ${scenario} is paused.`,
    why: next === undefined ? 'All steps are done.' : `Next is step ${next.index}: ${next.name}.`,
    mends: [
      { title: 'Resume', mend: { kind: 'resume', id } },
      { title: 'Open run', mend: { kind: 'run', id } },
    ],
  }
}

function full({ size }: BannerFacts): Banner | null {
  if (size === null || size.used < size.limit * nearlyFull) return null
  return {
    key: 'full',
    tone: 'wait',
    what: `The database uses ${bytes(size.used)} of ${bytes(size.limit)}.`,
    why: 'The sandbox deletes the oldest records to make room. Export the records to keep, or raise retention.bytes.',
    mends: [{ title: 'Export or reset', mend: { kind: 'data' } }],
  }
}
