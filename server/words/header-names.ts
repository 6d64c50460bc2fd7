/** Headers that a client writes itself: they name the destination of a message and mark its end. */
export const ofTheMessage: readonly string[] = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'keep-alive',
  'expect',
  'te',
  'trailer',
]

/** The allowed characters of a header name. */
export const headerNameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
