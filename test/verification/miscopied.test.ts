import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sample } from '../helpers/long.ts'
import { runsOf } from '../helpers/runs.ts'
import { all, content, hmac, judged } from './accidents/sender.ts'
import { receive, send, ways } from './every-scheme.ts'
import { body, judge, secret } from './world.ts'

const right = hmac(content(body)).digest('base64')
const other = (letter: string | undefined) => (letter === 'x' ? 'y' : 'x')
const at = (text: string, place: number, put: string, lost = 1) =>
  text.slice(0, place) + put + text.slice(place + lost)

test.each<[said: string, value: string]>([
  ['one character changed', at(right, 7, other(right[7]))],
  ['the first character changed', at(right, 0, other(right[0]))],
  ['two characters swapped', at(right, 10, `${right[11]}${right[10]}`, 2)],
  ['a character lost in the middle', at(right, 20, '')],
  ['a character added in the middle', at(right, 20, 'Q', 0)],
])('%s', (_said, value) => {
  const verdict = judged(value)
  expect(all(verdict)).toEqual(['signature_miscopied'])
  expect(verdict.causes[0]).toMatchObject({ expected: right, received: value })
})

test('one byte of a digest in hex changed', () => {
  const digest = hmac(body, secret).digest()
  digest[9] = (digest[9] ?? 0) ^ 0x55
  const verdict = judge([['X-Hub-Signature-256', `sha256=${digest.toString('hex')}`]], { scheme: 'github' })
  expect(all(verdict)).toEqual(['signature_miscopied'])
})

test('another mistake of the copy stays more specific', () => {
  expect(all(judged(right.slice(0, -2)))).toEqual(['truncated'])
  expect(all(judged(right.slice(2)))).toEqual(['truncated'])
  expect(all(judged(right.replace(/=+$/, '')))).toEqual(['padding_missing'])
})

test.each(ways.filter(({ recipe }) => recipe.method === 'hmac'))('in a header of $name', (way) => {
  const sent = send(way)
  const headers = sent.headers.map(([name, value]): [string, string] => [
    name,
    value.replace(/[A-Za-z0-9+/_-]{27,}={0,2}/g, (one) => at(one, 12, one[12] === '0' ? '1' : '0')),
  ])
  expect(all(receive(way, { ...sent, headers }))).toEqual(['signature_miscopied'])
})

test('a random signature never nearly fits', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(bytes, (value) => {
      expect(all(judged(Buffer.from(value).toString('base64'), { body: '' }))).not.toContain(
        'signature_miscopied',
      )
    }),
    runsOf({ numRuns: sample(2, 20), seed: 5 }),
  )
})
