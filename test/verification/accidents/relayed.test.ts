import * as zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { judge, secret } from '../world.ts'
import { all, hmac, signedOver } from './sender.ts'

const { BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_MODE_TEXT } = zlib.constants
const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }
/** Of which each quality makes other bytes. */
const body = '{"event":"card.created","items":[1,2,{"a":"b/c"}],"name":"Some text here and there and here"}'
const brotli = (quality: number) =>
  zlib.brotliCompressSync(body, { params: { [BROTLI_PARAM_QUALITY]: quality } })

describe('a body that something on its way has unpacked or packed', () => {
  test.each([4, 6, 11])('brotli of quality %i was signed', (quality) => {
    const verdict = signedOver(brotli(quality), body)
    expect(all(verdict)).toEqual(['content_encoding'])
    expect(verdict.causes[0]?.detail).toContain('compressed with brotli')
  })

  test('brotli came', () => {
    expect(all(signedOver(body, brotli(11)))).toEqual(['content_encoding'])
  })

  test('brotli with unusual settings gives no finding', () => {
    const params = { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT }
    const packed = zlib.brotliCompressSync(body, {
      params: { ...params, [zlib.constants.BROTLI_PARAM_LGWIN]: 11 },
    })
    expect(all(signedOver(packed, body))).toEqual([])
  })

  test.skipIf(!zstdCompressSync)('zstd was signed, or came', () => {
    const packed = zstdCompressSync?.(Buffer.from(body)) ?? ''
    expect(all(signedOver(packed, body))).toEqual(['content_encoding'])
    expect(all(signedOver(body, packed))).toEqual(['content_encoding'])
  })
})

describe('a form that was encoded again on its way', () => {
  const form = 'name=Gr%C3%BC+%C3%9Fe&to=%2B1500&x=a*b~c(d)!&e=&to=%27'
  const browsers = 'name=Gr%C3%BC+%C3%9Fe&to=%2B1500&x=a*b%7Ec%28d%29%21&e=&to=%27'
  const python = 'name=Gr%C3%BC+%C3%9Fe&to=%2B1500&x=a%2Ab~c%28d%29%21&e=&to=%27'
  const php = 'name=Gr%C3%BC+%C3%9Fe&to=%2B1500&x=a%2Ab%7Ec%28d%29%21&e=&to=%27'
  const dotnet = 'name=Gr%c3%bc+%c3%9fe&to=%2b1500&x=a*b%7ec(d)!&e=&to=%27'
  const component = "name=Gr%C3%BC%20%C3%9Fe&to=%2B1500&x=a*b~c(d)!&e=&to='"
  const strict = 'name=Gr%C3%BC%20%C3%9Fe&to=%2B1500&x=a%2Ab~c%28d%29%21&e=&to=%27'

  test.each<[signed: string, came: string]>([
    [form, form.replaceAll('+', '%20')],
    [form.replaceAll('+', '%20'), form],
    [form.replace(/%../g, (one) => one.toLowerCase()), form],
    [form, form.replace(/%../g, (one) => one.toLowerCase())],
    [browsers, form],
    [python, component],
    [php, browsers],
    [dotnet, strict],
    [component, python],
    [strict, dotnet],
    ['a%5Bb%5D=1&c=d%3D%3D', 'a[b]=1&c=d=='],
  ])('%s was signed, %s came', (signed, came) => {
    const value = `sha256=${hmac(signed, secret).digest('hex')}`
    const verdict = judge([['x-hub-signature-256', value]], { body: came })
    expect(all(verdict)).toEqual(['url_encoding'])
    expect(verdict.causes[0]?.detail).toContain('correct for the form')
  })

  test('a form in another order is found, a form with another value is not', () => {
    for (const [came, causes] of [
      ['to=1&name=a+b', ['url_encoding']],
      ['name=a+c&to=1', []],
    ] as const) {
      const value = `sha256=${hmac('name=a+b&to=1', secret).digest('hex')}`
      expect(all(judge([['x-hub-signature-256', value]], { body: came }))).toEqual(causes)
    }
  })
})
