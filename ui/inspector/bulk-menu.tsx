/** The menu of actions on all listed records. */

import { useEffect, useState } from 'preact/hooks'
import { Menu, type MenuItem, type MenuPart } from '../kit/menu.tsx'
import { saveFrom } from '../kit/save-file.ts'
import { place } from '../place/navigation.ts'
import { type BulkAct, bulkOrder, capturesListed, deliveriesListed, exportPath } from '../stream/bulk.ts'
import { newestListed } from '../stream/bulk-acting.ts'
import { askBeforeAll, isMenuAsked } from '../stream/bulk-asked.ts'

const titles = {
  resend: 'Resend…',
  recover: 'Recover since…',
  'attempt-now': 'Attempt now…',
  cancel: 'Cancel…',
  replay: 'Replay to…',
  pin: 'Pin…',
  unpin: 'Unpin…',
  delete: 'Delete…',
} as const satisfies Record<BulkAct, string>

function item(act: BulkAct): MenuItem {
  const order = bulkOrder(act, place.value, { newest: newestListed() })
  return {
    title: titles[act],
    danger: act === 'delete' || act === 'cancel',
    disabled: order === null ? 'Filter the list first: this would resend every delivery' : undefined,
    run: () => askBeforeAll(act),
  }
}

const download = (title: string, form: 'har' | 'jsonl'): MenuItem => ({
  title,
  run: () => saveFrom(exportPath(place.value, form), `captures.${form}`),
})

function parts(): MenuPart[] {
  const made: MenuPart[] = []
  if (deliveriesListed(place.value) !== null)
    made.push({
      heading: 'All listed deliveries',
      items: [item('resend'), item('recover'), item('attempt-now'), item('cancel')],
    })
  if (capturesListed(place.value) !== null)
    made.push({
      heading: 'All listed captures',
      items: [
        item('replay'),
        item('pin'),
        item('unpin'),
        download('Export as HAR', 'har'),
        download('Export as JSON lines', 'jsonl'),
        item('delete'),
      ],
    })
  return made
}

export function BulkMenu() {
  const isNone = deliveriesListed(place.value) === null && capturesListed(place.value) === null
  const [opensAtOnce] = useState(isMenuAsked.peek())
  useEffect(() => {
    isMenuAsked.value = false
  }, [])
  return (
    <Menu
      label="Bulk actions"
      menuLabel="Actions on all listed records"
      parts={parts}
      disabled={isNone}
      opensAtOnce={opensAtOnce}
    />
  )
}
