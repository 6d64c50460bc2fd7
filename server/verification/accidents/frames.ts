/** Mistakes in how id, timestamp and body are joined. */
import { onceFor } from '../../memory/once-for.ts'
import { isTemplated, type Recipe } from '../../signing/recipe.ts'
import { templateOf } from '../../signing/template.ts'
import type { Accident, FrameTurn, Rank } from '../search/accident.ts'
import { baseTurns, permutationsOf } from './message-bases.ts'

/** Another signed text, and its mistake. */
interface Shape {
  rank: Rank
  signs: string
  accidents: [Said, besides?: Said]
}
type Said = [cause: Accident['cause'], said: string]

const separators = [':', '.', '', '\n', '|', '-', '_', ',', ' ', '\r\n', '&', '/', ';', '+', '\\n', '..']

const told = (separator: string) =>
  ({ '': 'nothing', '\n': 'a newline', '\r\n': 'CRLF', ' ': 'a space' })[separator] ?? `"${separator}"`

/** Splits a template into its prefix, its slots and its separator. */
function partsOf(template: string) {
  const slots = [...template.matchAll(/\{\w+\}/g)].map(([slot]) => slot)
  const prefix = template.slice(0, Math.max(template.indexOf('{'), 0))
  const core = template.slice(prefix.length)
  return { slots, prefix, core, separator: /\}([^{}]*)\{/.exec(core)?.[1] ?? '' }
}

/** The likely mistakes in a template: omitted parts, another order, another separator. */
function shapesOf(template: string): Shape[] {
  const { slots, prefix, core, separator } = partsOf(template)
  const [body = '{body}'] = slots.filter((slot) => slot === '{body}' || slot === '{python_body}')
  const found: Shape[] = []
  const add = (rank: Rank, signs: string, ...accidents: Shape['accidents']) =>
    found.push({ rank, signs, accidents })
  const without = (what: string) => `the scheme's signed content without ${what}`
  const orderSaid = (order: string[], other = separator): Said => [
    'other_order',
    `the parts in the order ${order.join(other)}`,
  ]
  const joinSaid = (other: string, order?: string[]): Said => [
    'other_separator',
    `the parts ${order ? `as ${order.join(other)}, ` : ''}with ${told(other)} between them`,
  ]
  const likely = separators.slice(0, 4).filter((other) => other !== separator)
  const isSeveral = slots.length > 1
  const leftOut: [slot: string, accident: Said][] = [
    ['{id}', ['id_not_signed', without('the id')]],
    ['{ts}', ['timestamp_not_signed', without('the timestamp')]],
  ]
  const noPrefix: Said = ['version_prefix_missing', without(`the prefix ${prefix}`)]

  if (isSeveral) add(0, body, ['body_only_signed', 'only the body'])
  for (const [slot, accident] of leftOut)
    if (slots.includes(slot) && isSeveral)
      add(0, prefix + slots.filter((one) => one !== slot).join(separator), accident)
  if (prefix !== '') add(0, core, noPrefix)
  const [version, mark = ''] = /^v\d(.*)$/.exec(prefix) ?? []
  const versions = version === undefined ? [] : ['v0', 'v1', 'v2', prefix.slice(0, 2).toUpperCase()]
  for (const other of versions.map((name) => name + mark).filter((one) => one !== prefix))
    add(1, other + core, [
      'version_prefix_wrong',
      `the scheme's signed content with the prefix ${other} instead of ${prefix}`,
    ])
  if (isSeveral) for (const order of ordersOf(slots)) add(0, prefix + order.join(separator), orderSaid(order))
  for (const [at, other] of isSeveral ? separators.entries() : []) {
    if (other === separator) continue
    const before = separator === '' ? prefix : prefix.replaceAll(separator, other)
    add(at < 4 ? 0 : 1, before + slots.join(other), joinSaid(other))
    if (prefix !== '') add(2, prefix + slots.join(other), joinSaid(other))
  }
  if (prefix !== '' && slots.length === 2)
    for (const other of new Set([separator, ...likely]))
      for (const order of other === separator ? [slots.toReversed()] : [slots, slots.toReversed()]) {
        const [, said] = joinSaid(other, order)
        add(1, order.join(other), noPrefix, [other === separator ? 'other_order' : 'other_separator', said])
      }
  // The shapes below cover two of three parts in reverse order.
  if (prefix === '' && slots.length === 2)
    for (const other of likely) {
      const turned = slots.toReversed()
      add(1, turned.join(other), orderSaid(turned, other), joinSaid(other, turned))
    }
  if (isSeveral && separator !== '')
    add(1, template + separator, [
      'other_separator',
      `the scheme's signed content with ${told(separator)} at the end`,
    ])
  if (prefix === '' && slots[0] === '{ts}' && separator !== '')
    add(1, `v1${separator}${template}`, [
      'version_prefix_wrong',
      `the scheme's signed content with v1${separator} before it`,
    ])
  for (const [slot, accident] of leftOut) {
    const rest = slots.filter((one) => one !== slot)
    if (rest.length !== 2 || rest.length === slots.length) continue
    const turned = rest.toReversed()
    add(1, prefix + turned.join(separator), accident, orderSaid(turned))
    for (const other of likely)
      for (const order of [rest, turned]) add(1, prefix + order.join(other), accident, joinSaid(other, order))
  }
  return found
}

/** Every other order. No scheme has more than three parts. */
const ordersOf = (slots: readonly string[]): string[][] => permutationsOf(slots).slice(1)

/** Other compositions of the signed content. They depend only on the recipe, so they are cached. */
export const frameTurns = onceFor((recipe: Recipe): FrameTurn[] => {
  if (recipe.method === 'message') return baseTurns(recipe)
  const templates = isTemplated(recipe) ? Object.values(recipe.signs) : []
  const full = templates.join(' or ')
  const seen = new Set(templates)
  const tell = ([cause, said]: Said): Accident => ({
    cause,
    detail: `The signature is correct for ${said}.`,
    fix: `This scheme signs ${full}.`,
  })
  return templates.flatMap(shapesOf).flatMap(({ rank, signs, accidents: [first, besides] }): FrameTurn[] => {
    if (seen.has(signs)) return []
    seen.add(signs)
    return [
      { accident: tell(first), rank, signs: templateOf(signs), ...(besides && { besides: tell(besides) }) },
    ]
  })
})

/** The scheme's other versions, presented under this label. */
export function versionTurns(recipe: Recipe, label: string): FrameTurn[] {
  const others = Object.entries(isTemplated(recipe) ? recipe.signs : {}).filter(([name]) => name !== label)
  return others.map(([other, signs]) => ({
    rank: 0,
    signs: templateOf(signs),
    accident: {
      cause: 'version_prefix_wrong',
      detail: `The signature is labelled ${label}, but it is correct for ${other} of ${recipe.scheme}, over ${signs}.`,
      fix: `Label the signature ${other}=…, or sign ${recipe.signs[label]}.`,
      expected: recipe.signs[label],
      received: signs,
    },
  }))
}
