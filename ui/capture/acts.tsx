import type { Capture } from '../../server/wire.ts'
import type { Command } from '../commands/commands.tsx'
import { buttonCommands, replayCommand, sandboxCurl } from '../commands/curl.ts'
import { Icon } from '../kit/icon.tsx'
import { go } from '../place/navigation.ts'
import { editNote, setPinned } from './capture-marks.ts'
import { removeCapture } from './deleting.ts'

/** The tab of a capture that sends it again. */
export const replayTab = 'replay'

/** What can be done to a capture. */
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
        title={pinned ? 'The retention may let it go again' : 'Keeps it whatever the retention lets go'}
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
        title="Deletes it and what was exchanged with it; this can be undone for a while"
        onClick={() => removeCapture(id, `${capture.method} ${capture.path}`)}
      >
        Delete
      </button>
    </>
  )
}

/** The same acts as commands. */
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
      what: 'the pin as curl',
      text: sandboxCurl('PATCH', path, { pinned: !pinned }),
    },
    {
      button: 'Note',
      what: 'the note as curl',
      text: sandboxCurl('PATCH', path, { note: note ?? 'to look at' }),
    },
    { button: 'Delete', what: 'the deletion as curl', text: sandboxCurl('DELETE', path) },
  ]
}
