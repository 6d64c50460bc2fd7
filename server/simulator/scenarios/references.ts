/** Finds and replaces references such as `${step.field}` in values. */
import type { Place } from './source.ts'

/** A `${a.b.0}` in a text. */
export interface Reference {
  /** As written. */
  text: string
  words: string[]
  /** The place of the text within the value. */
  place: Place
}

/** `$${` writes `${` itself. */
const form = /\$\$\{|\$\{([^{}]*)\}/g
/** Whether a word may occur between the dots of a reference. */
export const isWord = (word: string): boolean => /^[\w-]+$/.test(word)
const wordsOf = (inside: string) => inside.trim().split('.')

/** Visits every text of a value. */
function eachText(value: unknown, visit: (text: string, place: Place) => void, place: Place = []) {
  if (typeof value === 'string') return visit(value, place)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    eachText(inner, visit, [...place, Array.isArray(value) ? Number(key) : key])
}

/** Every reference in the texts of a value. */
export function referencesIn(value: unknown): Reference[] {
  const found: Reference[] = []
  eachText(value, (text, place) => {
    for (const [whole, inside] of text.matchAll(form))
      if (inside !== undefined) found.push({ text: whole, words: wordsOf(inside), place })
  })
  return found
}

/** Whether a value contains references. */
export const refers = (value: unknown): boolean => referencesIn(value).length > 0

/** Mistakes in the syntax of references. */
export function slipsIn(value: unknown): { place: Place; message: string }[] {
  const slips: { place: Place; message: string }[] = []
  eachText(value, (text, place) => {
    if (text.replace(form, '').includes('${'))
      slips.push({
        place,
        message: `has an unclosed reference: write \${step.field}, or $\${ for the two characters themselves`,
      })
    for (const [whole, inside] of text.matchAll(form))
      if (inside !== undefined && !wordsOf(inside).every(isWord))
        slips.push({ place, message: `has ${whole}, which is not a reference: write \${step.field}` })
  })
  return slips
}

/** A value with its references replaced. A text that is a single reference becomes its value, of any type. */
export function filled(value: unknown, lookUp: (words: readonly string[], text: string) => unknown): unknown {
  if (typeof value === 'string') return filledText(value, lookUp)
  if (Array.isArray(value)) return value.map((inner) => filled(inner, lookUp))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, lookUp)]))
}

function filledText(text: string, lookUp: (words: readonly string[], text: string) => unknown): unknown {
  const [only] = text.matchAll(form)
  if (only?.[0] === text && only[1] !== undefined) return lookUp(wordsOf(only[1]), text)
  return text.replace(form, (whole, inside: string | undefined) =>
    inside === undefined ? '${' : asText(lookUp(wordsOf(inside), whole)),
  )
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
