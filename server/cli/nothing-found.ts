import { METHODS } from 'node:http'
import { captureFilters } from '../capture/filters.ts'
import { readTerms } from '../database/query.ts'
import { deliveryFilters } from '../delivery/filters.ts'
import { eventNames } from '../events/builders.ts'
import { didYouMeanEvent } from '../events/patterns.ts'
import { didYouMean } from '../words/nearest.ts'
import { fitsPattern } from '../words/pattern.ts'
import { printable } from '../words/printable.ts'
import type { Client } from './client.ts'
import { subscriptionMeant } from './subscription/meant.ts'
import type { Terminal } from './terminal.ts'

const filters = { captures: Object.keys(captureFilters), deliveries: Object.keys(deliveryFilters) }

type Searched = keyof typeof filters

/**
 * What stands in a search as a filter that there is not, a sentence for each. The sandbox takes it for words, unless it is
 * near to a filter that there is.
 */
export function takenForWords(list: Searched, q = ''): string[] {
  const names = filters[list]
  return readTerms(q)
    .filter(({ name, typed }) => name !== null && !names.includes(name) && !typed.includes('://'))
    .map(
      ({ name, typed }) =>
        `${name} is no filter, so ${typed} was looked for as it stands; filters are ${names.join(', ')}.`,
    )
}

/** Says what of a search that found nothing may be why. */
export function tellTakenForWords({ log }: Terminal, list: Searched, q?: string) {
  for (const sentence of takenForWords(list, q)) log(printable(sentence))
}

/** Says of patterns, with commas between, which of them no event of the platform fits, and what may have been meant. */
export function tellUnfitting({ log }: Pick<Terminal, 'log'>, patterns = '') {
  for (const pattern of patterns.split(',').filter((one) => one !== '')) {
    if (eventNames.some((name) => fitsPattern(pattern, name))) continue
    log(printable(`No event of the platform fits ${pattern}. ${didYouMeanEvent(pattern)}`.trim()))
  }
}

/** Says of a method, or of several with commas between, which are none of HTTP, and what may have been meant. */
export function tellNoMethod({ log }: Pick<Terminal, 'log'>, methods = '') {
  for (const method of methods.split(',').filter((one) => one !== '' && !one.includes('*'))) {
    if (METHODS.includes(method.toUpperCase())) continue
    log(printable(`${method} is no method of HTTP. ${didYouMean(method, METHODS)}`.trim()))
  }
}

/** What is asked for by an id or a name, where it is listed, and what is said where it is not. */
const named = {
  subscription: { plural: 'subscriptions', by: 'id', none: 'No subscription has the id' },
  endpoint: { plural: 'endpoints', by: 'name', none: 'No endpoint has the name' },
} as const
type Named = keyof typeof named

/** Says of a subscription or an endpoint that was asked for, or of several with commas between, where there is none of that name. */
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

/** Says of a filter of deliveries that met none what may be why. */
export async function tellNoneMet(
  { client, terminal }: { client: Client; terminal: Terminal },
  { q, event, subscription }: { q?: string; event?: string; subscription?: string },
) {
  tellTakenForWords(terminal, 'deliveries', q)
  tellUnfitting(terminal, event)
  await tellUnlisted({ client, terminal }, { subscription })
}

/** Says of a list that it is empty. */
export const tellNothing = ({ log }: Terminal, list: Searched | 'calls' | 'runs') =>
  log(`No ${list} are found.`)

/** Says of a search in captures that found none what may be why. */
export async function tellNoneFound(needs: { client: Client; terminal: Terminal }, q = '') {
  tellTakenForWords(needs.terminal, 'captures', q)
  const asked = (filter: string) =>
    readTerms(q).find(({ name, negated }) => name === filter && !negated)?.value
  tellNoMethod(needs.terminal, asked('method'))
  for (const { name, typed } of readTerms(q))
    if (name === null && /^dlv_\w+$/.test(typed))
      needs.terminal.log(`${typed} is the id of a delivery: delivery_id:${typed} finds what arrived of it.`)
  await tellUnlisted(needs, { endpoint: asked('endpoint') })
}
