import { place } from '../../place/navigation.ts'
import { type BulkAct, type BulkOrder, bulkActs, bulkCommands, bulkOrder, nouns } from '../../stream/bulk.ts'
import { askBeforeAll } from '../../stream/bulk-asked.ts'
import type { Entry } from '../entry.ts'

/** What can be done to all that is listed; each asks in the view before it is done. */
export function bulkEntries(): Entry[] {
  if (place.value.view !== 'stream') return []
  return (Object.keys(bulkActs) as BulkAct[]).flatMap((act): Entry[] => {
    // Up to which one is asked when it is done: read here, each row that comes would have all of this made anew.
    const order = bulkOrder(act, place.value, { newest: 0 })
    if (order === null) return []
    const { kind, verb } = bulkActs[act]
    return [
      {
        id: `bulk:${act}`,
        group: 'page',
        title: `${verb} all listed ${nouns[kind][1]}`,
        about: abouts[act],
        words: 'act bulk every filter match',
        command: () => commandOf(order),
        run: () => askBeforeAll(act),
      },
    ]
  })
}

/** As the command line has it; a request would name the newest that is meant. */
const commandOf = (order: BulkOrder): string | null => {
  const [command, request] = bulkCommands(order, location.origin)
  return request === undefined ? null : (command?.text ?? null)
}

const abouts: Partial<Record<BulkAct, string>> = {
  recover: 'resend those that failed since a time',
  'attempt-now': 'those that wait, now',
  cancel: 'those that have not ended',
}
