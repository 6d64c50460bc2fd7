/** Deletes a capture, with undo, and closes it if it is open. */
import { deleteCapture } from '../live/routes/capture.ts'
import { doLater } from '../live/undo.ts'
import { close, go, place } from '../place/navigation.ts'
import { hide } from '../stream/stream.ts'

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
