import type { Content } from '../../signing/content.ts'
import { isTemplated, type Recipe } from '../../signing/recipe.ts'
import { templateOf } from '../../signing/template.ts'
import type { FrameTurn } from '../search/accident.ts'

const separators = ['', '.', '\n', ':', '|', ' ']

/** What is signed with the method and an address besides, each as a list of parts. */
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

/** With the method and the address signed, as APIs have the requests signed that come to them. */
export function requestTurns(recipe: Recipe, { method, url }: Content): FrameTurn[] {
  const templates = Object.values(recipe.signs).filter((own) => own.includes('{body}'))
  // Braces in it would be taken for slots.
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
      detail: `The signature is right for ${JSON.stringify(signs)}; this scheme signs neither the method nor the address.`,
      fix,
    },
  }))
}
