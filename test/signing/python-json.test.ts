import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pythonJson } from '../../server/signing/python-json.ts'
import { anyLetter } from '../helpers/any-letter.ts'

/** What Python 3.11 answered for `json.dumps(json.loads(text))`, written down by hand. */
const pairs: [given: string, python: string][] = [
  ['{}', '{}'],
  ['[]', '[]'],
  [' [ ] ', '[]'],
  ['null', 'null'],
  ['{"a":1,"b":[true,false,null]}', '{"a": 1, "b": [true, false, null]}'],
  ['{"10":1,"2":2,"1":3}', '{"10": 1, "2": 2, "1": 3}'],
  ['{"a":1,"b":2,"a":3}', '{"a": 3, "b": 2}'],
  ['{"a":1,"\\u0061":2}', '{"a": 2}'],
  ['{"__proto__":1}', '{"__proto__": 1}'],
  ['12345678901234567890123', '12345678901234567890123'],
  ['-0', '0'],
  ['-0.0', '-0.0'],
  ['1.0', '1.0'],
  ['1e5', '100000.0'],
  ['1E400', 'Infinity'],
  ['-1e999', '-Infinity'],
  ['1e15', '1000000000000000.0'],
  ['1e16', '1e+16'],
  ['1.5e300', '1.5e+300'],
  ['0.0001', '0.0001'],
  ['0.00012345678901234567', '0.00012345678901234567'],
  ['0.00001', '1e-05'],
  ['5e-324', '5e-324'],
  ['0.1', '0.1'],
  ['123456.789000', '123456.789'],
  ['"a\\/b"', '"a/b"'],
  ['"\\u00e9é"', '"\\u00e9\\u00e9"'],
  ['"😀"', '"\\ud83d\\ude00"'],
  ['"\\uD800"', '"\\ud800"'],
  ['"\\u0000\\u001f\\b\\f\\n\\r\\t\\"\\\\"', '"\\u0000\\u001f\\b\\f\\n\\r\\t\\"\\\\"'],
  ['"\u007f"', '"\\u007f"'],
  ['"\u2028"', '"\\u2028"'],
  ['"{,}:[]"', '"{,}:[]"'],
]

test.each(pairs)('%j is written by Python as %j', (given, python) => {
  expect(pythonJson(given)).toBe(python)
})

test.each(['', '{', '{"a":}', 'undefined', "{'a':1}", '\uFEFF{}', '[1,]'])('%j is no JSON', (text) => {
  expect(pythonJson(text)).toBeUndefined()
})

test('a text as long as a body may be is written', () => {
  const long = `"${'x'.repeat(1_048_574)}"`
  expect(pythonJson(long)).toBe(long)
})

test('what is nested deeper than Python follows is not written, and does no harm', () => {
  expect(pythonJson('['.repeat(200_000) + ']'.repeat(200_000))).toBeUndefined()
})

const script = `
import json, sys
sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None
print(json.dumps([json.dumps(json.loads(text)) for text in json.load(sys.stdin)]))
`
const python = (texts: string[]): string[] =>
  JSON.parse(spawnSync('python3', ['-c', script], { input: JSON.stringify(texts), encoding: 'utf8' }).stdout)
const hasPython = spawnSync('python3', ['-c', 'import json']).status === 0

// Without python3 on this machine only the written pairs above hold the two together.
describe.skipIf(!hasPython)("against this machine's python3", () => {
  test('the written pairs are what Python says', () => {
    expect(python(pairs.map(([given]) => given))).toEqual(pairs.map(([, said]) => said))
  })

  test('JSON of any shape comes out as Python writes it', () => {
    const json = fc.json({ stringUnit: anyLetter, maxDepth: 4 })
    const texts = fc.sample(json, { numRuns: 2000, seed: 7 })
    expect(texts.map((text) => pythonJson(text))).toEqual(python(texts))
  })

  test('numbers of any notation come out as Python writes them', () => {
    const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`))
    const number = fc
      .tuple(
        fc.constantFrom('', '-'),
        digits(20),
        fc.option(digits(20)),
        fc.option(fc.integer({ min: -340, max: 320 })),
      )
      .map(([sign, whole, fraction, exponent]) => {
        const plain = `${sign}${whole.replace(/^0+(?=\d)/, '')}${fraction === null ? '' : `.${fraction}`}`
        return exponent === null ? plain : `${plain}e${exponent}`
      })
    const texts = [
      ...fc.sample(number, { numRuns: 3000, seed: 7 }),
      ...fc
        .sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 3000, seed: 7 })
        .map(String),
    ]
    expect(texts.map((text) => pythonJson(text))).toEqual(python(texts))
  })
})
