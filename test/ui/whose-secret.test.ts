import { expect, test } from 'vitest'
import { withAddresses } from '../../ui/secrets/whose-secret.ts'

const own = 'http://127.0.0.1:4400'
const id = 'c4bd3ad2-bcbd-4f5a-b5b9-ba0c1a2c7f3b'
const known = [{ id, url: 'http://localhost:3000/hook', description: '' }]

test('a verdict names a subscription by its address', () => {
  expect(withAddresses(`Signed with the secret of subscription ${id}.`, known, own)).toBe(
    'Signed with the secret of the subscription to localhost:3000/hook.',
  )
})

test('a description tells subscriptions of one address apart', () => {
  const described = [{ id, url: `${own}/in/shop`, description: 'My app' }]
  expect(withAddresses(`subscription ${id}`, described, own)).toBe('the subscription to /in/shop (My app)')
})

test('one that is gone keeps its id, and other words stay as they are', () => {
  const words = `Set the secret of this endpoint, or point a subscription at it; subscription ${id}`
  expect(withAddresses(words, [], own)).toBe(words)
})
