import type { HeaderPair } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
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

/**
 * How large a body is of which so many bytes are kept. Of one that is not whole only so many were read as `came` tells, which may
 * not be all either; null where they were not counted.
 */
export function wholeWords(kept: number, came?: number | null): string {
  if (came === undefined) return bytes(kept)
  return came === null ? `more than ${bytes(kept)}` : `${bytes(came)} read`
}

interface Beginning {
  /** How many bytes are shown. */
  here: number
  /** How many are kept. */
  kept: number
  /** How many were read, where that is more: null where nobody counted them. */
  came: number | null | undefined
}

/** How much of a body is shown, and what became of the rest. */
export function beginningWords({ here, kept, came }: Beginning): string {
  const of = came === null ? '' : ` of ${bytes(came ?? kept)}`
  const rest =
    came === undefined
      ? ''
      : `${came === null ? '' : ' that were read'}; ${here < kept ? `${bytes(kept)} were kept` : 'the rest was not kept'}`
  return `The first ${bytes(here)}${of}${rest}.`
}
