/** Checks whether the calls of a scenario match a route. */
import { type KnownCall, nearestPath, ownPrefix } from '../../api/known-calls.ts'
import { asRouted, withoutPrefix, withPrefix } from '../../http/prefix.ts'
import { nearest } from '../../words/nearest.ts'

/**
 * Whether a path pattern, in which `*` and references match any characters, can match a route. The route's parameters
 * match anything without a slash.
 */
function mayMeet(pattern: string, known: string): boolean {
  const parts = known.match(/\{[^{}]*\}|[^{}]/g) ?? []
  const isHole = (at: number) => parts[at]?.startsWith('{') ?? false
  // Twice the number of matched parts, plus one inside a parameter that has some text.
  let places = new Set([0])

  function step(character: string) {
    const next = new Set<number>()
    for (const place of places) {
      const at = place >> 1
      if (isHole(at) && character !== '/') next.add(2 * at + 1).add(2 * at + 2)
      else if (place % 2 === 0 && parts[at] === character) next.add(place + 2)
    }
    places = next
  }

  for (const sign of pattern.match(/\$\{[^{}]*\}|[\s\S]/g) ?? []) {
    const first = Math.min(...places)
    if (first === Number.POSITIVE_INFINITY) return false
    if (sign !== '*' && !sign.startsWith('${')) step(sign)
    else for (let place = first; place <= 2 * parts.length; place++) places.add(place)
  }
  // A path that ends with a slash also works without it.
  return places.has(2 * parts.length) || (parts.at(-1) === '/' && places.has(2 * parts.length - 2))
}

const isOwn = (path: string) => path === ownPrefix || path.startsWith(`${ownPrefix}/`)

/** Why a call reaches no route, whatever the values of its references. Undefined if it may reach one. */
export function flawOfCall(call: KnownCall, known: readonly KnownCall[]): string | undefined {
  if (call.method === 'OPTIONS') return undefined
  const method = call.method === 'HEAD' ? 'GET' : call.method
  const [path = ''] = call.path.split(/[?#]/)
  const blank = blankIn(path)
  if (blank) return `${blank} has no value; write \${step.field} with the step that has it`
  const whole = isOwn(path) ? path : withPrefix(path)
  const parts = whole.split('/')
  const ofMethod = known.filter((one) => one.method === method)
  // A reference may contain slashes itself.
  if (ofMethod.some((one) => leadsTo(parts, one.path, fitsLoosely))) return undefined
  const says = `${call.method} ${path} leads to nothing`
  const others = known.filter((one) => leadsTo(parts, one.path, fits)).map((one) => one.method)
  if (others.length > 0) return `${says}; there is ${[...new Set(others)].join(', ')} at this path`
  const close = nearestPath(ofMethod, whole)
  if (close) return `${says}; did you mean ${call.method} ${withoutPrefix(close)}?`
  return `${says}; ${ownPrefix}/openapi/${isOwn(path) ? 'sandbox' : 'platform'}.json lists all calls`
}

/** Why no call to the platform matches this method and path pattern. Undefined if one may. */
export function flawOfArming(
  { method, path: written }: { method: string | undefined; path: string },
  known: readonly KnownCall[],
): string | undefined {
  const path = asRouted(written)
  const blank = blankIn(path)
  if (blank) return `${blank} has no value; write * for any`
  const paths = known
    .filter((one) => !isOwn(one.path))
    .map((one) => ({ method: one.method, path: withoutPrefix(one.path) }))
  const others = paths.filter((one) => mayMeet(withoutPrefix(path), one.path)).map((one) => one.method)
  if (others.length === 0) {
    const patterns = [...new Set(paths.map((one) => one.path.replace(/\{[^{}]*\}/g, '*')))]
    const close = nearest(path, patterns)
    return `${path} matches no call of the platform${close ? `; did you mean ${close}?` : ''}`
  }
  // OPTIONS and HEAD work everywhere, and an unknown method is reported elsewhere.
  const asked = paths.find((one) => one.method === method?.toUpperCase())?.method
  if (asked === undefined || others.includes(asked)) return undefined
  return `${asked} ${path} matches no call of the platform; there is ${[...new Set(others)].join(', ')} at this path`
}

/** A parameter in braces, as in documented paths. */
const blankIn = (path: string) => /(?<!\$)\{[^{}]*\}/.exec(path)?.[0]

/** A path that ends with a slash also works without it. */
const leadsTo = (parts: readonly string[], path: string, mayBeIt: typeof fits): boolean =>
  mayBeIt(parts, path.split('/')) || (path.endsWith('/') && mayBeIt(parts, path.slice(0, -1).split('/')))

/** Whether the parts of a path match a route. */
const fits = (parts: readonly string[], known: readonly string[]): boolean =>
  parts.length === known.length && parts.every((part, at) => mayBe(part, known[at] ?? ''))

/** As {@link fits}, where a part with a reference may match several. */
function fitsLoosely([part, ...rest]: readonly string[], [known, ...others]: readonly string[]): boolean {
  if (part === undefined || known === undefined) return part === known
  if (mayBe(part, known) && fitsLoosely(rest, others)) return true
  const reference = part.indexOf('${')
  return reference >= 0 && others.length > 0 && fitsLoosely([part.slice(reference), ...rest], others)
}

/** Whether a part with references can match a part of a route, or a parameter. */
function mayBe(part: string, known: string): boolean {
  if (known.startsWith('{')) return part !== ''
  const pattern = part
    .split(/\$\{[^{}]*\}/)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+')
  return new RegExp(`^${pattern}$`).test(known)
}
