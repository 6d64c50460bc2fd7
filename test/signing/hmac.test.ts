import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacOf } from '../../server/signing/hmac.ts'
import { anyLetter } from '../helpers/any-letter.ts'
import { runsOf } from '../helpers/runs.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array))
const parts = fc.array(fc.oneof(fc.string({ unit: anyLetter }), bytes(300)), { maxLength: 5 })

test.each(['md5', 'sha1', 'sha256', 'sha384', 'sha512'] as const)(
  'an HMAC by %s is the one of node:crypto, whatever the key, the parts and the writing',
  (digest) => {
    fc.assert(
      fc.property(
        bytes(300),
        parts,
        fc.constantFrom('hex', 'base64', 'base64url', 'binary'),
        (key, content, encoding) => {
          const hmac = createHmac(digest, key)
          for (const part of content) hmac.update(part)
          const right = hmac.digest(encoding)
          expect(hmacOf(digest, key, content, encoding)).toBe(right)
          // What was kept of the key serves again.
          expect(hmacOf(digest, key, content, encoding)).toBe(right)
        },
      ),
      runsOf({ seed: 7, numRuns: 200 }),
    )
  },
)

test.each([2730, 2731, 8191, 8192, 8193, 20_000])('content of %i letters of three bytes', (length) => {
  const key = Buffer.from('key')
  for (const content of ['€'.repeat(length), Buffer.alloc(length, 7), '\ud800'.repeat(length)])
    expect(hmacOf('sha256', key, ['.', content], 'hex')).toBe(
      createHmac('sha256', key)
        .update('.')
        .update(content as string)
        .digest('hex'),
    )
})
