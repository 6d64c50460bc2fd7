import type { Clock, Health, Run, Subscription } from '../../../server/wire.ts'
import { fitsPattern } from '../../../server/words/pattern.ts'
import { bytes } from '../../../server/words/size.ts'
import { capitalized, many, target } from '../../kit/format.ts'
import type { Link } from '../../live/live.ts'
import type { Banner } from './trouble-banner.ts'

/** What is known when a banner is chosen. */
export interface BannerFacts {
  link: Link
  /** Whether the sandbox has another version of this page by now. */
  isReplaced: boolean
  subscriptions: readonly Subscription[]
  /** What is said of deliveries that went wrong, the newest first. */
  troubles: readonly Banner[]
  /** The newest event that went to nobody. */
  unwanted: string | null
  clock: Pick<Clock, 'mode' | 'now'> | null
  /** When what waits for its next attempt is due. */
  waiting: readonly string[]
  runs: readonly Pick<Run, 'id' | 'scenario' | 'state' | 'paused' | 'steps'>[]
  /** Bytes of the database, and how many it may have; null where that is not known. */
  size: { used: number; limit: number } | null
  /** Why the sandbox can take nothing. */
  problem: Health['problem']
  own: string
}

/** From which share of its limit on a database counts as nearly full. */
const nearlyFull = 0.95
/** A reconnection that works is not worth a word. */
const triesUnsaid = 1

/** The subscriptions that runs made for themselves: what fails there is their story, and nobody has to mend it. */
export const madeByRuns = (runs: readonly Pick<Run, 'endpoint' | 'subscription_id'>[]): ReadonlySet<string> =>
  new Set(runs.flatMap(({ endpoint, subscription_id }) => (endpoint === null ? [] : subscription_id)))

/** The most urgent failure that was not dismissed; null when all is well. */
export function bannerOf(facts: BannerFacts, dismissed: ReadonlySet<string> = new Set()): Banner | null {
  return all(facts).find(({ key }) => !dismissed.has(key)) ?? null
}

/** Everything there is to say, the most urgent first. */
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

/** Said whatever else is known: of a sandbox that goes while the page is read, nothing may be. */
export function lost({ link, own }: Pick<BannerFacts, 'link' | 'own'>): Banner | null {
  if (link.state !== 'lost' || link.tries <= triesUnsaid) return null
  const [what, why] = link.isAnswering
    ? [
        'Nothing new is shown: the live socket does not open.',
        'The sandbox itself answers, so something between keeps WebSockets away, such as a proxy. Let /sandbox/live through; what is missed comes then.',
      ]
    : [
        `Nothing answers at ${own}.`,
        'The sandbox was stopped or hangs, or its port has changed. Start it again as you started it; what is missed comes then.',
      ]
  return {
    key: link.isAnswering ? 'lost socket' : 'lost',
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
    why: 'It was restarted with another version, whose parts this page cannot load.',
    mends: [{ title: 'Reload', mend: { kind: 'reload' } }],
  }
}

function failing({ problem }: BannerFacts): Banner | null {
  if (problem === null) return null
  return {
    key: `failing:${problem.code}`,
    tone: 'bad',
    what: problem.message,
    why: `Nothing is taken and nothing sent meanwhile. ${problem.fix}`,
    mends: [{ title: 'See what it holds', mend: { kind: 'data' } }],
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
      what: `${target(one.url, own)} gets no events: its subscription is disabled.`,
      why: reason === null ? `${unwanted} has happened since.` : `${capitalized(reason)}.`,
      mends: [
        { title: 'Enable', mend: { kind: 'enable', id } },
        { title: 'Open it', mend: { kind: 'subscription', id } },
      ],
    }
  }

function unwanted({ unwanted, subscriptions }: BannerFacts): Banner | null {
  if (unwanted === null) return null
  if (subscriptions.some((one) => one.events.some((pattern) => fitsPattern(pattern, unwanted)))) return null
  return {
    key: `unwanted:${unwanted}`,
    tone: 'wait',
    what: `${unwanted} was sent to nobody.`,
    why:
      subscriptions.length === 0 ? 'There is no subscription.' : 'No subscription wants events of this name.',
    mends: [{ title: 'Subscribe', mend: { kind: 'subscribe', event: unwanted } }],
  }
}

function standing({ clock, waiting }: BannerFacts): Banner | null {
  if (clock === null || clock.mode !== 'manual') return null
  const due = waiting.filter((at) => at > clock.now).toSorted()
  const [next] = due
  if (next === undefined) return null
  const isToday = next.slice(0, 10) === clock.now.slice(0, 10)
  const said = (at: string) => `${isToday ? '' : `${at.slice(0, 10)} `}${at.slice(11, 19)}`
  return {
    key: `standing:${next}`,
    tone: 'wait',
    what: `${many(due.length, 'delivery waits', 'deliveries wait')}, and the clock stands.`,
    why: `The next attempt is due at ${said(next)}; the clock is moved by hand and says ${said(clock.now)}.`,
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
    why: next === undefined ? 'It waits to go on.' : `It waits before step ${next.index}: ${next.name}.`,
    mends: [
      { title: 'Resume', mend: { kind: 'resume', id } },
      { title: 'Open it', mend: { kind: 'run', id } },
    ],
  }
}

function full({ size }: BannerFacts): Banner | null {
  if (size === null || size.used < size.limit * nearlyFull) return null
  return {
    key: 'full',
    tone: 'wait',
    what: `The database has ${bytes(size.used)} of the ${bytes(size.limit)} it may have.`,
    why: 'The oldest records go to make room for new ones. Export what you want to keep, or raise retention.bytes.',
    mends: [{ title: 'Export or empty it', mend: { kind: 'data' } }],
  }
}
