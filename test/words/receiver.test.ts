import { expect, test } from 'vitest'
import { addressName, receiverNamer } from '../../server/words/receiver.ts'

type Given = [id: string, url: string, description?: string]

/** The names of subscriptions, in their order. */
function names(given: readonly Given[], own?: string): string[] {
  const subscriptions = given.map(([id, url, description = '']) => ({ id, url, description }))
  const nameOf = receiverNamer(subscriptions, own)
  return subscriptions.map(({ id, url }) => nameOf({ subscription_id: id, url }))
}

test('a receiver is named by its description, else by port or host and the end of its path', () => {
  expect(
    names([
      ['a', 'http://localhost:3000/webhooks', 'Billing'],
      ['b', 'http://127.0.0.1:3000/webhooks'],
      ['c', 'http://localhost:3000/api/v1/hooks/orders'],
      ['d', 'https://shop.example/hook'],
      ['e', 'http://localhost:8080'],
    ]),
  ).toEqual(['Billing', ':3000/webhooks', ':3000/…/orders', 'shop.example/hook', ':8080'])
})

test("the sandbox's own endpoints are named by their path", () => {
  const own = 'http://localhost:4680'
  expect(addressName('http://127.0.0.1:4680/in/inbox', own)).toBe('/in/inbox')
  expect(addressName('http://localhost:4681/in/inbox', own)).toBe(':4681/in/inbox')
})

test('receivers whose short names would be alike show what differs', () => {
  expect(
    names([
      ['a', 'http://localhost:3000/tenants/one/hook'],
      ['b', 'http://localhost:3000/tenants/two/hook'],
      ['c', 'http://localhost:3000/', 'Orders'],
      ['d', 'http://localhost:3001/', 'Orders'],
      ['3f2a0000-1', 'http://localhost:3002/'],
      ['9b1c0000-2', 'http://localhost:3002/?token=secret'],
    ]),
  ).toEqual([
    ':3000/tenants/one/hook',
    ':3000/tenants/two/hook',
    'Orders · :3000',
    'Orders · :3001',
    ':3002 (3f2a)',
    ':3002 (9b1c)',
  ])
})

test('no two of many receivers are alike, whatever they are', () => {
  const long = 'x'.repeat(60)
  const many: Given[] = [
    ...Array.from({ length: 30 }, (_, at): Given => [`same-${at}`, 'http://localhost:3000/hook']),
    ...Array.from(
      { length: 30 },
      (_, at): Given => [`deep${at}`, `http://localhost:3000/${long}${at}${long}/hook`],
    ),
    ...Array.from(
      { length: 30 },
      (_, at): Given => [`told${at}`, `http://localhost:${4000 + at}/`, ':3000/hook'],
    ),
    ...Array.from({ length: 3 }, (_, at): Given => [`odd${at}`, `no address ${at % 2}`, '\u001b[2J']),
  ]
  const given = names(many)
  expect(new Set(given).size).toBe(many.length)
  expect(given.join('')).not.toMatch(/\p{Cc}/u)
})

test('a delivery to another address than its subscription has now is named by that address', () => {
  const nameOf = receiverNamer([{ id: 'a', url: 'http://localhost:3000/new', description: 'Billing' }])
  expect(nameOf({ subscription_id: 'a', url: 'http://localhost:3000/new' })).toBe('Billing')
  expect(nameOf({ subscription_id: 'a', url: 'http://localhost:3000/old' })).toBe(':3000/old')
  expect(nameOf({ subscription_id: 'gone', url: 'http://localhost:3000/new' })).toBe(':3000/new')
})
