import { captureFilters } from '../capture/filters.ts'
import { readTerms } from '../database/query.ts'
import { deliveryFilters } from '../delivery/store.ts'
import { eventNames } from '../events/builders.ts'
import { nearest } from '../nearest.ts'
import { fitsPattern } from '../pattern.ts'
import { printable } from './printable.ts'
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
export function tellUnfitting({ log }: Terminal, patterns = '') {
  for (const pattern of patterns.split(',').filter((one) => one !== '')) {
    if (eventNames.some((name) => fitsPattern(pattern, name))) continue
    const close = nearest(pattern, eventNames)
    log(printable(`No event of the platform fits ${pattern}.${close ? ` Did you mean ${close}?` : ''}`))
  }
}

/** Says of a filter of deliveries that met none what may be why. */
export function tellNoneMet(terminal: Terminal, { q, event }: { q?: string; event?: string }) {
  tellTakenForWords(terminal, 'deliveries', q)
  tellUnfitting(terminal, event)
}

/** Says of a list that it is empty; by its search, where it is searched in, perhaps why. */
export function tellNothing(terminal: Terminal, list: Searched | 'calls' | 'runs', q?: string) {
  terminal.log(`No ${list} are found.`)
  if (list === 'captures' || list === 'deliveries') tellTakenForWords(terminal, list, q)
}
