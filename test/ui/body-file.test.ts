import { expect, test } from 'vitest'
import { bodyFile } from '../../ui/message/body-size.ts'

test.each([
  ['application/json', '{}', 'body.json'],
  ['Application/Problem+JSON; charset=utf-8', '{}', 'body.json'],
  ['application/json-seq', 'x', 'body.txt'],
  ['text/plain; of=a/json', '{}', 'body.txt'],
  ['application/json', null, 'body.bin'],
  [undefined, ' [1]', 'body.json'],
  [undefined, 'a=1', 'body.txt'],
])('a body of %s that begins with %j is saved as %s', (type, text, name) => {
  const headers: [string, string][] = type === undefined ? [] : [['Content-Type', type]]
  expect(bodyFile('/x', headers, text)).toEqual({ at: '/x', name })
})
