import { onceFor } from '../../memory/once-for.ts'
import type { Recipe } from '../../signing/recipe.ts'
import { templateOf } from '../../signing/template.ts'
import type { Accident, FrameTurn, Rank } from '../search/accident.ts'
import { baseTurns } from './message-bases.ts'

/** Another text of what is signed. */
interface Shape {
  cause: Accident['cause']
  rank: Rank
  said: string
  signs: string
  /** What is wrong besides. */
  besides?: Pick<Shape, 'cause' | 'said'>
}

const separators = [':', '.', '', '\n', '|', '-', '_', ',', ' ', '\r\n', '&', '/', ';', '+', '\\n', '..']

const told = (separator: string) =>
  ({ '': 'nothing', '\n': 'a newline', '\r\n': 'CRLF', ' ': 'a space' })[separator] ?? `"${separator}"`

/** The shapes that a template is mistaken for: parts left out, in another order, joined by something else. */
function shapesOf(template: string): Shape[] {
  const slots = [...template.matchAll(/\{\w+\}/g)].map(([slot]) => slot)
  const [body = '{body}'] = slots.filter((slot) => slot === '{body}' || slot === '{python_body}')
  const prefix = template.slice(0, Math.max(template.indexOf('{'), 0))
  const core = template.slice(prefix.length)
  const separator = /\}([^{}]*)\{/.exec(core)?.[1] ?? ''
  const found: Shape[] = []
  const add = (cause: Shape['cause'], rank: Rank, said: string, signs: string, besides?: Shape['besides']) =>
    found.push({ cause, rank, said, signs, ...(besides && { besides }) })

  if (slots.length > 1) add('body_only_signed', 0, 'the body alone', body)
  const without = (slot: string) => prefix + slots.filter((one) => one !== slot).join(separator)
  if (slots.includes('{id}') && slots.length > 1)
    add('id_not_signed', 0, 'what this scheme signs, without the id', without('{id}'))
  if (slots.includes('{ts}') && slots.length > 1)
    add('timestamp_not_signed', 0, 'what this scheme signs, without the timestamp', without('{ts}'))
  if (prefix !== '')
    add('version_prefix_missing', 0, `what this scheme signs, without ${prefix} before it`, core)
  const [version, mark = ''] = /^v\d(.*)$/.exec(prefix) ?? []
  const versions = version === undefined ? [] : ['v0', 'v1', 'v2', prefix.slice(0, 2).toUpperCase()]
  for (const other of versions.map((name) => name + mark))
    if (other !== prefix)
      add(
        'version_prefix_wrong',
        1,
        `what this scheme signs, with ${other} before it for ${prefix}`,
        other + core,
      )
  if (slots.length > 1)
    for (const order of ordersOf(slots))
      add('other_order', 0, `its parts in the order ${order.join(separator)}`, prefix + order.join(separator))
  for (const [at, other] of separators.entries()) {
    const joined = slots.join(other)
    if (slots.length < 2 || other === separator) continue
    add(
      'other_separator',
      at < 4 ? 0 : 1,
      `its parts with ${told(other)} between them`,
      (separator === '' ? prefix : prefix.replaceAll(separator, other)) + joined,
    )
    if (prefix !== '')
      add('other_separator', 2, `its parts with ${told(other)} between them`, prefix + joined)
  }
  if (prefix !== '' && slots.length === 2)
    for (const other of new Set([separator, ...separators.slice(0, 4)]))
      for (const order of other === separator ? [slots.toReversed()] : [slots, slots.toReversed()])
        add(
          'version_prefix_missing',
          1,
          `what this scheme signs, without ${prefix} before it`,
          order.join(other),
          {
            cause: other === separator ? 'other_order' : 'other_separator',
            said: `its parts as ${order.join(other)}, with ${told(other)} between them`,
          },
        )
  // Two parts of three are turned around below, with one left out.
  if (prefix === '' && slots.length === 2)
    for (const other of separators.slice(0, 4).filter((one) => one !== separator)) {
      const turned = slots.toReversed().join(other)
      add('other_order', 1, `its parts in the order ${turned}`, turned, {
        cause: 'other_separator',
        said: `its parts as ${turned}, with ${told(other)} between them`,
      })
    }
  if (slots.length > 1 && separator !== '')
    add(
      'other_separator',
      1,
      `what this scheme signs, with ${told(separator)} behind it too`,
      template + separator,
    )
  if (prefix === '' && slots[0] === '{ts}' && separator !== '')
    add(
      'version_prefix_wrong',
      1,
      `what this scheme signs, with v1${separator} before it`,
      `v1${separator}${template}`,
    )
  const leftOut: [slot: string, cause: Shape['cause'], said: string][] = [
    ['{id}', 'id_not_signed', 'what this scheme signs, without the id'],
    ['{ts}', 'timestamp_not_signed', 'what this scheme signs, without the timestamp'],
  ]
  for (const [slot, cause, said] of leftOut) {
    const rest = slots.filter((one) => one !== slot)
    if (rest.length !== 2 || rest.length === slots.length) continue
    const turned = rest.toReversed()
    add(cause, 1, said, prefix + turned.join(separator), {
      cause: 'other_order',
      said: `its parts in the order ${turned.join(separator)}`,
    })
    for (const other of separators.slice(0, 4).filter((one) => one !== separator))
      for (const order of [rest, turned])
        add(cause, 1, said, prefix + order.join(other), {
          cause: 'other_separator',
          said: `its parts as ${order.join(other)}, with ${told(other)} between them`,
        })
  }
  return found
}

