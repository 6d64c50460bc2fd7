/** Types for a parsed fault and for its changes. */
import type { ArgsOf, FaultName } from './table.ts'

/** One parsed fault. */
type PartOf<K extends FaultName> = {
  name: K
  args: ArgsOf<K>
  /** The canonical text, such as `delay(90s)`. */
  text: string
}
export type FaultPart = { [K in FaultName]: PartOf<K> }[FaultName]

/** A parsed fault text. */
export interface Fault {
  parts: readonly FaultPart[]
  /** Whether the fault affects every attempt, not only the first. */
  sticky: boolean
  /** The canonical text. Texts with the same meaning differ only in the order of their parts. */
  text: string
}

/** A fraction in [0, 1), determined by the attempt and the label. */
export type Random = (label: string) => number

/** What a fault changed, down to the bytes. Offsets count from 0. */
export interface Change {
  /** The part's canonical text. */
  fault: string
  detail: string
  /** For a replay: the id of the replayed event, or null if there was no earlier event. */
  replayed?: string | null | undefined
}

/** The part with this name; undefined if absent. */
export const partOf = <K extends FaultName>(fault: Fault, name: K): PartOf<K> | undefined =>
  fault.parts.find((part): part is FaultPart & PartOf<K> => part.name === name)

const lower = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Replaces the character at a position by another of its kind: a digit by a digit other than 0, with which no number may
 * begin, and a letter by a letter of the same case. `draw` is a fraction in [0, 1).
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
