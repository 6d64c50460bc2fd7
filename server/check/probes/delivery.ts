/** Probes of delivery: duplicates, retries, order and load, and what the answer to a valid delivery is like. */
import { told } from '../../words/outcome.ts'

import { leakIn } from '../leaks.ts'
import type { Exchange, Judged, Kit, Planned, Probe } from '../probe.ts'

/** Beyond this some vendors give up. The shortest limit that is documented: Slack's. */
const slowMs = 3000

const validOf = ({ exchanges }: Judged): Exchange | undefined => exchanges[0]

const ofValid = (id: string, judge: NonNullable<Probe['judge']>): Probe => ({
  id,
  group: 'delivery',
  severity: 'must',
  expects: 'accept',
  requests: () => [],
  judge,
})

const times = (count: number, make: (at: number) => Planned): Planned[] =>
  Array.from({ length: count }, (_, at) => make(at))

/** How the same event is sent again: as a whole, its signature included. */
const again = (kit: Kit): [Planned, Planned] => {
  const draft = kit.draft()
  // Signed at another second, as a retry is.
  return [
    { draft, skewS: -2 },
    { draft, attempt: 2 },
  ]
}

export const deliveryProbes: readonly Probe[] = [
  ofValid('answers-with-success-status', (judged) => {
    const status = statusOf(validOf(judged))
    if (status === undefined) return { code: 'not_judged', reason: 'no_answer' }
    if (status < 200 || status > 299) return { code: 'refused', status, answer: '' }
    return judged.kit.success === undefined || judged.kit.success.includes(status)
      ? { code: 'as_expected' }
      : { code: 'sent_again', status }
  }),
  ofValid('answers-without-redirect', (judged) => {
    const answer = validOf(judged)?.sent.response
    if (statusOf(validOf(judged)) === undefined) return { code: 'not_judged', reason: 'no_answer' }
    if (!answer || answer.status < 300 || answer.status > 399) return { code: 'as_expected' }
    const to = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? null
    return { code: 'redirected', status: answer.status, to }
  }),
  ofValid('answers-in-time', (judged) => {
    const sent = validOf(judged)?.sent
    if (!sent) return { code: 'not_judged', reason: 'no_answer' }
    if (sent.outcome.kind === 'timed_out') return { code: 'no_answer', outcome: told(sent.outcome) }
    if (sent.outcome.kind !== 'responded') return { code: 'not_judged', reason: 'no_answer' }
    return sent.durationMs > slowMs ? { code: 'slow', ms: sent.durationMs } : { code: 'as_expected' }
  }),
  {
    id: 'accepts-duplicate',
    group: 'delivery',
    severity: 'must',
    expects: 'accept',
    requests: (kit) => again(kit).map((planned) => [planned]),
  },
  {
    id: 'accepts-concurrent-duplicate',
    group: 'delivery',
    severity: 'must',
    expects: 'accept',
    requests: (kit) => [again(kit)],
  },
  {
    id: 'accepts-out-of-order',
    group: 'delivery',
    severity: 'should',
    expects: 'accept',
    requests(kit) {
      const names = ['card.created', 'card.status.active']
      const isHeard = names.every((name) => kit.hears(name))
      const [first, second] = isHeard
        ? [kit.draft(names[0]), kit.draft(names[1])]
        : [kit.draft(), kit.draft()]
      const later = { ...second, payload: { ...second.payload, ...sharedId(first.payload, second.payload) } }
      return [[{ label: 'the later event', draft: later }], [{ label: 'the earlier event', draft: first }]]
    },
  },
  {
    id: 'accepts-retry',
    group: 'delivery',
    severity: 'must',
    expects: 'accept',
    requests: (kit) => lostThenAgain(kit),
  },
  {
    id: 'survives-burst',
    group: 'delivery',
    severity: 'should',
    expects: 'accept',
    alone: true,
    requests(kit) {
      const [all, together] = kit.thorough ? [200, 50] : [50, 20]
      const planned = times(all, () => ({ draft: kit.draft() }))
      const turns: Planned[][] = []
      while (planned.length > 0) turns.push(planned.splice(0, together))
      return turns
    },
  },
  {
    id: 'stays-alive',
    group: 'delivery',
    severity: 'must',
    expects: 'survive',
    requests: () => [],
  },
  {
    id: 'leaks-nothing',
    group: 'delivery',
    severity: 'should',
    expects: 'survive',
    requests: () => [],
    judge({ kit, exchanges }) {
      for (const { sent } of exchanges) {
        const leak = sent.response && leakIn(sent.response, [kit.secret, kit.secondSecret])
        if (leak) return { code: 'leaked', ...leak }
      }
      return exchanges.some(({ sent }) => sent.response !== null)
        ? { code: 'as_expected' }
        : { code: 'not_judged', reason: 'no_answer' }
    },
  },
]

const statusOf = (exchange: Exchange | undefined): number | undefined =>
  exchange?.sent.outcome.kind === 'responded' ? exchange.sent.outcome.status : undefined

/** An event whose first attempt loses its answer, then retries until one is accepted. */
export function lostThenAgain(kit: Kit): Planned[][] {
  const draft = kit.draft()
  const bytes = Buffer.byteLength(JSON.stringify(draft.payload))
  return [
    [{ label: 'lost', draft, wire: { cut: { at: 'body', bytes, how: 'reset' } } }],
    ...[300, 1000, 2000].map((afterMs, at): Planned[] => [
      { label: 'again', draft, attempt: at + 2, afterMs, ...(at > 0 && { ifRefused: true as const }) },
    ]),
  ]
}

/** The members of one payload that identify its object, for another payload of the same family. */
function sharedId(from: Record<string, unknown>, to: Record<string, unknown>) {
  const names = Object.keys(from).filter((name) => name in to && /(^|_)id$/.test(name))
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}
