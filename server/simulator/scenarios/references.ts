import type { Place } from './source.ts'

/** A `${a.b.0}` in a text. */
export interface Reference {
  /** As it stands there. */
  text: string
  words: string[]
  /** Where in the value the text stands. */
  place: Place
}

/** `$${` is how a text writes `${` itself. */
const form = /\$\$\{|\$\{([^{}]*)\}/g
/** Whether a word can stand between the dots of a reference. */
export const isWord = (word: string): boolean => /^[\w-]+$/.test(word)
const wordsOf = (inside: string) => inside.trim().split('.')

/** Goes through every text of a value. */
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

/** Whether a value holds any. */
export const refers = (value: unknown): boolean => referencesIn(value).length > 0

/** What is wrong with how references are written. */
export function slipsIn(value: unknown): { place: Place; message: string }[] {
  const slips: { place: Place; message: string }[] = []
  eachText(value, (text, place) => {
    if (text.replace(form, '').includes('${'))
      slips.push({
        place,
        message: `holds a reference that is not closed: write \${step.field}, or $\${ for the two characters themselves`,
      })
    for (const [whole, inside] of text.matchAll(form))
      if (inside !== undefined && !wordsOf(inside).every(isWord))
        slips.push({ place, message: `holds ${whole}, which is no reference: write \${step.field}` })
  })
  return slips
}

/** A value with its references replaced. A text that is nothing but one reference becomes what it stands for, of whatever type. */
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
