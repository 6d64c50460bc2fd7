/** Mistakes in other headers that a signature of RFC 9421 covers. */
import type { Content } from '../../signing/content.ts'
import type { Presented } from '../../signing/presented.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { Accident, FrameTurn } from '../search/accident.ts'
import { clip } from './header-texts.ts'

/** A wrong `alg` of RFC 9421: the signature is tried with the key's own algorithm. */
function algorithmTurns(inputs: string): FrameTurn[] {
  const [, named] = /;alg="([^"]*)"/.exec(inputs) ?? []
  if (named === undefined) return []
  const accident: Accident = {
    cause: 'other_algorithm',
    detail: `The signature is correct, but Signature-Input names the algorithm ${clip(named)}, which is not the key's.`,
    expected: "the key's algorithm",
    received: clip(named),
  }
  return [{ rank: 0, content: { anyAlgorithm: true }, accident }]
}

/** Only RFC 9421 signs other headers. Tries each as it may have been before a proxy changed it. */
export function coveredHeaderTurns(recipe: Recipe, { signatures }: Presented, content: Content): FrameTurn[] {
  if (recipe.method !== 'message') return []
  const covered = signatures.map(({ input = '' }) => input).join()
  const changed = [...content.headers].flatMap(([name, value]) => {
    if (!covered.includes(`"${name}"`)) return []
    return formsOf(name, value).map(
      (before): FrameTurn => ({
        rank: 0,
        content: { headers: new Map(content.headers).set(name, before) },
        accident: {
          cause: 'header_changed',
          detail: `The signature covers ${name} and is correct for ${JSON.stringify(clip(before))}, but ${JSON.stringify(clip(value))} arrived.`,
          expected: clip(before),
          received: clip(value),
        },
      }),
    )
  })
  return [...algorithmTurns(covered), ...changed]
}

function formsOf(name: string, value: string): string[] {
  const parts = value.split(/,\s*/)
  const forms = [
    value.toLowerCase(),
    value.toUpperCase(),
    value.replace(/\s+/g, ' '),
    value.replace(/\s+/g, ''),
    value.replace(/^"(.*)"$/, '$1'),
    ...(parts.length > 1 ? [...parts, parts.join(', '), parts.join(',')] : []),
  ]
  if (name === 'content-type') {
    const [type = ''] = value.split(';')
    forms.push(
      type,
      ...['; charset=utf-8', ';charset=utf-8', '; charset=UTF-8', ';charset=UTF-8'].map((set) => type + set),
    )
    forms.push('application/json', 'text/plain')
  }
  return [...new Set(forms)].filter((form) => form !== value)
}
