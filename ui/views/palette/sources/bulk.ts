import { type BulkAct, bulkActs, bulkCommands, bulkOrder, nouns } from '../../../state/bulk.ts'
import { newestListed } from '../../../state/bulk-acting.ts'
import { askBeforeAll } from '../../../state/bulk-asked.ts'
import { place } from '../../../state/navigation.ts'
import type { Entry } from '../entry.ts'

/** What can be done to all that is listed; each asks in the view before it is done. */
export function bulkEntries(): Entry[] {
  if (place.value.view !== 'stream') return []
  const newest = newestListed()
  return (Object.keys(bulkActs) as BulkAct[]).flatMap((act): Entry[] => {
    const order = bulkOrder(act, place.value, { newest })
    if (order === null) return []
    const { kind, verb } = bulkActs[act]
    return [
      {
        id: `bulk:${act}`,
        group: 'page',
        title: `${verb} all listed ${nouns[kind][1]}`,
        about: abouts[act],
        words: 'act bulk every filter match',
        command: () => bulkCommands(order, location.origin)[0]?.text ?? null,
        run: () => askBeforeAll(act),
      },
    ]
  })
}

const abouts: Partial<Record<BulkAct, string>> = {
  recover: 'resend those that failed since a time',
  'attempt-now': 'those that wait, now',
  cancel: 'those that have not ended',
}
