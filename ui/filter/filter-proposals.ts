/** Completes filter names and values at the caret. */
import { filterNames, type Listed } from '../../server/words/filter-names.ts'
import { filterPieces } from '../stream/filter-text.ts'

/** A replacement for the piece at the caret. */
export interface Proposal {
  text: string
  /** The meaning, unless the word itself says it. */
  about?: string | undefined
  /** Replaces the whole text. */
  isWhole?: true
}

/** The known values of a filter. */
export type KnownValues = Partial<Record<string, readonly string[]>>

const abouts: Partial<Record<string, string>> = {
  call_id: 'the call that caused it',
  cause: 'why verification failed',
  code: 'the platform error code',
  delivery_id: 'the delivery',
  endpoint: 'the endpoint name',
  event: 'event name; * matches any text',
  event_id: 'the event in the request',
  identity: 'the identity of the client',
  method: 'the request method',
  mistake: 'a mistake of the sender',
  path: 'path; * matches any text',
  pinned: 'pinned captures',
  run_id: 'the run',
  since: 'from: 5m, 2h or a time',
  source: 'what caused the event',
  state: 'delivery state',
  status: 'response status: 503, 4xx, >=400',
  subscription_id: 'the subscription',
  until: 'until: 5m, 2h or a time',
  verdict: 'the result of verification',
  webhook_id: 'the same on every retry',
}

const valueAbouts: Partial<Record<string, Partial<Record<string, string>>>> = {
  verdict: {
    verified: 'valid signature',
    failed: 'invalid signature',
    unsigned: 'no signature',
    unknown_secret: 'signed, but no known secret',
  },
  state: {
    pending: 'waiting for the first attempt',
    sending: 'attempt under way',
    retrying: 'failed, will be retried',
    succeeded: 'delivered',
    failed: 'all attempts failed',
    cancelled: 'cancelled',
    refused: 'faulty on purpose or edited, and rightly refused',
    wrongly_accepted: 'faulty on purpose, but accepted',
  },
  mistake: {
    '*': 'any mistake',
    duplicate: 'received before',
    out_of_order: 'received after a later event about the same object',
    stale: 'timestamp too old',
    unknown_event: 'event name not in the catalogue',
    schema_violation: 'payload does not match the schema',
  },
  source: {
    trigger: 'triggered by hand',
    scenario: 'a scenario step',
    call: 'a platform call',
    traffic: 'simulated traffic',
    check: 'a receiver check',
  },
  status: { '>=400': 'all failures', '2xx': 'all successes' },
}
function aboutValue(name: string, value: string): string | undefined {
  if ((name === 'since' || name === 'until') && /^\d/.test(value))
    return `${spanWords(value)} ago, by the sandbox clock`
  return valueAbouts[name]?.[value]
}
const spanWords = (value: string) =>
  value.replace(/^(\d+)([mhd])$/, (_, much, unit) => `${much} ${{ m: 'min', h: 'h', d: 'd' }[unit as 'm']}`)

const mostProposed = 10
/** The filter names by how often they are used. */
const usualFirst = ['capture', 'delivery', 'call', 'event'] as const

/** The piece at the caret. */
const pieceAt = (text: string, caret: number) =>
  filterPieces(text).find(({ start, end }) => start < caret && caret <= end)

/** The continuations at the caret: filter names, then the values of a name. */
export function proposals(
  text: string,
  caret: number,
  kinds: readonly Listed[],
  values: KnownValues,
): Proposal[] {
  const here = pieceAt(text, caret)
  const minus = here?.negated ? '-' : ''
  if (here?.name != null) {
    const typed = here.value.toLowerCase()
    return (values[here.name] ?? [])
      .filter((value) => value.toLowerCase().includes(typed) && value.toLowerCase() !== typed)
      .slice(0, mostProposed)
      .map((value) => ({
        text: `${minus}${here.name}:${value}`,
        about: aboutValue(here.name ?? '', value),
      }))
  }
  const asked = usualFirst.filter((kind) => kinds.includes(kind))
  const names = [...new Set(asked.flatMap((kind) => filterNames[kind] as readonly string[]))]
  const typed = here?.value.toLowerCase() ?? ''
  return names
    .filter((name) => name.startsWith(typed))
    .slice(0, mostProposed)
    .map((name) => ({ text: `${minus}${name}:`, about: abouts[name] }))
}

/** The text with a proposal, and the new caret position. */
export function withProposal(text: string, caret: number, chosen: string): { text: string; caret: number } {
  const here = pieceAt(text, caret)
  const [start, end] = here ? [here.start, here.end] : [caret, caret]
  // After a value the next piece follows; after a name, its value.
  const gap = chosen.endsWith(':') || text[end] === ' ' ? '' : ' '
  const before = text.slice(0, start)
  return {
    text: `${before}${chosen}${gap}${text.slice(end)}`,
    caret: before.length + chosen.length + (chosen.endsWith(':') ? 0 : 1),
  }
}
