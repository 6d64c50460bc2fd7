/** Finds captures whose body or head can be sent again, and refuses the others. */
import { failUnknown } from '../api/unknown-id.ts'
import { fail } from '../failures.ts'
import { headerValueForm } from '../schema/header-names.ts'
import type { CaptureRow } from '../wire.ts'
import { call, said } from '../words/act.ts'
import { headerNameForm } from '../words/header-names.ts'
import { cutWords } from '../words/reply.ts'
import type { CaptureStore } from './store.ts'

/** Valid methods and targets. A line break would start another header. */
export const methodForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/
export const targetForm = /^[\x21-\x7e\x80-\xff]*$/
/** The same for an unreadable request, which is stored as received. */
export const unreadForm = /^[^\n]*$/

/** Whether a head can be sent again. An unreadable head cannot. */
const isSendable = ({
  method,
  path,
  query,
  headers,
  trailers,
}: Pick<CaptureRow, 'method' | 'path' | 'query' | 'headers' | 'trailers'>): boolean =>
  methodForm.test(method) &&
  targetForm.test(path) &&
  targetForm.test(query) &&
  [...headers, ...trailers].every(([name, value]) => headerNameForm.test(name) && headerValueForm.test(value))

/** A capture with a stored body. Refuses a capture without one. */
export function keptBody(captures: CaptureStore, id: string): { capture: CaptureRow; body: Buffer } {
  const capture = captures.rowOf(id) ?? failUnknown('capture_unknown', id)
  const body =
    captures.bodyOf(id) ?? fail('body_not_kept', `The body of ${id} exceeded the limit and is not stored.`)
  return { capture, body }
}

/** Why a stored body is incomplete, as a sentence. Null if it is complete. */
export const whyCut = ({ body_cut, reply }: Pick<CaptureRow, 'body_cut' | 'reply'>): string | null =>
  body_cut ? cutWords(reply) : null

/** As {@link keptBody}, but also refuses what cannot be sent again as received. */
export function wholeBody(captures: CaptureStore, id: string): { capture: CaptureRow; body: Buffer } {
  const found = keptBody(captures, id)
  const why = whyCut(found.capture)
  if (why !== null)
    fail(
      'body_cut',
      `The body of ${id} is incomplete: ${why}`,
      said`${call('getCaptureBody', { id })} returns the bytes that arrived.`,
    )
  checkHead(found.capture)
  return found
}

/** Refuses a capture whose head no request can have. */
export function checkHead(capture: CaptureRow) {
  if (isSendable(capture)) return
  fail(
    'body_cut',
    `The head of ${capture.id} is unreadable, so the request cannot be sent again.`,
    'Send a corrected request: the reply to this one says what is wrong.',
  )
}
