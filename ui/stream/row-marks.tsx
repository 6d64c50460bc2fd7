/** Draws the note, the pin and the mistakes in the row of a capture. */
import { Icon } from '../kit/icon.tsx'
import type { CaptureLine } from '../live/entries.ts'
import { faultsOf } from '../verdict/capture-sign.ts'
import { MistakeBadge } from '../verdict/mistakes.tsx'

export function CaptureMarks({ capture }: { capture: CaptureLine }) {
  const { note, pinned } = capture
  const mistakes = faultsOf(capture)
  const [first, ...rest] = mistakes
  return (
    <>
      {note !== null && (
        <span class="row-note" title={note}>
          <Icon name="note" />
          <span class="unseen">note: </span>
          <span class="row-note-text">{note}</span>
        </span>
      )}
      {pinned && (
        <span class="row-pin" title="Pinned">
          <Icon name="pin" />
          <span class="unseen">pinned</span>
        </span>
      )}
      {first !== undefined && (
        <MistakeBadge mistake={first.mistake} title={mistakes.map(({ detail }) => detail).join('\n')} />
      )}
      {rest.length > 0 && <span class="quiet row-more">+{rest.length}</span>}
    </>
  )
}
