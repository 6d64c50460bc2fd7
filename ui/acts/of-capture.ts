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
import { getCapture } from '../live/routes.ts'
import { awaitField } from '../place/awaited-field.ts'
import { place } from '../place/navigation.ts'
import { rows } from '../stream/stream.ts'
import { besideOf, openDiff, openTab, type ThingAct } from './act.ts'
import { copyActs } from './copying.ts'

/** As the form of the capture would send it: the same bytes, to the address that the last replay went to. */
const sameAgain = (): ReplayOrder => (replayUrl.value === '' ? {} : { url: replayUrl.value })

async function sendAgain(id: string): Promise<void> {
  const from = place.value
  const done = await attemptTo(replay(id, sameAgain()))
  if (done === null) return
  const { url, outcome, duration_ms } = done.exchange
  // The receiver may have taken its time.
  if (place.value === from) openTab(id, 'answer')
  say(`Sent again to ${target(url, location.origin)}: ${sayOutcome(outcome)} in ${duration(duration_ms)}`)
}

/** The fault is put on what was sent, where it was sent from here. */
async function fault(id: string): Promise<void> {
  const found = await attemptTo(getCapture(id))
  if (found === null) return
  const { delivery_id } = found.capture
  if (delivery_id !== null) openResend(delivery_id, 'fault')
  else say('Only what the sandbox sends takes a fault. This capture came from elsewhere: e edits it.')
}

async function diff(id: string): Promise<void> {
  const found = await attemptTo(getCapture(id))
  if (found === null) return
  const beside = await besideOf(found.capture)
  if (beside !== null) openDiff(id, beside)
  else say('Its endpoint has received nothing else, so there is nothing to lay beside it.')
}

/** What can be done to a capture. */
export function captureActs(id: string): ThingAct[] {
  const entry = rows.get(id)
  const known = entry?.kind === 'capture' ? entry.data : null
  const isPinned = known?.pinned ?? false
  const name = known === null ? id : `${known.method} ${known.path}`
  return [
    {
      name: 'replay',
      title: 'Send it again',
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
      title: 'Edit and send it again',
      key: 'e',
      run() {
        awaitField()
        editsReplay.value = true
        openTab(id, 'replay')
      },
    },
    { name: 'fault', title: 'Resend its delivery with a fault', key: 'x', run: () => fault(id) },
    { name: 'signature', title: 'Show the signature', key: 'v', run: () => openTab(id, 'signature') },
    { name: 'diff', title: 'Lay it beside the one before', key: 'd', run: () => diff(id) },
    ...copyActs('capture', id),
    {
      name: 'pin',
      title: isPinned ? 'Unpin it' : 'Pin it',
      run: () => setPinned(id, !isPinned),
    },
    { name: 'delete', title: 'Delete it', key: 'Delete', run: () => removeCapture(id, name) },
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
