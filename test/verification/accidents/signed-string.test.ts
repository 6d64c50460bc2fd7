import { describe, expect, test } from 'vitest'
import type { HeaderPair } from '../../../server/wire.ts'
import { sample } from '../../helpers/long.ts'
import { oneIn } from '../../helpers/rows.ts'
import { body, judge, secret, signedAt, url } from '../world.ts'
import { all, content, hmac, id, judged } from './sender.ts'

const ts = signedAt
const over = (text: string, rest: Parameters<typeof judged>[1] = {}) =>
  judged(hmac(text).digest('base64'), rest)
const iso = '2023-11-14T22:13:20'

describe('Standard Webhooks', () => {
  test.each([
    ['body_only_signed', body],
    ['id_not_signed', `${ts}.${body}`],
    ['timestamp_not_signed', `${id}.${body}`],
    ['other_order', `${ts}.${id}.${body}`],
    ['other_order', `${body}.${ts}.${id}`],
    ['other_separator', `${id}:${ts}:${body}`],
    ['other_separator', `${id}${ts}${body}`],
    ['other_separator', `${id}\n${ts}\n${body}`],
    ['other_separator', `${id}|${ts}|${body}`],
    ['milliseconds', `${id}.${ts}000.${body}`],
    ['timestamp_format', `${id}.${iso}.000Z.${body}`],
    ['timestamp_format', `${id}.${iso}Z.${body}`],
    ['other_timestamp', `${id}.${ts - 1}.${body}`],
    ['other_timestamp', `${id}.${ts + 9}.${body}`],
    ['other_timestamp', `${id}..${body}`],
    ['other_timestamp', `${id}.undefined.${body}`],
    ['other_timestamp', `${id}.None.${body}`],
    ['other_separator', `${id}.${ts}.${body}.`],
    ['other_id', `.${ts}.${body}`],
    ['header_changed', `${id} .${ts}.${body}`],
    ['header_changed', `EVT_1.${ts}.${body}`],
  ])('%s: %j', (cause, text) => {
    const verdict = over(text)
    expect(all(verdict)).toEqual([cause])
    expect(verdict.causes[0]?.diff).toMatchObject({ sender_bytes: Buffer.from(text).length })
  })

  test.each([
    ['id_not_signed', 'other_order', `${body}.${ts}`],
    ['id_not_signed', 'other_separator', `${ts}${body}`],
    ['id_not_signed', 'other_separator', `${ts}:${body}`],
    ['id_not_signed', 'other_separator', `${body}${ts}`],
    ['timestamp_not_signed', 'other_order', `${body}.${id}`],
    ['timestamp_not_signed', 'other_separator', `${id}:${body}`],
  ])('%s with %s: %j', (cause, besides, text) => {
    expect(all(over(text))).toEqual([cause, besides])
  })

  test.each([
    ['other_order', `${body}:${ts}`],
    ['other_separator', `${ts}${body}`],
    ['other_separator', `${body}.${ts}`],
  ])('of Slack version_prefix_missing with %s: %j', (besides, text) => {
    const signature = `v0=${hmac(text, secret).digest('hex')}`
    const verdict = judge([
      ['X-Slack-Request-Timestamp', String(ts)],
      ['X-Slack-Signature', signature],
    ])
    expect(all(verdict)).toEqual(['version_prefix_missing', besides])
  })

  test('a timestamp in milliseconds whose second was signed', () => {
    const verdict = over(`${id}.${ts}.${body}`, { headers: { 'webhook-timestamp': `${ts}000` } })
    expect(all(verdict)).toEqual(['milliseconds'])
  })

  test('the time of Date, and one in the body', () => {
    const date = over(`${id}.${ts + 77}.${body}`, {
      headers: { date: new Date((ts + 77) * 1000).toUTCString() },
    })
    expect(all(date)).toEqual(['other_timestamp'])
    expect(date.reason).toContain('Date')
    const dated = '{"id":"card_7","occurred_at":"2023-11-14T00:00:00Z"}'
    const at = Date.parse('2023-11-14T00:00:00Z') / 1000
    expect(all(over(`${id}.${at}.${dated}`, { body: dated }))).toEqual(['other_timestamp'])
  })

  test('an id of the body, and of another header', () => {
    const inner = '{"data":{"card_id":"card_7"}}'
    expect(all(over(`card_7.${ts}.${inner}`, { body: inner }))).toEqual(['other_id'])
    const delivery = over(`dlv_9.${ts}.${body}`, { headers: { 'x-delivery-id': 'dlv_9' } })
    expect(all(delivery)).toEqual(['other_id'])
    expect(delivery.causes[0]).toMatchObject({ expected: id, received: 'dlv_9' })
  })
})

test('slack without its version in what is signed, and with the parts of another scheme', () => {
  const slack = (text: string) =>
    judge([
      ['X-Slack-Request-Timestamp', String(ts)],
      ['X-Slack-Signature', `v0=${hmac(text, secret).digest('hex')}`],
    ])
  expect(all(slack(`${ts}:${body}`))).toEqual(['version_prefix_missing'])
  expect(all(slack(`v0.${ts}.${body}`))).toEqual(['other_separator'])
  expect(all(slack(body))).toEqual(['body_only_signed'])
})

