/** Pins captures and edits their notes. */
import { signal } from '@preact/signals'
import { createDrafts } from '../form/drafts.ts'
import type { Problem } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { patchCapture } from '../live/routes/capture.ts'
import { touched } from '../live/touched.ts'
import { undoable } from '../live/undo.ts'

/** Unsaved notes. */
export const noteDrafts = createDrafts<{ text: string }>()
/** The capture whose note is being edited. */
export const noteBeingEdited = signal<string | null>(null)

/** Opens the note editor of a capture. */
export function editNote(id: string): void {
  noteBeingEdited.value = id
}
/** Closes the note editor, and drops its text. */
export function leaveNote(id: string): void {
  noteDrafts.forget(id)
  if (noteBeingEdited.value === id) noteBeingEdited.value = null
}

/** Pins a capture, so that retention keeps it, or unpins it, with Undo. */
export async function setPinned(id: string, pinned: boolean): Promise<void> {
  if (await pin(id, pinned)) undoable(pinned ? 'Pinned' : 'Unpinned', () => pin(id, !pinned))
}

async function pin(id: string, pinned: boolean): Promise<boolean> {
  if ((await attemptTo(patchCapture(id, { pinned }))) === null) return false
  said.value = pinned ? 'Pinned' : 'Unpinned'
  touched.value++
  return true
}

/** Saves a note; an empty text removes it. Returns the problem, if any. */
export async function saveNote(id: string, text: string): Promise<Problem | null> {
  const note = text.trim() === '' ? null : text.trim()
  const done = await patchCapture(id, { note })
  if (!done.ok) return done.problem
  said.value = note === null ? 'Note removed' : 'Note saved'
  leaveNote(id)
  touched.value++
  return null
}
