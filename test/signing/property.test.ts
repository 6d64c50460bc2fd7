import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pythonJson } from '../../server/signing/python-json.ts'
import { headerMap, present } from '../../server/verification/read.ts'
import { anyLetter } from '../helpers/any-letter.ts'
import { sample } from '../helpers/long.ts'
import { runsOf } from '../helpers/runs.ts'
import { receive, type Sent, send, type Way, ways } from '../verification/every-scheme.ts'

const secrets = fc
  .uint8Array({ minLength: 24, maxLength: 24 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)
const bodies = fc
  .oneof(
    fc.json({ maxDepth: 2 }),
    fc.string({ unit: anyLetter }),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  )
  .map((body) => Buffer.from(body))
const ids = fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/)
const runs = runsOf({ numRuns: sample(15, 40), seed: 7 })

/** The text with another letter at a place. */
function flipped(text: string, at: number): string {
  const place = at % text.length
  const letter = text[place] === 'A' ? 'B' : 'A'
  return text.slice(0, place) + letter + text.slice(place + 1)
}

/** Each of the signatures in the headers with one letter changed. */
function withFlippedSignatures({ recipe }: Way, sent: Sent, at: number): Sent {
  const values = present(recipe, headerMap(sent.headers)).signatures.map(({ value }) => value)
  const headers = sent.headers.map(([name, text]): [string, string] => [
    name,
    values.reduce((all, value) => all.replace(value, flipped(value, at)), text),
  ])
  return { ...sent, headers }
}

/** As a capture is judged before its sender is answered: the search for causes comes later and changes no result. */
const resultOf = (way: Way, sent: Sent, known: string) => receive(way, sent, known, 'quick').result

describe.each(ways)('$name', (way) => {
  const deliveries = fc.record({ secret: secrets, body: bodies, id: ids, at: fc.nat() })

  test('whatever is signed is verified', () => {
    fc.assert(
      fc.property(deliveries, ({ secret, body, id }) => {
        const verdict = receive(way, send(way, { body, id }, [secret]), secret)
        expect(verdict).toMatchObject({ result: 'verified', scheme: way.scheme, causes: [] })
      }),
      runs,
    )
  })

  test('a letter of the signatures changed is not verified', () => {
    fc.assert(
      fc.property(deliveries, ({ secret, body, id, at }) => {
        const sent = withFlippedSignatures(way, send(way, { body, id }, [secret]), at)
        expect(resultOf(way, sent, secret)).toBe('failed')
      }),
      runs,
    )
  })

  // A password of its own does not hang on the secret.
  if (way.recipe.password === undefined)
    test('a letter of the secret changed is not verified', () => {
      fc.assert(
        fc.property(deliveries, ({ secret, body, id, at }) => {
          const sent = send(way, { body, id }, [secret])
          expect(resultOf(way, sent, flipped(secret, at))).toBe('failed')
        }),
        runs,
      )
    })

  if (way.scheme !== 'basic')
    test('a byte of the body changed is not verified', () => {
      const bits = fc.integer({ min: 1, max: 255 })
      fc.assert(
        fc.property(deliveries, bits, ({ secret, body, id, at }, bit) => {
          fc.pre(body.length > 0)
          const sent = send(way, { body, id }, [secret])
          const other = Buffer.from(body)
          const place = at % other.length
          other[place] = (other[place] ?? 0) ^ bit
          // The platform's v1 signs what the JSON means, not how it is written.
          const [before, after] = [body, other].map((one) => pythonJson(one.toString('utf8')))
          fc.pre(way.scheme !== 'platform' || before === undefined || before !== after)
          expect(resultOf(way, { ...sent, body: other }, secret)).toBe('failed')
        }),
        runs,
      )
    })
})