test.each<[causes: string[], told: string, text: string]>([
  [['other_order', 'other_separator'], 'the parts in the order {body}{ts}', `${body}${ts}`],
  [['other_order', 'other_separator'], 'the parts in the order {body}:{ts}', `${body}:${ts}`],
  [['version_prefix_wrong'], "the scheme's signed content with v1. before it", `v1.${ts}.${body}`],
  [['other_separator'], 'the scheme\'s signed content with "." at the end', `${ts}.${body}.`],
  [['other_timestamp'], 'the timestamp "undefined", (none)', `undefined.${body}`],
  [['other_timestamp'], 'the timestamp "null", (none)', `null.${body}`],
  [['other_scheme'], '{id}.{ts}.{body}, but this scheme does not sign the id', `evt_9.${ts}.${body}`],
])('of Stripe %j: %s', (wanted, told, text) => {
  const verdict = judge([
    ['webhook-id', 'evt_9'],
    ['Stripe-Signature', `t=${ts},v1=${hmac(text, secret).digest('hex')}`],
  ])
  expect(all(verdict)).toEqual(wanted)
  expect(verdict.causes[0]?.detail).toContain(`The signature is correct for ${told}`)
})

test('of GitHub the id of the delivery signed besides', () => {
  const verdict = judge([
    ['X-GitHub-Delivery', '72d3'],
    ['X-Hub-Signature-256', `sha256=${hmac(`72d3.${body}`, secret).digest('hex')}`],
  ])
  expect(all(verdict)).toEqual(['other_scheme'])
  expect(verdict.hint).toBe('This scheme signs {body}.')
})

test('of Slack a colon behind the body too', () => {
  const signature = `v0=${hmac(`v0:${ts}:${body}:`, secret).digest('hex')}`
  const verdict = judge([
    ['X-Slack-Request-Timestamp', String(ts)],
    ['X-Slack-Signature', signature],
  ])
  expect(all(verdict)).toEqual(['other_separator'])
  expect(verdict.hint).toBe('This scheme signs v0:{ts}:{body}.')
})

test('the ISO time of increase as Unix seconds', () => {
  const value = hmac(`${ts}.${body}`, secret).digest('hex')
  expect(all(judge([['Increase-Webhook-Signature', `t=${iso}Z,v1=${value}`]]))).toEqual(['timestamp_format'])
})

const besides = [
  `POST/hooks/in?team=7${ts}.${body}`,
  `POST\n/hooks/in?team=7\n${ts}\n${body}`,
  `${ts}POST/hooks/in?team=7${body}`,
  `POSThttps://receiver.example/hooks/in?team=7${body}${ts}`,
  `https://receiver.example/hooks/in?team=7.${ts}.${body}`,
]
const ofStripe = (text: string): HeaderPair[] => [
  ['Stripe-Signature', `t=${ts},v1=${hmac(text, secret).digest('hex')}`],
]
test.each(besides)('of Stripe the method or the address signed besides: %j', (text) => {
  const verdict = judge(ofStripe(text), { url })
  expect(all(verdict)).toEqual(['method_or_url'])
  expect(verdict.hint).toBe('This scheme signs {ts}.{body}.')
})
test.each(besides.filter(oneIn(sample(5, 1))))('of another address it is not explained: %j', (text) => {
  expect(all(judge(ofStripe(text), { url: `${url}8` }))).toEqual([])
})

test('an address with braces in it is no template', () => {
  const signed = hmac(`POST/{id}.${ts}.${body}`, secret).digest('hex')
  const headers: HeaderPair[] = [['Stripe-Signature', `t=${ts},v1=${signed}`]]
  expect(all(judge(headers, { url: 'https://receiver.example/{id}' }))).toEqual([])
})

test('the time that was signed with its name in the header before it', () => {
  const value = hmac(`t=${ts}.${body}`, secret).digest('hex')
  const verdict = judge([['Stripe-Signature', `t=${ts},v1=${value}`]])
  expect(all(verdict)).toEqual(['other_timestamp'])
  expect(verdict.reason).toContain(`"t=${ts}", with its header name before it`)
})

test('the fix names what the scheme signs', () => {
  const [cause] = over(body).causes
  expect(cause?.fix).toContain('{id}.{ts}.{body}')
  expect(cause).toMatchObject({ expected: content(body).toString(), received: body })
})

describe('the explanation of the signed string needs no context', () => {
  const slack = (text: string) =>
    judge(
      [
        ['X-Slack-Request-Timestamp', String(ts)],
        ['X-Slack-Signature', `v0=${hmac(text, secret).digest('hex')}`],
      ],
      { scheme: 'slack' },
    )

  test.each<[cause: string, told: string, text: string]>([
    [
      'version_prefix_wrong',
      "the scheme's signed content with the prefix v1: instead of v0:",
      `v1:${ts}:${body}`,
    ],
    ['version_prefix_missing', "the scheme's signed content without the prefix v0:", `${ts}:${body}`],
    ['other_separator', 'the parts with "." between them', `v0.${ts}.${body}`],
    ['other_order', 'the parts in the order {body}:{ts}', `v0:${body}:${ts}`],
  ])('%s: %s', (cause, told, text) => {
    const verdict = slack(text)
    expect(all(verdict)).toEqual([cause])
    expect(verdict.reason).toBe(`The signature is correct for ${told}.`)
    expect(verdict.hint).toBe('This scheme signs v0:{ts}:{body}.')
  })

  test('the id or the time that was left out is named', () => {
    expect(over(`${ts}.${body}`).reason).toBe(
      "The signature is correct for the scheme's signed content without the id.",
    )
    expect(over(`${id}.${body}`).reason).toBe(
      "The signature is correct for the scheme's signed content without the timestamp.",
    )
  })
})