/** Every other order; of three parts or fewer, as all schemes have. */
function ordersOf(slots: readonly string[]): string[][] {
  if (slots.length === 1) return [[...slots]]
  const all = slots.flatMap((slot, at) =>
    ordersOf([...slots.slice(0, at), ...slots.slice(at + 1)]).map((rest) => [slot, ...rest]),
  )
  return all.filter((order) => order.some((slot, at) => slot !== slots[at]) || order.length < 3)
}

const signsByTemplate = ({ method }: Recipe) => method === 'hmac' || method === 'ed25519'

/** Other ways to put together what is signed; they depend on the recipe alone and are made once. */
export const frameTurns = onceFor((recipe: Recipe): FrameTurn[] => {
  if (recipe.method === 'message') return baseTurns(recipe)
  const templates = signsByTemplate(recipe) ? Object.values(recipe.signs) : []
  const full = templates.join(' or ')
  const seen = new Set(templates)
  return templates.flatMap(shapesOf).flatMap(({ cause, rank, said, signs, besides }): FrameTurn[] => {
    if (seen.has(signs)) return []
    seen.add(signs)
    const fix = `This scheme signs ${full}.`
    const tell = (one: Pick<Shape, 'cause' | 'said'>): Accident => ({
      cause: one.cause,
      detail: `The signature is right for ${one.said}.`,
      fix,
    })
    const turn = { accident: tell({ cause, said }), rank, signs: templateOf(signs) }
    return [besides ? { ...turn, besides: tell(besides) } : turn]
  })
})

/** The other versions that a scheme knows, under the name of this one. */
export function versionTurns(recipe: Recipe, label: string): FrameTurn[] {
  if (!signsByTemplate(recipe)) return []
  return Object.entries(recipe.signs).flatMap(([other, signs]): FrameTurn[] =>
    other === label
      ? []
      : [
          {
            rank: 0,
            signs: templateOf(signs),
            accident: {
              cause: 'version_prefix_wrong',
              detail: `The signature stands as ${label}, and is made as ${other} of ${recipe.scheme} is: over ${signs}.`,
              fix: `Write it as ${other}=…, or sign ${recipe.signs[label]}.`,
              expected: recipe.signs[label],
              received: signs,
            },
          },
        ],
  )
}
