/** Explains why a list may be empty: an unknown filter, event, method, subscription or endpoint. */
import { METHODS } from 'node:http'
import { captureFilters } from '../capture/filters.ts'
import { isPlainWord, readTerms } from '../database/query.ts'
import { deliveryFilters } from '../delivery/filters.ts'
import { eventNames } from '../events/builders.ts'
import { didYouMeanEvent } from '../events/patterns.ts'
import { didYouMean } from '../words/nearest.ts'
import { fitsPattern } from '../words/pattern.ts'
import { printable } from '../words/printable.ts'
import { searchHint } from '../words/search-hint.ts'
import type { Client } from './client.ts'
import { subscriptionMeant } from './subscription/meant.ts'
import type { Terminal } from './terminal.ts'

const filters = { captures: Object.keys(captureFilters), deliveries: Object.keys(deliveryFilters) }

type Searched = keyof typeof filters

/**
 * A sentence for each term of a search that looks like a filter but is not. The sandbox searches such a term as text, unless
 * its name is close to that of a filter.
 */
export function takenForWords(list: Searched, q = ''): string[] {
  const names = filters[list]
  return readTerms(q)
    .filter(({ name, typed }) => name !== null && !names.includes(name) && !typed.includes('://'))
    .map(
      ({ name, typed }) =>
        `${name} is not a filter, so "${typed}" was searched as text. The filters are ${names.join(', ')}.`,
    )
}

/** Prints which terms were searched as text. */
export function tellTakenForWords({ log }: Terminal, list: Searched, q?: string) {
  for (const sentence of takenForWords(list, q)) log(printable(sentence))
}

/** Prints which of several comma-separated patterns match no event, with the nearest names. */
export function tellUnfitting({ log }: Pick<Terminal, 'log'>, patterns = '') {
  for (const pattern of patterns.split(',').filter((one) => one !== '')) {
    if (eventNames.some((name) => fitsPattern(pattern, name))) continue
    log(printable(`No event of the platform fits ${pattern}. ${didYouMeanEvent(pattern)}`.trim()))
  }
}

/** Prints which of several comma-separated methods are not HTTP methods, with the nearest names. */
export function tellNoMethod({ log }: Pick<Terminal, 'log'>, methods = '') {
  for (const method of methods.split(',').filter((one) => one !== '' && !one.includes('*'))) {
    if (METHODS.includes(method.toUpperCase())) continue
    log(printable(`${method} is not an HTTP method. ${didYouMean(method, METHODS)}`.trim()))
  }
}

/** The kinds of things that a filter names, and the sentence for an unknown name. */
const named = {
  subscription: { plural: 'subscriptions', by: 'id', none: 'No subscription has the id' },
  endpoint: { plural: 'endpoints', by: 'name', none: 'No endpoint has the name' },
} as const
type Named = keyof typeof named

/** Prints which of several comma-separated subscriptions or endpoints do not exist. */
export async function tellUnlisted(
  { client, terminal }: { client: Client; terminal: Pick<Terminal, 'log'> },
  asked: { [K in Named]?: string | undefined },
) {
  for (const [kind, { plural, by, none }] of Object.entries(named)) {
    const given = (asked[kind as Named] ?? '').split(',').filter((one) => one !== '')
    if (given.length === 0) continue
    const rows = await client.all<Record<typeof by, string>>(`/sandbox/${plural}`, plural)
    const known = rows.map((row) => row[by])
    for (const one of given) {
      const isKnown = kind === 'subscription' ? await subscriptionMeant(client, one) : known.includes(one)
      if (!isKnown) terminal.log(printable(`${none} ${one}. ${didYouMean(one, known)}`.trim()))
    }
  }
}

/** Prints why a filter may match no delivery. */
export async function tellNoneMet(
  { client, terminal }: { client: Client; terminal: Terminal },
  { q, event, subscription }: { q?: string; event?: string; subscription?: string },
) {
  tellTakenForWords(terminal, 'deliveries', q)
  tellUnfitting(terminal, event)
  await tellUnlisted({ client, terminal }, { subscription })
}

/** Prints that a list is empty. */
export const tellNothing = ({ log }: Terminal, list: Searched | 'calls' | 'runs') => log(`No ${list} found.`)

/** Prints why a search may match no capture. */
export async function tellNoneFound(needs: { client: Client; terminal: Terminal }, q = '') {
  tellTakenForWords(needs.terminal, 'captures', q)
  const asked = (filter: string) =>
    readTerms(q).find(({ name, negated }) => name === filter && !negated)?.value
  tellNoMethod(needs.terminal, asked('method'))
  for (const { name, typed } of readTerms(q))
    if (name === null && /^dlv_\w+$/.test(typed))
      needs.terminal.log(
        `${typed} is the id of a delivery. To find its captures, search for delivery_id:${typed}`,
      )
  if (readTerms(q).some(isPlainWord)) needs.terminal.log(searchHint)
  await tellUnlisted(needs, { endpoint: asked('endpoint') })
}
