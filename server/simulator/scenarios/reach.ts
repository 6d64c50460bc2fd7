/**
 * Whether a pattern of paths, in which `*` and a reference stand for any run of characters, can meet a path of a known form, whose
 * parts in braces stand for anything without a slash.
 */
export function mayMeet(pattern: string, known: string): boolean {
  const parts = known.match(/\{[^{}]*\}|[^{}]/g) ?? []
  const isHole = (at: number) => parts[at]?.startsWith('{') ?? false
  // Twice the number of parts behind; one more within a part in braces, of which there is something.
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
  // A path that ends with a slash is answered without it too.
  return places.has(2 * parts.length) || (parts.at(-1) === '/' && places.has(2 * parts.length - 2))
}
