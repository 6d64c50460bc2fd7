interface LeafDifference {
  path: string
  expected: unknown
  came: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where two values of JSON differ, down to the single member; JSON inside of text included. */
export function differencesIn(expected: unknown, came: unknown, path = ''): LeafDifference[] {
  const below = (name: string) => (path === '' ? name : `${path}.${name}`)
  if (isRecord(expected) && isRecord(came)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(came)])
    return [...names].flatMap((name) => differencesIn(expected[name], came[name], below(name)))
  }
  if (Array.isArray(expected) && Array.isArray(came)) {
    const most = Math.max(expected.length, came.length)
    return Array.from({ length: most }, (_, i) => differencesIn(expected[i], came[i], below(`${i}`))).flat()
  }
  if (Object.is(expected, came)) return []
  const [one, other] = [jsonIn(expected), jsonIn(came)]
  const inside = one && other ? differencesIn(one, other, path) : []
  return inside.length > 0 ? inside : [{ path, expected, came }]
}

/** The object or list that a text holds as JSON. */
function jsonIn(text: unknown): unknown {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
