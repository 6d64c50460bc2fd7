/** A piece of a filter as typed: a word, a quoted phrase or `name:value`, each of which a minus turns round. */
export interface FilterPiece {
  /** Where it stands in the text, `end` not included. */
  start: number
  end: number
  negated: boolean
  /** In lower case; null for a word to search for. */
  name: string | null
  value: string
}

const piece = /(-?)(?:([a-z_]+):)?("[^"]*"?|[^\s"]*)/giy

/** Cuts a filter into its pieces. */
export function filterPieces(text: string): FilterPiece[] {
  const pieces: FilterPiece[] = []
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at] ?? '')) {
      at++
      continue
    }
    piece.lastIndex = at
    const [whole = '', minus = '', name, value = ''] = piece.exec(text) ?? []
    const end = at + Math.max(1, whole.length)
    pieces.push({
      start: at,
      end,
      negated: minus !== '',
      name: name?.toLowerCase() ?? null,
      value: value.replaceAll('"', ''),
    })
    at = end
  }
  return pieces
}

/** The filters of each list that may stand in its `q`. */
export const filterNames = {
  event: ['event', 'source', 'run_id', 'since', 'until'],
  delivery: ['state', 'event', 'subscription_id', 'event_id', 'run_id', 'since', 'until'],
  capture: [
    'verdict',
    'event',
    'endpoint',
    'status',
    'cause',
    'mistake',
    'method',
    'path',
    'pinned',
    'webhook_id',
    'delivery_id',
    'since',
    'until',
  ],
  call: ['method', 'path', 'status', 'code', 'identity', 'run_id', 'since', 'until'],
} as const

type Listed = keyof typeof filterNames
const lists = Object.keys(filterNames) as Listed[]
const knows = (list: Listed, name: string) => filterNames[list].some((one) => one === name)

/**
 * Whether a list has what a filter names. A name that no list has is the sandbox's to judge:
 * it may be a word to search for or misspelt.
 */
export const hasFilters = (list: Listed, text: string): boolean =>
  filterPieces(text).every(
    ({ name }) => name === null || knows(list, name) || !lists.some((other) => knows(other, name)),
  )

/** What can be put in the place of the piece in which the caret stands. */
export interface Proposal {
  text: string
  /** What it means, where the word does not say it. */
  about?: string
}

/** What values a filter may take, as far as it is known here. */
export type KnownValues = Partial<Record<string, readonly string[]>>

const abouts: Partial<Record<string, string>> = {
  cause: 'why a signature failed, such as body_only_signed',
  code: 'the error of the platform',
  delivery_id: 'the delivery that led to it',
  endpoint: 'the name behind /in/',
  event: 'a name; * for any letters',
  mistake: 'duplicate, stale … or * for any',
  path: '* for any letters',
  pinned: 'true or false',
  since: '5m, 2h or a time',
  state: 'of deliveries',
  status: 'of the reply: 503, 4xx, >=400',
  until: '5m, 2h or a time',
  verdict: 'what verification says',
  webhook_id: 'the same on every retry',
}

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
      .map((value) => ({ text: `${minus}${here.name}:${value}` }))
  }
  const asked = usualFirst.filter((kind) => kinds.includes(kind))
  const names = [...new Set(asked.flatMap((kind) => filterNames[kind] as readonly string[]))]
  const typed = here?.value.toLowerCase() ?? ''
  return names
    .filter((name) => name.startsWith(typed))
    .slice(0, mostProposed)
    .map((name) => {
      const about = abouts[name]
      return { text: `${minus}${name}:`, ...(about === undefined ? {} : { about }) }
    })
}

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
