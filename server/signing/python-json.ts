/**
 * JSON as Python's `json.dumps(json.loads(text))` writes it: `", "` and `": "`, ASCII escapes, floats by Python's rules.
 * Works on the text itself: parsing to an object would reorder keys such as "10" and round long integers.
 * Duplicate keys keep the last value at the first place, as a Python dict does.
 * @returns undefined when the text is no JSON, or nested deeper than Python follows
 */
export function pythonJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  let at = 0
  let depth = 0
  const token = /\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:])/y

  function next(): string {
    token.lastIndex = at
    const found = token.exec(text)?.[1] ?? ''
    at = token.lastIndex
    return found
  }
  function peek(): string {
    const before = at
    const found = next()
    at = before
    return found
  }
  function object(): string {
    const members = new Map<string, string>()
    while (peek() !== '}') {
      const key = string(next())
      next()
      members.set(key, value())
      if (peek() === ',') next()
    }
    next()
    return `{${[...members].map(([key, member]) => `${key}: ${member}`).join(', ')}}`
  }
  function array(): string {
    const items: string[] = []
    while (peek() !== ']') {
      items.push(value())
      if (peek() === ',') next()
    }
    next()
    return `[${items.join(', ')}]`
  }
  function nested(read: () => string): string {
    if (++depth > deepest) throw new TooDeep()
    const text = read()
    depth--
    return text
  }
  function value(): string {
    const found = next()
    if (found === '{') return nested(object)
    if (found === '[') return nested(array)
    if (found.startsWith('"')) return string(found)
    return /[\d]/.test(found) ? number(found) : found
  }
  try {
    return value()
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

/** Python's recursion limit. JSON.parse has none, so that whatever it let pass must be bounded here. */
const deepest = 1000
class TooDeep extends Error {}

function string(quoted: string): string {
  const escaped = JSON.stringify(JSON.parse(quoted))
  return escaped.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function number(token: string): string {
  if (/^-?\d+$/.test(token)) return token === '-0' ? '0' : token
  return pythonFloat(Number(token))
}

/** Python's `repr` of a float: the same shortest digits as JavaScript, an exponent below 1e-4 and from 1e16. */
function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [digits = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= 16) {
    return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  const plain =
    exponent < 0
      ? value.toFixed(Math.max(digits.replace(/[-.]/g, '').length - 1 - exponent, 0))
      : String(value)
  return plain.includes('.') ? plain : `${plain}.0`
}
