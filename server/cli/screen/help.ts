import { type Line, span } from '../spans.ts'
import { fitted, inWords, widthOf } from '../width.ts'
import { helpOfKeys } from './keys.ts'

/** The columns of what keys do have at least so many, and stand below the keys where beside them are fewer. */
const leastBeside = 16

/** The keys and what they do; what is longer than the screen is wide goes on below. */
export function helpLines(columns: number): Line[] {
  const wide = Math.max(...helpOfKeys.map(([keys]) => widthOf(keys)))
  const isBeside = columns - wide - 4 >= leastBeside
  const indent = ' '.repeat(isBeside ? wide + 4 : 6)
  const lines = helpOfKeys.flatMap(([keys, does]): Line[] => {
    const told = inWords(does, columns - indent.length)
    const [first = '', ...rest] = told
    const below = (isBeside ? rest : told).map((line): Line => [span(indent), span(line)])
    const beside = isBeside ? [span(first)] : []
    return [[span(`  ${isBeside ? `${fitted(keys, wide)}  ` : keys}`, 'bold'), ...beside], ...below]
  })
  return [[], ...lines]
}
