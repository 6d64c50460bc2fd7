import { expect, test } from 'vitest'
import {
  BlockedAddress,
  isLocalAddress,
  localLookup,
  refusePublicLiteral,
} from '../../server/delivery/network-policy.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  '::ffff:127.0.0.1',
  '::ffff:192.168.1.1',
])('%s is of this machine or a private network', (address) => expect(isLocalAddress(address)).toBe(true))

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '128.0.0.1',
  '11.0.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '192.169.0.1',
  '169.253.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '64:ff9b::808:808',
  '2002:808:808::1',
  'fec0::1',
  '::2',
  'ff02::1',
])('%s is public', (address) => expect(isLocalAddress(address)).toBe(false))

test.each([
  'http://8.8.8.8/',
  'http://8.8.8.8.:80/',
  'http://134744072/',
  'http://0x08080808/',
  'http://0x8.0x8.0x8.0x8/',
  'http://010.010.010.010/',
  'http://8.526344/',
  'http://[2001:4860:4860::8888]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::ffff:0808:0808]/',
  'http://user:secret@8.8.8.8/',
  'https://\uff18.8.8.8/',
])('%s is refused before a packet leaves', (url) => {
  expect(() => refusePublicLiteral(new URL(url))).toThrow(BlockedAddress)
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://10.1.2.3/',
  'http://[::ffff:7f00:1]/',
  'http://example.com/',
])('%s is judged later or let go', (url) => expect(() => refusePublicLiteral(new URL(url))).not.toThrow())

test('a name of this machine is looked up to its own addresses only', async () => {
  const found = await new Promise((resolve, reject) =>
    localLookup('localhost', { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    ),
  )
  expect(found).toEqual(expect.arrayContaining([{ address: '127.0.0.1', family: 4 }]))
})

test('a name that resolves to public addresses alone is blocked, and the address named', async () => {
  // A literal is what every resolver answers without asking anybody.
  const error = await new Promise<Error | null>((resolve) =>
    localLookup('8.8.8.8', { all: true }, (error) => resolve(error)),
  )
  expect(error).toBeInstanceOf(BlockedAddress)
  expect(error?.message).toContain('8.8.8.8')
})
