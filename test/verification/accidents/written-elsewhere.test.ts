import { describe, expect, test } from 'vitest'
import { judge, secret } from '../world.ts'
import { all, hmac } from './sender.ts'
import entries from './written-elsewhere.json' with { type: 'json' }

/** What a tool of another language made of a body, see make-writers.py. */
interface Entry {
  by: string
  /** Null where several causes are true. */
  cause: string | null
  came: string
  signed?: string
  signed_base64?: string
}

/** Causes that are true of a body that was written again. */
const ofRewriting = [
  'reserialised',
  'pretty_printed',
  'keys_sorted',
  'escapes',
  'double_json',
  'url_encoding',
  'object_signed',
  'trailing_newline',
]

/** A tool that ends with a newline, or writes CRLF, differs in two ways. */
const ends = ['trailing_newline', 'line_endings']

const bytesOf = ({ signed, signed_base64 }: Entry) =>
  signed === undefined ? Buffer.from(signed_base64 ?? '', 'base64') : Buffer.from(signed)

describe('a body as other languages write it', () => {
  test.each<Entry>(entries)('$by', (entry) => {
    const isForm = /^\w+=/.test(entry.came)
    const verdict = judge(
      [
        ['content-type', isForm ? 'application/x-www-form-urlencoded' : 'application/json'],
        ['x-hub-signature-256', `sha256=${hmac(bytesOf(entry), secret).digest('hex')}`],
      ],
      { body: entry.came, scheme: 'github' },
    )
    const [first, ...others] = all(verdict)
    if (entry.cause === null) expect(ofRewriting).toContain(first)
    else expect(first).toBe(entry.cause)
    expect(ends).toEqual(expect.arrayContaining(others))
  })
})
