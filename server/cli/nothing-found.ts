import { captureFilters } from '../capture/filters.ts'
import { readTerms } from '../database/query.ts'
import { deliveryFilters } from '../delivery/store.ts'
import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'

const filters = { captures: Object.keys(captureFilters), deliveries: Object.keys(deliveryFilters) }

/**
 * Says of a search that found nothing what stands in it as a filter that there is not, a line for each. The sandbox takes it
 * for words, unless it is near to a filter that there is.
 */
export function tellTakenForWords({ log }: Terminal, list: keyof typeof filters, q = '') {
  const names = filters[list]
  for (const { name, typed } of readTerms(q))
    if (name !== null && !names.includes(name) && !typed.includes('://'))
      log(
        printable(
          `${name} is no filter, so ${typed} was looked for as it stands; filters are ${names.join(', ')}.`,
        ),
      )
}

/** Says of a list that it is empty; by its search, where it is searched in, perhaps why. */
export function tellNothing(terminal: Terminal, list: keyof typeof filters | 'calls' | 'runs', q?: string) {
  terminal.log(`No ${list} are found.`)
  if (list === 'captures' || list === 'deliveries') tellTakenForWords(terminal, list, q)
}
