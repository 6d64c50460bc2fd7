import { expect, test } from 'vitest'
import type { Reply } from '../../server/wire.ts'
import { replyWords } from '../../ui/endpoint/reply-words.ts'

const answer = { status: 200 }

test.each<[string, Reply | null]>([
  ['replies 200', null],
  ['replies 503 after 500 ms', { status: 503, delay_ms: 500 }],
  ['replies 503 after 2 s', { status: 503, delay_ms: 2000 }],
  ['replies 503, then 200', [{ status: 503 }, answer]],
  ['sends no response', { ...answer, outcome: 'hang' }],
  ['resets the connection after 500 ms', { ...answer, outcome: 'reset', delay_ms: 500 }],
  [
    'replies 503, then resets the connection, then sends no response, then replies 200',
    [{ status: 503 }, { ...answer, outcome: 'reset' }, { ...answer, outcome: 'hang' }, answer],
  ],
  ['replies by 1 rule', { rules: [{ when: {}, reply: answer }] }],
])('an endpoint is listed with its reply: %s', (words, reply) => {
  expect(replyWords(reply)).toBe(words)
})
