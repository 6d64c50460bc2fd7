/** Describes the size of a body, and names the file to save it in. */
import type { HeaderPair } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
import { headerValue } from './decoding.ts'

/** The URL of the exact bytes (null if the page has all of them) and the file name. */
export interface BodyFile {
  at: string | null
  name: string
}

/** The file of a body, named by its type, or by its first character. `text` is null for bytes. */
export function bodyFile(at: string | null, headers: readonly HeaderPair[], text: string | null): BodyFile {
  if (text === null) return { at, name: 'body.bin' }
  const type = headerValue(headers, 'content-type')
  const isJson = type === '' ? /^\s*[[{]/.test(text) : /^[^;]*[/+]json\s*(?:;|$)/.test(type)
  return { at, name: isJson ? 'body.json' : 'body.txt' }
}

/**
 * The size of a body with `kept` kept bytes. `came` is the number of received bytes; null if nobody counted them.
 */
export function wholeWords(kept: number, came?: number | null): string {
  if (came === undefined) return bytes(kept)
  return came === null ? `more than ${bytes(kept)}` : `${bytes(came)} received`
}

interface Beginning {
  /** The number of shown bytes. */
  here: number
  /** The number of kept bytes. */
  kept: number
  /** The number of received bytes, if larger: null if nobody counted them. */
  came: number | null | undefined
}

/** The shown part of a body, and the fate of the rest. */
export function beginningWords({ here, kept, came }: Beginning): string {
  const of = came === null ? '' : ` of ${bytes(came ?? kept)}`
  const rest =
    came === undefined
      ? ''
      : `${came === null ? '' : ' received'}; the sandbox kept ${here < kept ? bytes(kept) : 'only these'}`
  return `The first ${bytes(here)}${of}${rest}.`
}
