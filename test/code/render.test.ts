import { describe, expect, test } from 'vitest'
import { render } from '../../server/handlers/render.ts'

const facts = {
  flags: { signed: true, old: false },
  texts: { name: 'a"b', 'says wrong': 'Wrong.' },
  quoted: (text: string) => JSON.stringify(text),
}
const rendered = (...lines: string[]) => render(lines.join('\n'), facts).text.trimEnd().split('\n')

describe('a template', () => {
  test('holds texts, bare and as literals of the language', () => {
    expect(rendered('x = «"name"» # «name»')).toEqual(['x = "a\\"b" # a"b'])
  })

  test('chooses by conditions: within a line, a line, and lines', () => {
    expect(rendered('«signed?yes|no» «old?yes|no»', '  «if not old and signed»kept', '«if old»gone')).toEqual(
      ['yes no', '  kept'],
    )
    expect(rendered('%if old', 'a', '%elif old or signed', 'b', '%else', 'c', '%end')).toEqual(['b'])
  })

  test('takes the first of its own texts that holds', () => {
    const { said } = render('%let key if old = a\n%let key = «name»', facts)
    expect([said('key'), said('other')]).toEqual(['a"b', undefined])
  })

  test('puts defined lines where they are inserted, as far in', () => {
    const refusal = ['%define refusal', 'if «condition»:', '  fail(«status», «"message"»)', '%end']
    expect(rendered(...refusal, '  %refuse 401 wrong if not fits')).toEqual([
      '  if not fits:',
      '    fail(401, "Wrong.")',
    ])
  })

  test('imports what the code uses, not what a literal or a comment mentions', () => {
    expect(
      rendered('%imports', 'import hmac', 'import time', '%end', 'x = hmac.new("time")', '# time'),
    ).toEqual(['import hmac', 'x = hmac.new("time")', '# time'])
  })

  test.each(['«nothing»', '«if nothing»x', '%nothing', '%insert nothing', '%end', '%refuse 401 wrong'])(
    'refuses %s, which means nothing',
    (line) => {
      expect(() => rendered(line)).toThrow(/means nothing here/)
    },
  )
})
