/** Headers that a client writes itself: they say where a message goes and where it ends. */
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

/** What the name of a header consists of. */
export const headerNameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
