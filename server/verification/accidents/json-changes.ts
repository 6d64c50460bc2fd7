import type { BodyForms } from '../search/accident.ts'
import { type JsonTree, meaning } from './json-tree.ts'

/** How much of a value is shown. */
const shown = 60
const clip = (text: string) => (text.length > shown ? `${text.slice(0, shown)}…` : text)

/**
 * What JSON has lost by being written anew, in words: a number that was rounded, a name that stood twice.
 * @returns the first such change; undefined where both mean the same, or are nested too deep
 */
export function changedValue(came: BodyForms, signed: BodyForms): string | undefined {
  const [before, after] = [came.tree(), signed.tree()]
  return before && after && difference(before, after, '')
}

function difference(came: JsonTree, signed: JsonTree, path: string): string | undefined {
  if (came.kind === 'object' && signed.kind === 'object')
    return differentMember(came.members, signed.members, path)
  if (came.kind === 'array' && signed.kind === 'array')
    return firstOf(came.items, (item, at) =>
      difference(item, signed.items[at] ?? item, path === '' ? String(at) : `${path}.${at}`),
    )
  if (came.kind !== 'leaf' || signed.kind !== 'leaf' || exactly(came.token) === exactly(signed.token))
    return undefined
  return `${path || 'the value'} is ${clip(came.token)} in what came and ${clip(signed.token)} in what was signed`
}

type Members = Extract<JsonTree, { kind: 'object' }>['members']

function differentMember(came: Members, signed: Members, path: string): string | undefined {
  const [before, after] = [byName(came), byName(signed)]
  return firstOf([...before], ([name, values]) => {
    const at = path === '' ? clip(name) : `${path}.${clip(name)}`
    const others = after.get(name) ?? []
    if (values.length !== others.length)
      return `${at} stands ${often(values.length)} in what came and ${often(others.length)} in what was signed`
    return firstOf(values, (value, nth) => difference(value, others[nth] ?? value, at))
  })
}

const often = (count: number) => (count === 1 ? 'once' : `${count} times`)

function byName(members: Members): Map<string, JsonTree[]> {
  const found = new Map<string, JsonTree[]>()
  for (const [key, value] of members) {
    const name = meaning(key)
    const values = found.get(name)
    if (values) values.push(value)
    else found.set(name, [value])
  }
  return found
}

function firstOf<T>(list: readonly T[], find: (one: T, at: number) => string | undefined) {
  for (const [at, one] of list.entries()) {
    const found = find(one, at)
    if (found !== undefined) return found
  }
  return undefined
}

/** What a token means, to the last digit: no parser of floats rounds it. */
function exactly(token: string): string {
  if (token.startsWith('"')) return `"${meaning(token)}`
  const [, sign, whole = '', decimals = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
  if (whole === '') return token
  const digits = (whole + decimals).replace(/^0+/, '')
  const kept = digits.replace(/(?<!0)0+$/, '')
  return kept === '' ? '0' : `${sign}${kept}e${Number(power) - decimals.length + digits.length - kept.length}`
}
