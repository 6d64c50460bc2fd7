import type { Capture } from '../../../server/wire.ts'
import { CopyMenu } from '../../parts/copy-menu.tsx'
import { Icon } from '../../parts/icon.tsx'
import { replayCommand } from '../../parts/replay-command.ts'
import { attemptTo } from '../../state/acts.ts'
import { editNote, setPinned } from '../../state/capture-marks.ts'
import { getCurl, getHar } from '../../state/capture-routes.ts'
import { go } from '../../state/navigation.ts'

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
      <button type="button" onClick={() => editNote(id)}>
        {note === null ? 'Note' : 'Edit note'}
      </button>
      <CopyMenu
        items={[
          { title: 'as curl', text: () => attemptTo(getCurl(id)) },
          { title: 'as HAR', text: () => attemptTo(getHar(id)) },
          { title: 'as command', text: replayCommand(id, {}) ?? '' },
          { title: 'the id', text: id },
        ]}
      />
    </>
  )
}
