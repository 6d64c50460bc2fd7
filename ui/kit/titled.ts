import { inOneLine } from './control-marks.ts'
import { middleCut } from './format.ts'

/** An address as it stands in a title or a card: what is below stays in sight however long it is, and tells it in full. */
export const titled = (address: string): string => middleCut(inOneLine(address), 120)
