import { fail } from '../failures.ts'
import type { CaptureRow } from '../wire.ts'
import type { CaptureStore } from './store.ts'

/** A capture of which something of the body is kept; refuses where there is none. */
export function keptBody(captures: CaptureStore, id: string): { capture: CaptureRow; body: Buffer } {
  const capture = captures.rowOf(id) ?? fail('capture_unknown', `No capture has the id ${id}.`)
  const body =
    captures.bodyOf(id) ?? fail('body_not_kept', `The body of ${id} was over the limit and is not kept.`)
  return { capture, body }
}

/** As {@link keptBody}, refusing as well where the sender went away before its end. */
export function wholeBody(captures: CaptureStore, id: string): { capture: CaptureRow; body: Buffer } {
  const found = keptBody(captures, id)
  if (found.capture.body_cut)
    fail('body_cut', `The sender of ${id} went away after ${found.body.length} bytes of the body.`)
  return found
}
