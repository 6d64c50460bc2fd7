/** The user's note on a capture, editable in place. */
import type { TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Capture } from '../../server/wire.ts'
import { useDraft } from '../form/drafts.ts'
import { ProblemBox } from '../live/problem.tsx'
import { useProblem } from '../live/use-loaded.ts'
import { editNote, leaveNote, noteBeingEdited, noteDrafts, saveNote } from './capture-marks.ts'

export function Note({ capture: { id, note } }: { capture: Pick<Capture, 'id' | 'note'> }) {
  if (noteBeingEdited.value === id) return <NoteForm id={id} note={note} />
  if (note === null) return null
  return (
    <p class="own-note">
      <button type="button" class="link" onClick={() => editNote(id)} title="Edit note">
        {note}
      </button>
    </p>
  )
}

function NoteForm({ id, note }: Pick<Capture, 'id' | 'note'>) {
  const { form, change } = useDraft(noteDrafts, id, () => ({ text: note ?? '' }))
  const { text } = form
  const [problem, setProblem] = useProblem()
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const form = field.current?.form
    field.current?.focus()
    return () => {
      if (form?.contains(document.activeElement)) document.querySelector<HTMLElement>('.note-act')?.focus()
    }
  }, [])
  const save = async (event: Event) => {
    event.preventDefault()
    setProblem(await saveNote(id, text))
  }
  const pressed = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') leaveNote(id)
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      event.currentTarget.form?.requestSubmit()
    else return
    event.stopPropagation()
  }
  return (
    <form class="note-form" onSubmit={(event) => void save(event)}>
      <textarea
        ref={field}
        rows={2}
        aria-label="Note"
        placeholder="Your note; the filter searches it too"
        value={text}
        onInput={(event) => change({ text: event.currentTarget.value })}
        onKeyDown={pressed}
      />
      {problem && <ProblemBox problem={problem} />}
      <div class="form-acts">
        <button type="submit" class="primary">
          Save note
        </button>
        <button type="button" onClick={() => leaveNote(id)}>
          Cancel
        </button>
      </div>
    </form>
  )
}
