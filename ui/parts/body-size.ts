import { bytes } from './format.ts'

/** How large a body is of which so many bytes are kept: as large as what came, null where only its beginning was counted. */
export function wholeWords(kept: number, came: number | null = kept): string {
  return came === null ? `more than ${bytes(kept)}` : bytes(came)
}

interface Beginning {
  /** How many bytes are shown. */
  here: number
  /** How many are kept. */
  kept: number
  /** How many came, where that is more: null where nobody counted them. */
  came: number | null | undefined
}

/** How much of a body is shown, and what became of the rest. */
export function beginningWords({ here, kept, came }: Beginning): string {
  const of = came === null ? '' : ` of ${bytes(came ?? kept)}`
  const rest =
    came === undefined ? '' : `; ${here < kept ? `${bytes(kept)} were kept` : 'the rest was not kept'}`
  return `The first ${bytes(here)}${of}${rest}.`
}
