/** Mistakes in how id, timestamp and body are joined. */
import { onceFor } from '../../memory/once-for.ts'
import { isTemplated, type Recipe } from '../../signing/recipe.ts'
import { templateOf } from '../../signing/template.ts'
import type { Accident, FrameTurn, Rank } from '../search/accident.ts'
import { baseTurns, permutationsOf } from './message-bases.ts'

/** Another signed text, and its mistakes. */
interface Shape {
  rank: Rank
  signs: string
  accidents: [Said, besides?: Said]
}
type Said = [cause: Accident['cause'], said: string]

/** Separators that senders use, most frequent first. */
const separators = [':', '.', '', '\n', '|', '-', '_', ',', ' ', '\r\n', '&', '/', ';', '+', '\\n', '=', '#']
const rareSeparators = ['~', '*', '@', '\t', '\0', '\\r\\n', ', ', ': ', ' - ', '::', '--', '||', '__']
/** The first of them are by far the most frequent. */
const likely = separators.slice(0, 4)

const names: Readonly<Record<string, string>> = {
  '': 'nothing',
  '\n': 'a newline',
  '\n\n': 'two newlines',
  '\r\n': 'CRLF',
  ' ': 'a space',
  '\t': 'a tab',
  '\0': 'a zero byte',
}
const told = (separator: string) => names[separator] ?? JSON.stringify(separator)

/** Splits a template into its prefix, its slots and the texts between the slots. */
function partsOf(template: string) {
  const slots = [...template.matchAll(/\{\w+\}/g)].map(([slot]) => slot)
  const prefix = template.slice(0, Math.max(template.indexOf('{'), 0))
  const core = template.slice(prefix.length)
  const gaps = core.split(/\{\w+\}/).slice(1, -1)
  return { slots, prefix, core, gaps, separator: gaps[0] ?? '' }
}
type Parts = ReturnType<typeof partsOf>

const isBody = (slot: string) => /^\{(?:body|python_body|body_sha256|form)\}$/.test(slot)
const without = (what: string) => `the scheme's signed content without ${what}`
const whole = (said: string) => `the scheme's signed content ${said}`

/** The mistake of a sender that leaves out a part. */
const leftOutOf = (slot: string): Said => {
  if (slot === '{id}') return ['id_not_signed', without('the id')]
  if (slot === '{ts}') return ['timestamp_not_signed', without('the timestamp')]
  if (isBody(slot)) return ['empty_body_signed', without('the body')]
  if (slot === '{secret}') return ['secret_missing', without('the secret')]
  return ['method_or_url', without('the URL')]
}
const orderOf = (order: readonly string[], separator: string): Said => [
  'other_order',
  `the parts in the order ${order.join(separator)}`,
]
const joinedBy = (separator: string, order?: readonly string[]): Said => [
  'other_separator',
  `the parts ${order ? `as ${order.join(separator)}, ` : ''}with ${told(separator)} between them`,
]

/** Other prefixes, or none. */
function prefixed({ prefix, core, slots, separator }: Parts): Shape[] {
  if (prefix === '') {
    if (slots[0] !== '{ts}' || separator === '') return []
    return ['v1', 'v0'].map((version, at) => ({
      rank: at === 0 ? 1 : 3,
      signs: `${version}${separator}${core}`,
      accidents: [['version_prefix_wrong', whole(`with ${version}${separator} before it`)]],
    }))
  }
  const [version, mark = ''] = /^v\d(.*)$/.exec(prefix) ?? []
  const versions = version === undefined ? [] : ['v0', 'v1', 'v2', prefix.slice(0, 2).toUpperCase()]
  return [
    { rank: 0, signs: core, accidents: [['version_prefix_missing', without(`the prefix ${prefix}`)]] },
    ...versions.map(
      (name): Shape => ({
        rank: 1,
        signs: name + mark + core,
        accidents: [['version_prefix_wrong', whole(`with the prefix ${name}${mark} instead of ${prefix}`)]],
      }),
    ),
    {
      rank: 3,
      signs: prefix + prefix + core,
      accidents: [['version_prefix_wrong', whole(`with the prefix ${prefix} twice`)]],
    },
  ]
}

