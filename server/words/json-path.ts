/** Parses and writes paths into JSON. */
const aString = '"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"'
const inBrackets = `\\[(?:${aString}|\\d+)\\]`
const step = new RegExp(`\\.?(${inBrackets})|(?:^|\\.)((?:(?!${inBrackets})[^.])*)`, 'gy')

/**
 * The keys of a path into JSON: `data.items.0.id`. A key with a dot is written in brackets, as JSON text:
 * `data["order.id"]`. An index may be in brackets too: `items[0]`. Any other brackets are part of the key.
 */
export function keysIn(path: string): string[] {
  if (!path.includes('[')) return path.split('.')
  const steps = [...path.matchAll(step)]
  if (steps.reduce((length, [text]) => length + text.length, 0) < path.length) return path.split('.')
  return steps.map(([, bracketed, key = '']) =>
    bracketed === undefined ? key : String(JSON.parse(bracketed.slice(1, -1))),
  )
}

/** The path of a key below another path; {@link keysIn} reads it. */
export function pathBelow(path: string, key: string): string {
  if (!/^[^.[\]"]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}
