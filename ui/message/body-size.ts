import { bytes } from '../../server/words/size.ts'

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
