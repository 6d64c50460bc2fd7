import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { HeaderPair } from '../../../server/wire.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { body, judge, otherSecret } from '../world.ts'
import { all, content, hmac, judged, signedOver } from './sender.ts'

const decoded = (text: string) => Buffer.from(text.slice(6), 'base64')
const shop = { of: ownedBy('shop'), secret: otherSecret }
/** So many other secrets that none of them is likely. */
const crowd = Array.from({ length: 49 }, (_, i) => {
  const bytes = createHash('sha256').update(`crowd ${i}`).digest().subarray(0, 24)
  return { of: ownedBy(`subscription ${i}`), secret: `whsec_${bytes.toString('base64')}` }
})
const table = 'id,amount\n1,2\n3,4'
const windows = table.replaceAll('\n', '\r\n')
const mark = '\ufeff'
const compact = JSON.stringify(JSON.parse(body))

describe("another's secret, and a mistake with its form", () => {
  const forms: [cause: string, key: string | Buffer][] = [
    ['secret_as_text', otherSecret],
    ['secret_prefix_kept', Buffer.from(otherSecret, 'base64')],
    ['secret_prefix_stripped', otherSecret.slice(6)],
  ]
  test.each(forms)('%s', (cause, key) => {
    const value = hmac(content(body), key).digest('base64')
    for (const known of [[shop], [...crowd.slice(0, 25), shop, ...crowd.slice(25)]]) {
      const verdict = judged(value, { otherSecrets: known })
      expect(all(verdict)).toEqual(['other_secret', cause])
      for (const one of verdict.causes) expect(one).toMatchObject({ proved: true })
    }
    const old = judged(value, { otherSecrets: [{ ...shop, old: true }] })
    expect(all(old)).toEqual(['old_secret', cause])
  })

  test.each<[cause: string, key: string | Buffer]>([
    ['secret_decoded', decoded(otherSecret)],
    ['secret_prefix_stripped', otherSecret.slice(6)],
  ])('%s where the scheme takes it as text', (cause, key) => {
    const headers: HeaderPair[] = [['x-hub-signature-256', `sha256=${hmac(body, key).digest('hex')}`]]
    expect(all(judge(headers, { otherSecrets: [shop] }))).toEqual(['other_secret', cause])
  })

  test('is reported with both fixes, each with its cause and together in the hint', () => {
    const value = hmac(content(body), otherSecret).digest('base64')
    const verdict = judged(value, { otherSecrets: [shop] })
    const [first, second] = verdict.causes
    expect(first).toMatchObject({
      received: 'the secret of endpoint shop',
      detail: expect.stringContaining('At the same time: secret as text'),
    })
    expect(second).toMatchObject({
      detail: expect.stringContaining('The secret of endpoint shop was used as plain text'),
    })
    expect(verdict.hint).toBe(`${first?.fix} ${second?.fix}`)
  })

  test('an unknown secret gives no finding', () => {
    const value = hmac(content(body), 'whsec_bm9ib2R5IGtub3dzIHRoaXMgb25l').digest('base64')
    expect(all(judged(value, { otherSecrets: [shop, ...crowd] }))).toEqual([])
  })
})

describe("another's secret, over a body that was changed", () => {
  test.each<[cause: string, signed: string, came: string]>([
    ['trailing_newline', `${body}\n`, body],
    ['trailing_newline', body, `${body}\n`],
    ['byte_order_mark', mark + body, body],
    ['byte_order_mark', body, mark + body],
    ['line_endings', windows, table],
    ['line_endings', table, windows],
    ['reserialised', compact, body],
  ])('%s: %j was signed, %j came', (cause, signed, came) => {
    const value = hmac(content(signed), decoded(otherSecret)).digest('base64')
    const of = (old: boolean) => judged(value, { body: came, otherSecrets: [{ ...shop, old }] })
    expect(all(of(false))).toEqual(['other_secret', cause])
    expect(all(of(true))).toEqual(['old_secret', cause])
  })

  test('a retired one goes before a crowd of others', () => {
    const value = hmac(content(`${mark}${body}`), decoded(otherSecret)).digest('base64')
    const known = [...crowd, { ...shop, old: true }]
    expect(all(judged(value, { otherSecrets: known }))).toEqual(['old_secret', 'byte_order_mark'])
  })
})

describe('two changes at the edges of a body', () => {
  test.each<[signed: string, came: string, causes: string[]]>([
    [mark + windows, table, ['byte_order_mark', 'line_endings']],
    [table, mark + windows, ['byte_order_mark', 'line_endings']],
    [mark + table, windows, ['byte_order_mark', 'line_endings']],
    [`${mark}${table}\n`, table, ['byte_order_mark', 'trailing_newline']],
    [table, `${mark}${table}\n`, ['byte_order_mark', 'trailing_newline']],
    [mark + table, `${table}\n`, ['byte_order_mark', 'trailing_newline']],
    [windows, `${table}\n`, ['line_endings', 'trailing_newline']],
    [`${windows}\n`, table, ['line_endings', 'trailing_newline']],
  ])('%j was signed, %j came', (signed, came, causes) => {
    const verdict = signedOver(signed, came)
    expect(all(verdict).toSorted()).toEqual(causes)
    expect(verdict.hint).toBe(verdict.causes.map(({ fix }) => fix).join(' '))
  })
})

test('many secrets leave enough for what is rare and alone', () => {
  const value = hmac(content(body, 'evt_1.1699999700.')).digest('base64')
  for (const known of [[shop], crowd])
    expect(all(judged(value, { otherSecrets: known }))).toEqual(['other_timestamp'])
})

test('so do rewritings that take long', () => {
  const larger = JSON.stringify({
    event: 'card.created',
    ids: Array.from({ length: 20 }, (_, i) => `card_${i}`),
  })
  const value = hmac(content(larger, 'evt_1.1699999710.')).digest('base64')
  expect(all(judged(value, { body: larger }))).toEqual(['other_timestamp'])
})

test('a secret that many have is tried once', () => {
  const value = hmac(content(`${mark}${body}`), decoded(otherSecret)).digest('base64')
  const known = [...crowd.map((one) => ({ ...one, secret: crowd[0]?.secret ?? '' })), shop]
  const told = judged(value, { otherSecrets: known })
  expect(all(told)).toEqual(['other_secret', 'byte_order_mark'])
})
