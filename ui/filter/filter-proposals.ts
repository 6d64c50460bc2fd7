import { filterNames, type Listed } from '../../server/words/filter-names.ts'
import { filterPieces } from '../stream/filter-text.ts'

/** What can be put in the place of the piece in which the caret stands. */
export interface Proposal {
  text: string
  /** What it means, where the word does not say it. */
  about?: string
  /** It takes the place of all that is typed. */
  isWhole?: true
}

/** What values a filter may take, as far as it is known here. */
export type KnownValues = Partial<Record<string, readonly string[]>>

const abouts: Partial<Record<string, string>> = {
  call_id: 'the call that caused it',
  cause: 'why a signature failed',
  code: 'the error of the platform',
  delivery_id: 'the delivery that led to it',
  endpoint: 'the name behind /in/',
  event: 'a name; * for any letters',
  event_id: 'the event that it brings',
  identity: 'who the client called as',
  method: 'of the request',
  mistake: 'what is wrong beside the signature',
  path: '* for any letters',
  pinned: 'kept whatever the retention lets go',
  run_id: 'the run that made it',
  since: 'not before: 5m, 2h or a time',
  source: 'what made the event happen',
  state: 'how far a delivery has come',
  status: 'that was answered: 503, 4xx, >=400',
  subscription_id: 'whom it was for',
  until: 'not after: 5m, 2h or a time',
  verdict: 'what verification says',
  webhook_id: 'the same on every retry',
}

const valueAbouts: Partial<Record<string, Partial<Record<string, string>>>> = {
  verdict: {
    verified: 'the signature fits',
    failed: 'the signature does not fit',
    unsigned: 'there is no signature',
    unknown_secret: 'signed, but no secret is known',
  },
  state: {
    pending: 'waits for its first attempt',
    sending: 'an attempt is under way',
    retrying: 'failed, and is tried again',
    succeeded: 'was delivered',
    failed: 'was given up',
    cancelled: 'was ended by hand',
    refused: 'spoilt on purpose, rightly refused',
    wrongly_accepted: 'spoilt on purpose, and accepted',
  },
  mistake: {
    '*': 'any of them',
    duplicate: 'came before',
    out_of_order: 'came behind a later one',
    stale: 'signed too long ago',
    unknown_event: 'a name that is not in the catalogue',
    schema_violation: 'the payload does not fit its schema',
  },
  source: {
    trigger: 'fired by hand',
    scenario: 'a step of a run',
    call: 'a call to the platform',
    traffic: 'simulated traffic',
  },
  status: { '>=400': 'all that went wrong', '2xx': 'all that went well' },
}
function aboutValue(name: string, value: string): string | undefined {
  if ((name === 'since' || name === 'until') && /^\d/.test(value))
    return `${spanWords(value)} back on the sandbox's clock`
  return valueAbouts[name]?.[value]
}
const spanWords = (value: string) =>
  value.replace(/^(\d+)([mhd])$/, (_, much, unit) => `${much} ${{ m: 'min', h: 'h', d: 'd' }[unit as 'm']}`)

const mostProposed = 10
/** The kinds by how often one filters them. */
const usualFirst = ['capture', 'delivery', 'call', 'event'] as const

/** The piece that ends at or holds the caret. */
const pieceAt = (text: string, caret: number) =>
  filterPieces(text).find(({ start, end }) => start < caret && caret <= end)

/** What goes on from what is typed at the caret: names of filters, then the values of the one named. */
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
      .map((value) => proposal(`${minus}${here.name}:${value}`, aboutValue(here.name ?? '', value)))
  }
  const asked = usualFirst.filter((kind) => kinds.includes(kind))
  const names = [...new Set(asked.flatMap((kind) => filterNames[kind] as readonly string[]))]
  const typed = here?.value.toLowerCase() ?? ''
  return names
    .filter((name) => name.startsWith(typed))
    .slice(0, mostProposed)
    .map((name) => proposal(`${minus}${name}:`, abouts[name]))
}

const proposal = (text: string, about: string | undefined): Proposal => ({
  text,
  ...(about === undefined ? {} : { about }),
})

/** The text with a proposal in it, and where the caret stands then. */
export function withProposal(text: string, caret: number, chosen: string): { text: string; caret: number } {
  const here = pieceAt(text, caret)
  const [start, end] = here ? [here.start, here.end] : [caret, caret]
  // After a value the next piece is typed, after a name its value.
  const gap = chosen.endsWith(':') || text[end] === ' ' ? '' : ' '
  const before = text.slice(0, start)
  return {
    text: `${before}${chosen}${gap}${text.slice(end)}`,
    caret: before.length + chosen.length + (chosen.endsWith(':') ? 0 : 1),
  }
}
