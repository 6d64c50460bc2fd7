import { headerText } from '../wire/header-pairs.ts'
import type { HeaderPair } from '../wire.ts'
import { type Line, span } from './spans.ts'

/** A header as who wrote it reads it, which is also how it is found. */
export const headerLine = ([name, value]: HeaderPair): Line => [
  span(`  ${name}:`, 'cyan'),
  span(` ${headerText(value)}`),
]
