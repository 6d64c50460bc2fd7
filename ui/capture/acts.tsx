/** The actions on a capture, as buttons and as commands. */
import type { Capture } from '../../server/wire.ts'
import type { Command } from '../commands/commands.tsx'
import { buttonCommands, replayCommand, sandboxCurl } from '../commands/curl.ts'
import { Icon } from '../kit/icon.tsx'
import { go } from '../place/navigation.ts'
import { editNote, setPinned } from './capture-marks.ts'
import { removeCapture } from './deleting.ts'

/** The replay tab. */
export const replayTab = 'replay'

export function CaptureActs({ capture }: { capture: Capture }) {
  const { id, pinned, note } = capture
  return (
    <>
      <button type="button" class="primary" onClick={() => go({ tab: replayTab }, 'replace')}>
        Replay
      </button>
      <button
        type="button"
        aria-pressed={pinned}
        title={
          pinned
            ? 'Let retention delete this capture again'
            : 'Keep this capture when retention deletes others'
        }
        onClick={() => void setPinned(id, !pinned)}
      >
        <Icon name="pin" /> {pinned ? 'Unpin' : 'Pin'}
      </button>
      <button type="button" class="note-act" onClick={() => editNote(id)}>
        {note === null ? 'Note' : 'Edit note'}
      </button>
      <button
        type="button"
        class="danger"
        title="Delete this capture, its forwards and its replays. You can undo this for a few seconds."
        onClick={() => removeCapture(id, `${capture.method} ${capture.path}`)}
      >
        Delete
      </button>
    </>
  )
}

export function commandsOf({ id, pinned, note }: Capture): Command[] {
  const path = `/sandbox/captures/${id}`
  return [
    ...buttonCommands('Replay', replayCommand(id, {}) ?? '', {
      path: `${path}/replay`,
      body: {},
      what: 'the replay',
    }),
    {
      button: pinned ? 'Unpin' : 'Pin',
      what: 'the pin request as curl',
      text: sandboxCurl('PATCH', path, { pinned: !pinned }),
    },
    {
      button: 'Note',
      what: 'the note request as curl',
      text: sandboxCurl('PATCH', path, { note: note ?? 'to look at' }),
    },
    { button: 'Delete', what: 'the delete request as curl', text: sandboxCurl('DELETE', path) },
  ]
}
