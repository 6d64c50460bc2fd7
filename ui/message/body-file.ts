import type { HeaderPair } from '../../server/wire.ts'
import { headerValue } from './decoding.ts'

/** Where the exact bytes of a body are, null where the page has all there are, and what they are called as a file. */
export interface BodyFile {
  at: string | null
  name: string
}

/** A body as a file, named by its type, or by how it begins where it has none. `text` is null when it is none. */
export function bodyFile(at: string | null, headers: readonly HeaderPair[], text: string | null): BodyFile {
  if (text === null) return { at, name: 'body.bin' }
  const type = headerValue(headers, 'content-type')
  const isJson = type === '' ? /^\s*[[{]/.test(text) : /^[^;]*[/+]json\s*(?:;|$)/.test(type)
  return { at, name: isJson ? 'body.json' : 'body.txt' }
}
