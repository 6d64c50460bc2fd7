import { signal } from '@preact/signals'
import { createDrafts } from '../form/drafts.ts'
import type { Problem } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { patchCapture } from '../live/routes/capture.ts'
import { touched } from '../live/touched.ts'

/** Notes that were left before they were saved. */
export const noteDrafts = createDrafts<{ text: string }>()
/** The capture whose note is being written. */
export const noteBeingEdited = signal<string | null>(null)

/** Opens the note of a capture for writing. */
export function editNote(id: string): void {
  noteBeingEdited.value = id
}
/** Gives up what was written of a note, or is done with it. */
export function leaveNote(id: string): void {
  noteDrafts.forget(id)
  if (noteBeingEdited.value === id) noteBeingEdited.value = null
}

/** Keeps a capture whatever the retention lets go, or no longer. */
export async function setPinned(id: string, pinned: boolean): Promise<void> {
  if ((await attemptTo(patchCapture(id, { pinned }))) === null) return
  said.value = pinned ? 'Pinned' : 'Unpinned'
  touched.value++
}

/** Writes a note; an empty one is taken off. Answers what was refused. */
export async function saveNote(id: string, text: string): Promise<Problem | null> {
  const note = text.trim() === '' ? null : text.trim()
  const done = await patchCapture(id, { note })
  if (!done.ok) return done.problem
  said.value = note === null ? 'Note taken off' : 'Note saved'
  leaveNote(id)
  touched.value++
  return null
}
