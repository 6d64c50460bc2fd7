import { failUnknown } from '../api/unknown-id.ts'
import { fail } from '../failures.ts'
import { headerValueForm } from '../schema/header-names.ts'
import type { CaptureRow } from '../wire.ts'
import { headerNameForm } from '../words/header-names.ts'
import { cutWords } from '../words/reply.ts'
import type { CaptureStore } from './store.ts'

/** What may stand in the head of a request: a line that ends early would begin another. */
export const methodForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/
export const targetForm = /^[\x21-\x7e\x80-\xff]*$/
/** The same of a request that could not be read, and is kept as it came. */
export const unreadForm = /^[^\n]*$/

/** Whether a head can be sent again; that of a request that could not be read cannot. */
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

/** A capture of which something of the body is kept; refuses where there is none. */
export function keptBody(captures: CaptureStore, id: string): { capture: CaptureRow; body: Buffer } {
  const capture = captures.rowOf(id) ?? failUnknown('capture_unknown', id)
  const body =
    captures.bodyOf(id) ?? fail('body_not_kept', `The body of ${id} was over the limit and is not kept.`)
  return { capture, body }
}

/** Why what is kept of a body is not all of it, in a sentence; null where it is. */
export const whyCut = ({ body_cut, reply }: Pick<CaptureRow, 'body_cut' | 'reply'>): string | null =>
  body_cut ? cutWords(reply) : null

/** As {@link keptBody}, refusing as well what cannot be sent again as it came. */
export function wholeBody(captures: CaptureStore, id: string): { capture: CaptureRow; body: Buffer } {
  const found = keptBody(captures, id)
  const why = whyCut(found.capture)
  if (why !== null)
    fail(
      'body_cut',
      `The body of ${id} is not whole: ${why}`,
      `GET /sandbox/captures/${id}/body answers the bytes that came.`,
    )
  checkHead(found.capture)
  return found
}

/** Refuses a capture whose head no request can have. */
export function checkHead(capture: CaptureRow) {
  if (isSendable(capture)) return
  fail(
    'body_cut',
    `The head of ${capture.id} could not be read, so that it cannot be sent again.`,
    'Send the request that was meant: its reply says what is wrong with this one.',
  )
}
