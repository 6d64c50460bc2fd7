/** The acts on a capture: replay, edit, compare, pin, delete. */

import { duration } from '../../server/words/duration.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { editNote, setPinned } from '../capture/capture-marks.ts'
import { removeCapture } from '../capture/deleting.ts'
import { editsReplay, replay } from '../capture/replaying.ts'
import { replayCommand, sandboxCurl } from '../commands/curl.ts'
import { openResend } from '../delivery/resending.ts'
import { target } from '../kit/format.ts'
import { replayUrl } from '../kit/preferences.ts'
import { attemptTo, say } from '../live/refusal.ts'
import type { ReplayOrder } from '../live/replay-order.ts'
import { getCapture } from '../live/routes/records.ts'
import { awaitField } from '../place/awaited-field.ts'
import { place } from '../place/navigation.ts'
import { rows } from '../stream/stream.ts'
import { besideOf, openDiff, openTab, type ThingAct } from './act.ts'
import { copyActs } from './copying.ts'

/** Repeats the last replay from the form: the same bytes to the same address. */
const sameAgain = (): ReplayOrder => (replayUrl.value === '' ? {} : { url: replayUrl.value })

async function sendAgain(id: string): Promise<void> {
  const from = place.value
  const done = await attemptTo(replay(id, sameAgain()))
  if (done === null) return
  const { url, outcome, duration_ms } = done.exchange
  // The reader may have opened another view while the receiver responded.
  if (place.value === from) openTab(id, 'answer')
  say(`Replayed to ${target(url, location.origin)}: ${sayOutcome(outcome)} in ${duration(duration_ms)}`)
}

/** Resends the delivery of the capture with a fault, if the sandbox sent it. */
async function fault(id: string): Promise<void> {
  const found = await attemptTo(getCapture(id))
  if (found === null) return
  const { delivery_id } = found.capture
  if (delivery_id !== null) openResend(delivery_id, 'fault')
  else
    say(
      'Faults apply only to deliveries of this sandbox, and another sender made this request. Press e to edit and replay the capture.',
    )
}

async function diff(id: string): Promise<void> {
  const found = await attemptTo(getCapture(id))
  if (found === null) return
  const beside = await besideOf(found.capture)
  if (beside !== null) openDiff(id, beside)
  else say('Nothing to compare: the endpoint has received no other request.')
}

export function captureActs(id: string): ThingAct[] {
  const entry = rows.get(id)
  const known = entry?.kind === 'capture' ? entry.data : null
  const isPinned = known?.pinned ?? false
  const name = known === null ? id : `${known.method} ${known.path}`
  return [
    {
      name: 'replay',
      title: 'Replay',
      changes: 'replay',
      key: 'r',
      run: () => sendAgain(id),
      command: () => {
        const command = replayCommand(id, sameAgain())
        return [
          ...(command === null ? [] : [{ what: 'the replay as a command', text: command }]),
          {
            what: 'the replay as curl',
            text: sandboxCurl('POST', `/sandbox/captures/${id}/replay`, sameAgain()),
          },
        ]
      },
    },
    {
      name: 'edit',
      title: 'Edit and replay',
      key: 'e',
      run() {
        awaitField()
        editsReplay.value = true
        openTab(id, 'replay')
      },
    },
    { name: 'fault', title: 'Resend the delivery with a fault', key: 'x', run: () => fault(id) },
    { name: 'signature', title: 'Show the signature', key: 'v', run: () => openTab(id, 'signature') },
    { name: 'diff', title: 'Compare with the previous capture', key: 'd', run: () => diff(id) },
    ...copyActs('capture', id),
    {
      name: 'pin',
      title: isPinned ? 'Unpin' : 'Pin',
      changes: 'capturePin',
      run: () => setPinned(id, !isPinned),
    },
    {
      name: 'delete',
      title: 'Delete',
      changes: 'captureDelete',
      key: 'Delete',
      run: () => removeCapture(id, name),
    },
    {
      name: 'note',
      title: 'Write a note',
      run() {
        openTab(id, 'request')
        editNote(id)
      },
    },
  ]
}
