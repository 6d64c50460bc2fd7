import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verify } from '../../../server/verification/verify.ts'
import { anyLetter } from '../../helpers/any-letter.ts'
import { sample } from '../../helpers/long.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { oneIn } from '../../helpers/rows.ts'
import { runsOf } from '../../helpers/runs.ts'
import { receive, recipes, send, ways } from '../every-scheme.ts'
import { body, judge, secret, signed, signedAt } from '../world.ts'
import { all, content, hmac, judged, signedOver } from './sender.ts'

describe('nothing is claimed where nothing is proved', () => {
  const changes: [said: string, headers: Parameters<typeof judge>[0], came: string][] = [
    ['a value was changed', signed(), body.replace('1.50', '1.51')],
    ['a member was added', signed(), body.replace('}', ',"x":1}')],
    ['an empty body', signed(), ''],
    ['a member is gone', signed(), '{"event":"card.created"}'],
    ['noise', judged('x').received ? signed() : signed(), 'noise'],
    ['another body', signed(), '{"hello":"world"}'],
  ]
  test.each(changes.filter(oneIn(sample(3, 1))))('%s', (_said, headers, came) => {
    const verdict = judge(headers, { body: came })
    expect(verdict).toMatchObject({ result: 'failed', causes: [], explained: true })
  })

  test('a secret that nobody here knows', () => {
    const verdict = judged(createHmac('sha256', 'nobody knows').update(content(body)).digest('base64'))
    expect(verdict).toMatchObject({ result: 'failed', causes: [] })
    expect(verdict.reason_code).toBe('signature_differs')
    expect(verdict.tried).toMatchObject({ secrets: 1 })
    expect(verdict.tried?.recipes).toBeGreaterThan(500)
    expect(verdict.tried?.families).toEqual(expect.arrayContaining(['bodies', 'pairs']))
  })

  test.each(ways.filter(oneIn(sample(13, 1))))('random signatures of $name', (way) => {
    const sent = send(way)
    const verdict = receive(way, sent, `whsec_${randomBytes(24).toString('base64')}`)
    expect(all(verdict)).toEqual([])
  })
})

test('a body in which one value is another is never explained, however it was cut, named or wrapped', () => {
  const value = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 6, maxLength: 12 })
  const names = fc.constantFrom('last_four', 'lastFour', 'LastFour', 'name', 'é', '<&\'"')
  const forms = fc.constantFrom(
    (text: string) => text,
    (text: string) => `[${text}]`,
    (text: string) => text.slice(0, -1),
    (text: string) => JSON.stringify(text),
    (text: string) => Buffer.from(text).toString('base64'),
  )
  fc.assert(
    fc.property(value, value, names, forms, forms, (one, other, name, sent, made) => {
      fc.pre(one !== other)
      const [came, was] = [one, other].map((text) => JSON.stringify({ [name]: text, n: 1700000000 }))
      expect(all(signedOver(made(was ?? ''), sent(came ?? '')))).toEqual([])
    }),
    runsOf({ numRuns: sample(1, 60), seed: 11 }),
  )
})

test('a secret in which one letter is another is never told as miscopied', () => {
  for (let at = 'whsec_'.length; at < secret.length; at += sample(48, 1)) {
    const used = Buffer.from(
      secret.slice(6, at) + (secret[at] === 'x' ? 'y' : 'x') + secret.slice(at + 1),
      'base64',
    )
    expect(all(judged(hmac(content(body), used).digest('base64')))).toEqual([])
  }
})

test('a valid request is never explained', () => {
  const bodies = fc.oneof(fc.json(), fc.string({ unit: anyLetter }), fc.uint8Array())
  fc.assert(
    fc.property(fc.constantFrom(...ways), bodies, (way, text) => {
      const verdict = receive(way, send(way, { body: Buffer.from(text as string) }))
      expect(verdict).toMatchObject({ result: 'verified', causes: [], explained: true })
    }),
    runsOf({ numRuns: sample(25, 200), seed: 7 }),
  )
})

test('the same request is explained alike every time', () => {
  const value = hmac(content('x'), 'nobody').digest('base64')
  const large = JSON.stringify({ items: Array.from({ length: 9000 }, (_, i) => ({ id: i, name: 'José' })) })
  for (const came of sample([large], [body, large])) {
    const [one, other] = [judged(value, { body: came }), judged(value, { body: came })]
    expect(other).toEqual(one)
  }
})

test('a large body ends at the bound and says so; the likely accidents were tried before', () => {
  const large = Buffer.from(JSON.stringify({ text: 'a'.repeat(1_000_000), n: 1 }))
  const none = judged(hmac('x', 'nobody').digest('base64'), { body: large })
  expect(none.tried).toMatchObject({ complete: false })
  expect(none.tried?.recipes).toBeLessThan(200)
  for (const [cause, made] of [
    ['secret_as_text', hmac(content(large), secret)],
    ['trailing_newline', hmac(content(Buffer.concat([large, Buffer.from('\n')])))],
    ['reserialised', hmac(content(large.toString().replace(/([,:])/g, '$1 ')))],
  ] as const)
    expect(all(judged(made.digest('base64'), { body: large }))).toEqual([cause])
})

test('quick leaves the search out; a search alone comes to the same causes', () => {
  const input = {
    headers: signed({ secret: 'whsec_AAAA' }),
    body: Buffer.from(body),
    secrets: [{ of: ownedBy('the test'), secret }],
    otherSecrets: [{ of: ownedBy('other'), secret: 'whsec_AAAA' }],
    now: signedAt * 1_000_000,
  }
  expect(verify(recipes, input, 'quick')).toMatchObject({ causes: [], explained: false, tried: null })
  expect(verify(recipes, input, 'causes').causes).toEqual(verify(recipes, input).causes)
})

test('a secret that was set since it failed makes it verified', () => {
  const input = {
    headers: signed(),
    body: Buffer.from(body),
    secrets: [{ of: ownedBy('the test'), secret }],
    otherSecrets: [],
    now: signedAt * 1_000_000,
  }
  expect(verify(recipes, input, 'causes').result).toBe('verified')
})
