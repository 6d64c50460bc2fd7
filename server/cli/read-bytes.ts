/** Reads the value of an option that may be text, a file or standard input. */
import { readFileSync } from 'node:fs'
import { StartError } from '../failures.ts'

/** The bytes of `@FILE`, of standard input for `-`, or else of the text itself. */
export function readBytes(text: string): Buffer {
  if (text !== '-' && !text.startsWith('@')) return Buffer.from(text)
  try {
    return readFileSync(text === '-' ? 0 : text.slice(1))
  } catch (error) {
    throw new StartError(
      `Cannot read ${text}: ${error instanceof Error ? error.message : error}.`,
      'Give a file as @FILE, - for standard input, or the text itself.',
    )
  }
}
