/** Signatures that also cover the method and the URL. */
import type { Content } from '../../signing/content.ts'
import { isTemplated, type Recipe } from '../../signing/recipe.ts'
import { templateOf } from '../../signing/template.ts'
import type { FrameTurn } from '../search/accident.ts'

const separators = ['', '.', '\n', ':', '|', ' ']

/** The signed contents with method and address, as lists of parts. */
const ways = (own: string, method: string, place: string): string[][] => [
  [method, place, own],
  [place, own],
  ...(own.includes('{ts}')
    ? [
        ['{ts}', method, place, '{body}'],
        [method, place, '{ts}', '{body}'],
        [method, place, '{body}', '{ts}'],
      ]
    : []),
]

/** Signatures over method and address, as many APIs require for requests. */
export function requestTurns(recipe: Recipe, { method, url }: Content): FrameTurn[] {
  const templates = Object.values(recipe.signs).filter((own) => own.includes('{body}'))
  // A template would parse braces as slots.
  if (!isTemplated(recipe) || !URL.canParse(url) || /[{}]/.test(url)) return []
  if (templates.some((own) => own.includes('{url}'))) return []
  const { pathname, search } = new URL(url)
  const all = templates.flatMap((own) =>
    [pathname + search, url].flatMap((place) =>
      ways(own, method, place).flatMap((parts) => separators.map((separator) => parts.join(separator))),
    ),
  )
  const fix = `This scheme signs ${templates.join(' or ')}.`
  return [...new Set(all)].map((signs) => ({
    rank: 2,
    signs: templateOf(signs),
    accident: {
      cause: 'method_or_url',
      detail: `The signature is correct for ${JSON.stringify(signs)}. This scheme signs neither the method nor the URL.`,
      fix,
    },
  }))
}
