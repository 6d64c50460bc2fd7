import { isJson } from '../json/is-json.ts'

/**
 * JSON as Python's `json.dumps(json.loads(text))` writes it: `", "` and `": "`, ASCII escapes, floats by Python's rules.
 * Works on the text itself: parsing to an object would reorder keys such as "10" and round long integers.
 * Duplicate keys keep the last value at the first place, as a Python dict does.
 * @returns undefined when the text is no JSON, or nested deeper than Python follows
 */
export function pythonJson(text: string): string | undefined {
  if (!isJson(text)) return undefined
  try {
    return written(text, false) ?? written(text, true)
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

/**
 * Writes as it reads, and gives up on a repeated key.
 * @param isGathering whether each object is gathered before it is written, which takes a repeated key and much longer
 */
function written(text: string, isGathering: boolean): string | undefined {
  let out = createOut()
  let at = 0
  let depth = 0
  let isRepeated = false

  function skipSpace() {
    while (text.charCodeAt(at) <= space) at++
  }
  function string(): string {
    const from = at
    do at = text.indexOf('"', at + 1)
    while (isEscaped(at))
    return pythonString(text.slice(from, ++at))
  }
  function isEscaped(place: number): boolean {
    let before = place
    while (text.charCodeAt(before - 1) === backslash) before--
    return (place - before) % 2 === 1
  }
  /** A number, or one of the three words. */
  function word(): string {
    const from = at
    let unit = text.charCodeAt(at)
    while (unit > space && unit !== comma && unit !== closeBracket && unit !== closeBrace)
      unit = text.charCodeAt(++at)
    return pythonWord(text.slice(from, at))
  }
  function key(): string {
    const found = string()
    skipSpace()
    at++
    return found
  }
  function object() {
    const keys = new Set<string>()
    out.add('{')
    for (let lead = ''; !isRepeated && hasMore(closeBrace); lead = ', ') {
      const name = key()
      if (keys.has(name)) isRepeated = true
      keys.add(name)
      out.add(`${lead}${name}: `)
      value()
    }
    out.add('}')
  }
  function objectGathered() {
    const members = new Map<string, string>()
    const outer = out
    while (hasMore(closeBrace)) {
      const name = key()
      out = createOut()
      value()
      members.set(name, out.text())
    }
    out = outer
    out.add(`{${[...members].map(([name, member]) => `${name}: ${member}`).join(', ')}}`)
  }
  function array() {
    out.add('[')
    for (let lead = ''; !isRepeated && hasMore(closeBracket); lead = ', ') {
      out.add(lead)
      value()
    }
    out.add(']')
  }
  /** Goes past what separates two members, or past the end. */
  function hasMore(close: number): boolean {
    skipSpace()
    if (text.charCodeAt(at) === comma) at++
    skipSpace()
    if (text.charCodeAt(at) !== close) return true
    at++
    return false
  }
  function nested(read: () => void) {
    if (++depth > deepest) throw new TooDeep()
    at++
    read()
    depth--
  }
  function value() {
    skipSpace()
    switch (text.charCodeAt(at)) {
      case openBrace:
        return nested(isGathering ? objectGathered : object)
      case openBracket:
        return nested(array)
      case quote:
        return out.add(string())
      default:
        return out.add(word())
    }
  }
  value()
  return isRepeated ? undefined : out.text()
}

/** A text of ASCII put together by pieces: V8 keeps each piece of a long one, so that it is flattened now and then. */
function createOut() {
  const done: Buffer[] = []
  let latest = ''
  return {
    add(piece: string) {
      latest += piece
      if (latest.length < 8192) return
      done.push(Buffer.from(latest, 'latin1'))
      latest = ''
    },
    text: () => (done.length === 0 ? latest : Buffer.concat(done).toString('latin1') + latest),
  }
}

const [space, quote, comma, backslash] = [0x20, 0x22, 0x2c, 0x5c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Python's recursion limit. JSON.parse has none, so that whatever it let pass must be bounded here. */
const deepest = 1000
class TooDeep extends Error {}

function pythonString(quoted: string): string {
  if (!/[^ -~]|\\/.test(quoted)) return quoted
  const escaped = JSON.stringify(JSON.parse(quoted))
  return escaped.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A number, or one of the three words, as Python writes it. */
export function pythonWord(token: string): string {
  if (/^[tfn]/.test(token)) return token
  if (/^-?\d+$/.test(token)) return token === '-0' ? '0' : token
  return isAsPython.test(token) && token.length <= 16 ? token : pythonFloat(Number(token))
}

/** A float of so few digits that both languages write it as it stands. */
const isAsPython = /^-?(?!0\.000)(?:0|[1-9]\d*)\.(?:0|\d*[1-9])$/

/** Python's `repr` of a float: the same shortest digits as JavaScript, an exponent below 1e-4 and from 1e16. */
function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const size = Math.abs(value)
  const hasExponent = size < 1e-4 || size >= 1e16
  // Beyond these bounds JavaScript writes an exponent too, and many times faster than toExponential does.
  const text = hasExponent && size >= 1e-6 && size < 1e21 ? value.toExponential() : String(value)
  // Two digits at least: 1e-07.
  if (hasExponent) return /[+-]/.test(text.at(-2) ?? '') ? `${text.slice(0, -1)}0${text.at(-1)}` : text
  return text.includes('.') ? text : `${text}.0`
}
