/** Shortens an address for a title or a card. */

import { inOneLine } from './control-marks.ts'
import { middleCut } from './middle-cut.ts'

/** A long address would push the content out of view. The detail below shows the full address. */
export const titled = (address: string): string => middleCut(inOneLine(address), 120)
