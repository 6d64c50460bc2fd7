import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HeaderPair } from '../../server/wire.ts'
import { sample } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { runsOf } from '../helpers/runs.ts'
import { body, causesIn, judge, otherSecret, secret, signed, signedAt, withValue } from './world.ts'

const hmac = (key: Buffer, ...parts: (string | Buffer)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key))
const decoded = (text: string) => Buffer.from(text.replace(/^whsec_/, ''), 'base64')
const standard = (key: Buffer, content: string | Buffer) =>
  `v1,${hmac(key, `evt_1.${signedAt}.`, content).digest('base64')}`

/** Headers of a sender who makes one mistake. */
function mistaken(over: { key?: Buffer; body?: string | Buffer }): HeaderPair[] {
  return withValue(signed(), 'webhook-signature', standard(over.key ?? decoded(secret), over.body ?? body))
}

test('the secret used as text is reported', () => {
  const verdict = judge(mistaken({ key: Buffer.from(secret) }))
  expect(causesIn(verdict)).toEqual(['secret_as_text'])
  expect(verdict.hint).toContain('as base64')
})

test('a decoded secret, where the platform uses it as text, is reported', () => {
  const v2 = hmac(decoded(secret), `${signedAt}.`, body).digest('hex')
  expect(causesIn(judge([['Signature', `t=${signedAt},v2=${v2}`]]))).toEqual(['secret_decoded'])
})

test("another subscription's secret is reported with its owner", () => {
  const verdict = judge(signed({ secret: otherSecret }), {
    otherSecrets: [{ of: ownedBy('subscription s2'), secret: otherSecret }],
  })
  expect(causesIn(verdict)).toEqual(['other_secret'])
  expect(verdict.reason).toContain('subscription s2')
})

test('a body changed on its way is reported if the sandbox knows what it sent', () => {
  const verdict = judge(signed(), { body: body.replace('created', 'CREATED'), sentBody: Buffer.from(body) })
  expect(causesIn(verdict)).toEqual(['body_changed'])
  expect(verdict.reason).toContain('byte 15')
})

test('a changed body is not guessed where nobody knows what was sent', () => {
  const verdict = judge(signed(), { body: body.replace('created', 'CREATED') })
  expect(verdict.result).toBe('failed')
  expect(verdict.causes).toEqual([])
  expect(verdict.hint).toBeTruthy()
})

test.each([
  ['reserialised', '{"event":"card.created","n":1.5}', body],
  ['pretty_printed', JSON.stringify(JSON.parse(body), null, 2), body],
  ['trailing_newline', `${body}\n`, body],
  ['trailing_newline', body, `${body}\n`],
  ['trailing_newline', body, `${body}\r\n`],
  ['line_endings', '{\n"n":1\n}', '{\r\n"n":1\r\n}'],
])('%s is reported if %j was signed and %j arrived', (cause, signedBody, came) => {
  expect(causesIn(judge(signed({ body: signedBody }), { body: came }))).toContain(cause)
})

test.each([
  ['standard-webhooks', 'platform'],
  ['platform', 'standard-webhooks'],
] as const)('with scheme %s set, a signature of %s is reported as other_scheme', (wanted, shown) => {
  const verdict = judge(signed({ scheme: shown }), { scheme: wanted })
  expect(verdict.result).toBe('failed')
  expect(causesIn(verdict)).toEqual(['other_scheme'])
  expect(verdict.reason).toContain(shown)
})

test('two mistakes at once are both told', () => {
  const verdict = judge(mistaken({ key: Buffer.from(secret), body: `${body}\n` }))
  expect(causesIn(verdict)).toEqual(['secret_as_text', 'trailing_newline'])
})

test('a body nested without end is judged like any other', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  expect(judge([['Signature', `t=${signedAt},v1=00,v2=00`]], { body: deep }).result).toBe('failed')
  expect(judge(signed({ scheme: 'platform', body: deep }), { body: deep }).result).toBe('verified')
})

const json = fc.json({ maxDepth: 2 })
const oddBody = fc.oneof(
  json,
  json.map((text) => `${text}\n`),
  json.map((text) => `${text}\r\n`),
  fc.json({ maxDepth: 2 }).map((text) => JSON.stringify(JSON.parse(text), null, 2)),
  fc.string(),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
)
const secrets = fc
  .uint8Array({ minLength: 24, maxLength: 32 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)

const bodyCauses = ['reserialised', 'pretty_printed', 'trailing_newline', 'line_endings', 'body_changed']

test('no cause is claimed that does not give the very signature that came', () => {
  fc.assert(
    fc.property(
      fc.record({
        mine: secrets,
        theirs: secrets,
        came: oddBody,
        signedBody: fc.option(oddBody),
        knowsSent: fc.boolean(),
        asText: fc.boolean(),
        ofOther: fc.boolean(),
      }),
      ({ mine, theirs, came, signedBody, knowsSent, asText, ofOther }) => {
        const received = Buffer.from(came)
        const sent = Buffer.from(signedBody ?? came)
        const keyText = ofOther ? theirs : mine
        const signature = standard(asText ? Buffer.from(keyText) : decoded(keyText), sent)
        const verdict = judge(withValue(signed(), 'webhook-signature', signature), {
          body: received,
          secrets: [{ of: ownedBy('mine'), secret: mine }],
          otherSecrets: [{ of: ownedBy('theirs'), secret: theirs }],
          sentBody: knowsSent ? sent : undefined,
        })
        // What is said to have been signed, and the key that is said to have been used, give what came.
        const told = new Set(causesIn(verdict))
        const text = verdict.causes.find(({ diff }) => diff !== null)?.received
        const isWhole =
          text !== undefined && text !== null && !text.includes('\ufffd') && !/… \(\d+ bytes\)$/.test(text)
        const key = told.has('other_secret') ? theirs : mine
        const known = ['other_secret', 'secret_as_text', ...bodyCauses]
        if (verdict.causes.length === 0 || ![...told].every((cause) => known.includes(cause))) return
        if (text && !isWhole) return
        const content = text ?? `evt_1.${signedAt}.${received}`
        if (text === undefined && !Buffer.from(received.toString()).equals(received)) return
        const made = hmac(told.has('secret_as_text') ? Buffer.from(key) : decoded(key), content)
        expect(`v1,${made.digest('base64')}`).toBe(signature)
        if (received.equals(sent) && !asText && !ofOther) expect(verdict.result).toBe('verified')
      },
    ),
    runsOf({ numRuns: sample(5, 80), seed: 7 }),
  )
})
