import type { HeaderPair } from '../wire.ts'

/** Headers of one connection or of the moment, which whoever plays a request again writes anew. */
const ofTheMoment = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
  'content-length',
  'date',
]

/** The headers of a request that belong to what was asked, in their order and case. */
export const keptHeaders = (headers: readonly HeaderPair[]): HeaderPair[] =>
  headers.filter(([name]) => !ofTheMoment.includes(name.toLowerCase()))
