import type { HeaderPair } from '../wire.ts'
import { type Recipe, type Recipes, type SchemeName, schemeNames } from './recipes.ts'

/** What a request's headers say of its signature, before anything is believed. */
export interface Presented {
  id: string | undefined
  timestamp: string | undefined
  signatures: { label: string; value: string }[]
  /** The header that should hold the signature. */
  signatureHeader: string
  /** Its text, undefined when it is missing. */
  raw: string | undefined
}

/** The values of a header, joined as HTTP joins repeated ones; undefined when there is none. */
export function headerOf(headers: readonly HeaderPair[], name: string): string | undefined {
  const wanted = name.toLowerCase()
  const values = headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value)
  return values.length > 0 ? values.join(', ') : undefined
}

/** Reads the headers of one scheme. */
export function present(recipe: Recipe, headers: readonly HeaderPair[]): Presented {
  const { layout } = recipe
  const raw = headerOf(headers, layout.signature)
  switch (layout.kind) {
    case 'separate':
      return {
        id: headerOf(headers, layout.id),
        timestamp: headerOf(headers, layout.timestamp),
        signatures: pairsIn(raw, /[ ]+/, ','),
        signatureHeader: layout.signature,
        raw,
      }
    case 'pairs': {
      const pairs = pairsIn(raw, /,\s*/, '=')
      return {
        id: headerOf(headers, 'webhook-id'),
        timestamp: pairs.find((pair) => pair.label === 't')?.value,
        signatures: pairs.filter((pair) => pair.label !== 't'),
        signatureHeader: layout.signature,
        raw,
      }
    }
  }
}

function pairsIn(text: string | undefined, between: RegExp, within: string) {
  return (text ?? '')
    .split(between)
    .map((part) => ({
      label: part.slice(0, part.indexOf(within)),
      value: part.slice(part.indexOf(within) + 1),
    }))
    .filter((pair) => pair.label !== '' && pair.value !== '')
}

/** The scheme that the headers show, undefined when they show none. */
export function schemeShown(recipes: Recipes, headers: readonly HeaderPair[]): SchemeName | undefined {
  return schemeNames.find((name) => headerOf(headers, recipes[name].layout.signature) !== undefined)
}
