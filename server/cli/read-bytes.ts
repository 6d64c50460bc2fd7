import { readFileSync } from 'node:fs'
import { StartError } from '../failures.ts'

/** What an option stands for: `@FILE` and `-` (standard input) are read, everything else is the text itself. */
export function readBytes(text: string): Buffer {
  if (text !== '-' && !text.startsWith('@')) return Buffer.from(text)
  try {
    return readFileSync(text === '-' ? 0 : text.slice(1))
  } catch (error) {
    throw new StartError(
      `Cannot read ${text}: ${error instanceof Error ? error.message : error}.`,
      'Name a file as @FILE, - for standard input, or give the text itself.',
    )
  }
}
