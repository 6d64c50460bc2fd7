import { expect, test } from 'vitest'
import { target } from '../../ui/kit/format.ts'

const own = 'http://127.0.0.1:4400'

test.each([
  ['its scheme left out', 'http://localhost:3000/hook', 'localhost:3000/hook'],
  ['our own by its path', `${own}/in/shop?x=1`, '/in/shop?x=1'],
  ['without who opens it', 'https://user:pass@localhost:3000/hook', 'localhost:3000/hook'],
  [
    'secrets of the query masked',
    'http://localhost:3000/hook?tenant=a&token=abc123&client_secret=x&z=1',
    'localhost:3000/hook?tenant=a&token=•••&client_secret=•••&z=1',
  ],
  ['in our own address as well', `${own}/in/shop?api_key=abc#top`, '/in/shop?api_key=•••#top'],
])('an address in a row: %s', (_, url, shown) => {
  expect(target(url, own)).toBe(shown)
})