/** The parts in every order and with every separator, or without one part. */
function composed({ slots, prefix, separator }: Parts): Shape[] {
  const found: Shape[] = []
  const add = (rank: Rank, signs: string, ...accidents: Shape['accidents']) =>
    found.push({ rank, signs, accidents })
  const others = [...separators, ...rareSeparators, separator + separator].filter((one) => one !== separator)
  const rankOf = (other: string, rank: Rank): Rank => (likely.includes(other) ? rank : 3)
  const body = slots.includes('{python_body}') ? '{python_body}' : '{body}'
  const rests = slots.map((slot) => ({ left: leftOutOf(slot), rest: slots.filter((one) => one !== slot) }))

  add(0, body, ['body_only_signed', 'only the body'])
  for (const { left, rest } of rests)
    add(left[0] === 'empty_body_signed' ? 1 : 0, prefix + rest.join(separator), left)
  for (const order of ordersOf(slots)) add(0, prefix + order.join(separator), orderOf(order, separator))
  for (const other of others) {
    const before = separator === '' ? prefix : prefix.replaceAll(separator, other)
    const rank = likely.includes(other) ? 0 : separators.includes(other) ? 1 : 3
    add(rank, before + slots.join(other), joinedBy(other))
    add(rank === 3 ? 3 : 2, prefix + slots.join(other), joinedBy(other))
  }
  for (const other of prefix === '' ? [] : [separator, ...others])
    for (const order of permutationsOf(slots).slice(other === separator ? 1 : 0)) {
      const [, said] = joinedBy(other, order)
      add(
        rankOf(other, 1),
        order.join(other),
        ['version_prefix_missing', without(`the prefix ${prefix}`)],
        [other === separator ? 'other_order' : 'other_separator', said],
      )
    }
  for (const order of ordersOf(slots))
    for (const other of others)
      add(
        slots.length === 2 && prefix === '' ? rankOf(other, 1) : 3,
        prefix + order.join(other),
        orderOf(order, other),
        joinedBy(other, order),
      )
  for (const { left, rest } of rests) {
    for (const order of ordersOf(rest))
      add(1, prefix + order.join(separator), left, orderOf(order, separator))
    for (const other of rest.length > 1 ? others : [])
      for (const order of permutationsOf(rest))
        add(rankOf(other, 1), prefix + order.join(other), left, joinedBy(other, order))
  }
  return found
}

/** One separator that is missing, doubled or another, and separators at an end. */
function separated(template: string, { slots, prefix, gaps, separator }: Parts): Shape[] {
  const found: Shape[] = []
  const add = (rank: Rank, signs: string, said: string) =>
    found.push({ rank, signs, accidents: [['other_separator', said]] })
  const [, version = prefix, mark = ''] = /^(.*?\w)(\W+)$/.exec(prefix) ?? []
  const pieces = [...(mark === '' ? [] : [version]), ...slots]
  const between = [...(mark === '' ? [] : [mark]), ...gaps]
  const start = mark === '' ? prefix : ''
  for (const [at, own] of between.entries())
    for (const other of [...separators, ...rareSeparators, own + own]) {
      const marks = between.with(at, other)
      const signs = pieces.map((piece, nth) => piece + (marks[nth] ?? '')).join('')
      add(3, start + signs, whole(`with ${told(other)} between ${pieces[at]} and ${pieces[at + 1]}`))
    }
  if (separator !== '') {
    add(1, template + separator, whole(`with ${told(separator)} at the end`))
    add(3, separator + template, whole(`with ${told(separator)} at the beginning`))
  }
  return found
}

/** A part twice, at any place, or everything twice. */
function doubled(template: string, { slots, prefix, separator }: Parts): Shape[] {
  const row = (signs: string, said: string): Shape => ({
    rank: 3,
    signs,
    accidents: [['other_order', said]],
  })
  return [
    ...slots.flatMap((slot) =>
      [...slots.keys(), slots.length].flatMap((at) =>
        [separator, ''].map((other) => {
          const order = slots.toSpliced(at, 0, slot)
          const signs =
            prefix + order.join(separator).replace(`${slot}${separator}${slot}`, slot + other + slot)
          return row(signs, `the parts as ${signs}, with ${slot} twice`)
        }),
      ),
    ),
    ...[...likely, separator].map((other) =>
      row(template + other + template, whole(`twice, with ${told(other)} between`)),
    ),
  ]
}

/** The mistakes in a template, most frequent first. */
function shapesOf(template: string): Shape[] {
  const parts = partsOf(template)
  const isSeveral = parts.slots.length > 1
  return [
    ...(isSeveral ? composed(parts) : []),
    ...prefixed(parts),
    ...separated(template, parts),
    ...(isSeveral ? doubled(template, parts) : []),
  ]
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
