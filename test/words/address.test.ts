import { expect, test } from 'vitest'
import { addressOf, isSameAddress } from '../../server/words/address.ts'

test.each([
  ['localhost:4612/hook', 'http://localhost:4612/hook'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  [' localhost/hook ', 'http://localhost/hook'],
  ['[::1]:3000/hook', 'http://[::1]:3000/hook'],
  ['app:3000/hook', 'http://app:3000/hook'],
  ['https://app.test/hook?a=1', 'https://app.test/hook?a=1'],
  ['http://app/hook', 'http://app/hook'],
  ['3000', 'http://localhost:3000'],
  ['3000/hook?x=1', 'http://localhost:3000/hook?x=1'],
  [':3000/hook', 'http://localhost:3000/hook'],
])('%s becomes the address %s', (typed, address) => {
  expect(addressOf(typed)).toBe(address)
})

test.each([
  '',
  'my app',
  'hello',
  '/in/demo',
  'ftp://localhost/hook',
  'http://',
  'http:// a',
  'localhost:99999',
  '99999',
])('%s is not a valid address', (typed) => {
  expect(addressOf(typed)).toBeNull()
})

test('two addresses are the same if only the name of this machine differs', () => {
  expect(isSameAddress('http://localhost:3000', 'http://127.0.0.1:3000/')).toBe(true)
  expect(isSameAddress('http://127.0.0.1:3000/a', 'http://127.0.0.1:3000/b')).toBe(false)
})
