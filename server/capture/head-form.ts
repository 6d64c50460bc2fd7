import type { CaptureRow } from '../wire.ts'

/** What may stand in the head of a request: a line that ends early would begin another. */
export const methodForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/
export const headerNameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
export const headerValueForm = /^[\t\x20-\x7e\x80-\xff]*$/
export const targetForm = /^[\x21-\x7e\x80-\xff]*$/
/** The same of a request that could not be read, and is kept as it came. */
export const unreadForm = /^[^\n]*$/

/** Whether a head can be sent again; that of a request that could not be read cannot. */
export const isSendable = ({
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
