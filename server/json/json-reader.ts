/**
 * A part of JSON text. `end` follows the last part, and `wrong` marks the place where the text stops being JSON.
 */
type JsonPart = 'key' | 'string' | 'number' | 'word' | 'open' | 'close' | 'end' | 'wrong'

export interface JsonReader {
  /** Goes to the next part and returns its kind. */
  next(): JsonPart
  /** Where the part starts in the text, and where it ends. */
  start: number
  end: number
  /** The brackets that are open around the next part. */
  readonly open: readonly ('{' | '[')[]
  /** The offset at which a `wrong` text stops being JSON, and the expected part. */
  at: number
  missing: 'value' | 'key' | 'colon' | 'comma' | 'member' | 'end' | undefined
}

const [quote, plus, comma, minus, point, nought, nine] = [0x22, 0x2b, 0x2c, 0x2d, 0x2e, 0x30, 0x39]
const [colon, openBracket, backslash, closeBracket] = [0x3a, 0x5b, 0x5c, 0x5d]
const [openBrace, closeBrace] = [0x7b, 0x7d]
const words: Record<string, string> = { t: 'true', f: 'false', n: 'null' }
const escapes = /(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/**
 * The one scanner of JSON text. It accepts exactly what `JSON.parse` accepts, at any depth and length, in a time that grows
 * with the text: patterns and recursion would run out of stack.
 */
export function createJsonReader(text: string): JsonReader {
  const open: ('{' | '[')[] = []
  let at = 0
  /** What may come next: a value, a key, a closing bracket or either, or what follows a value. */
  let state: 'value' | 'key' | 'first' | 'after' = 'value'
  let over: 'end' | 'wrong' | undefined

  const reader: JsonReader = { next, start: 0, end: 0, open, at: 0, missing: undefined }

  function skipBlanks() {
    for (;;) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      at++
    }
  }
  function part(kind: JsonPart, start: number): JsonPart {
    reader.start = start
    reader.end = at
    return kind
  }
  function wrong(missing: JsonReader['missing'], place: number): JsonPart {
    over = 'wrong'
    reader.at = place
    reader.missing = missing
    return over
  }
  /** Moves past the string that starts here. */
  function isString(): boolean {
    if (text.charCodeAt(at) !== quote) return false
    for (at++; ; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        at++
        return true
      }
      if (code === backslash) {
        escapes.lastIndex = at + 1
        if (!escapes.test(text)) return false
        at = escapes.lastIndex - 1
      } else if (!(code >= 0x20)) return false
    }
  }
  function isDigits(): boolean {
    const from = at
    for (let code = text.charCodeAt(at); code >= nought && code <= nine; code = text.charCodeAt(at)) at++
    return at > from
  }
  function isNumber(): boolean {
    if (text.charCodeAt(at) === minus) at++
    if (text.charCodeAt(at) === nought) at++
    else if (!isDigits()) return false
    if (text.charCodeAt(at) === point) {
      at++
      if (!isDigits()) return false
    }
    if (text[at] === 'e' || text[at] === 'E') {
      at++
      if (text.charCodeAt(at) === minus || text.charCodeAt(at) === plus) at++
      if (!isDigits()) return false
    }
    return !/[\w.]/.test(text[at] ?? '')
  }
  function isWord(): boolean {
    const word = words[text[at] ?? '']
    if (word === undefined || !text.startsWith(word, at)) return false
    at += word.length
    return !/\w/.test(text[at] ?? '')
  }
  function value(): JsonPart {
    const start = at
    const code = text.charCodeAt(at)
    if (code === openBrace || code === openBracket) {
      at++
      open.push(code === openBrace ? '{' : '[')
      state = 'first'
      return part('open', start)
    }
    state = 'after'
    if (code === quote) return isString() ? part('string', start) : wrong('value', start)
    if (code === minus || (code >= nought && code <= nine))
      return isNumber() ? part('number', start) : wrong('value', start)
    return isWord() ? part('word', start) : wrong('value', start)
  }
  function key(): JsonPart {
    const start = at
    if (!isString()) return wrong('key', start)
    part('key', start)
    skipBlanks()
    if (text.charCodeAt(at) !== colon) return wrong('colon', at)
    at++
    state = 'value'
    return 'key'
  }
  function next(): JsonPart {
    if (over) return over
    skipBlanks()
    if (state === 'first' || state === 'after') {
      const around = open.at(-1)
      const closing = around === '{' ? closeBrace : closeBracket
      if (around === undefined) {
        if (at < text.length) return wrong('end', at)
        over = 'end'
        return over
      }
      if (text.charCodeAt(at) === closing) {
        open.pop()
        at++
        state = 'after'
        return part('close', at - 1)
      }
      if (state === 'after') {
        if (text.charCodeAt(at) !== comma) return wrong('comma', at)
        at++
        skipBlanks()
        if (text.charCodeAt(at) === closing) return wrong('member', at)
      }
      state = around === '{' ? 'key' : 'value'
    }
    return state === 'key' ? key() : value()
  }
  return reader
}
