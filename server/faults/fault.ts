import type { ArgsOf, FaultName } from './table.ts'

/** One fault of a text, read. */
type PartOf<K extends FaultName> = {
  name: K
  args: ArgsOf<K>
  /** Its canonical text: `delay(90s)`. */
  text: string
}
export type FaultPart = { [K in FaultName]: PartOf<K> }[FaultName]

/** A text of the fault grammar, read. */
export interface Fault {
  parts: readonly FaultPart[]
  /** Whether it touches every attempt, not only the first. */
  sticky: boolean
  /** Canonical: texts that mean the same are the same but for the order of their parts. */
  text: string
}

/** A fraction in [0, 1) that follows from the attempt and a label alone. */
export type Random = (label: string) => number

/** What a fault did, in words that name the bytes; offsets count from 0. */
export interface Change {
  /** The part's canonical text. */
  fault: string
  detail: string
  /** Of a replay: the id of the event that comes again, null where none was sent before. */
  replayed?: string | null | undefined
}

/** The part of that name, undefined when it is not among them. */
export const partOf = <K extends FaultName>(fault: Fault, name: K): PartOf<K> | undefined =>
  fault.parts.find((part): part is FaultPart & PartOf<K> => part.name === name)

const lower = 'abcdefghijklmnopqrstuvwxyz'

/**
 * A text with the character at a place replaced by another of its kind: a digit by one that is not 0, which no number
 * may begin with, a letter by one of its case. `draw` is a fraction in [0, 1).
 */
export function nudged(text: string, at: number, draw: number, letters = lower): string {
  const character = text[at] ?? ''
  const alphabet = /\d/.test(character)
    ? '123456789'
    : /[A-Z]/.test(character)
      ? letters.toUpperCase()
      : letters
  const others = alphabet.replace(character, '')
  return text.slice(0, at) + (others[Math.floor(draw * others.length)] ?? '') + text.slice(at + 1)
}
