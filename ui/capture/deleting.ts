import { deleteCapture } from '../live/routes/capture.ts'
import { doLater } from '../live/undo.ts'
import { close, go, place } from '../place/navigation.ts'
import { hide } from '../stream/stream.ts'

/** Deletes a capture, which can be undone for a while, and closes it where it is open. */
export function removeCapture(id: string, name: string): void {
  const before = place.value
  if (before.open === id) close('replace')
  const after = place.value
  const end = hide((entry) => entry.id === id)
  doLater({
    said: `Deleted ${name}`,
    async run() {
      const done = await deleteCapture(id)
      end(false)
      return done
    },
    undo() {
      end(true)
      if (place.value === after && before.open === id) go(before, 'replace')
    },
  })
}
