import { expect, test } from 'vitest'
import {
  BlockedAddress,
  isLocalAddress,
  objectionTo,
  objectionToHost,
} from '../../server/client/network-policy.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.168.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '0.0.0.0',
  '::1',
  '::',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  '::ffff:127.0.0.1',
  '::ffff:192.168.1.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::1',
  '2002:c0a8:101:5::9',
  'FE80::1%3',
])('%s is of this machine or a private network', (address) => expect(isLocalAddress(address)).toBe(true))

test.each([
  '8.8.8.8',
  '1.1.1.1',
  // Where clouds tell their secrets.
  '169.254.169.254',
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
  'ffff::1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::7f00:1',
  '2002:808:808:0:7f00:1::',
  '::ffff:0:7f00:1',
  '::7f00:1',
  '1::ffff:7f00:1',
  '0:1::ffff:7f00:1',
  '0:0:1::ffff:7f00:1',
  '::1:ffff:7f00:1',
  '64:ff9b:0:1::7f00:1',
  '64:ff9b::1:7f00:1',
])('%s is public', (address) => expect(isLocalAddress(address)).toBe(false))

/** The host of a URL as a sender reads it: URLs write every form of an address in one way. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

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
  expect(objectionToHost(hostOf(url), false)).toBeInstanceOf(BlockedAddress)
  expect(objectionToHost(hostOf(url), true)).toBe(null)
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://10.1.2.3/',
  'http://[::ffff:7f00:1]/',
  'http://example.com/',
])('%s is judged later or let go', (url) => expect(objectionToHost(hostOf(url), false)).toBe(null))

test.each(['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1', 'ff80::1', '::ffff:e000:1'])(
  '%s is the address of a group: not sent to, also where public ones are allowed',
  (address) => {
    for (const allowPublic of [true, false])
      expect(objectionToHost(address, allowPublic)?.outcome.code).toBe('group_address')
  },
)

test('the addresses that clouds tell their secrets at are said to count as public, in whatever form they stand', () => {
  for (const address of [
    '169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '100.100.100.200',
    '::ffff:6464:64c8',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fd00:42::42',
  ])
    expect(objectionTo(address, false)?.outcome).toMatchObject({ code: 'metadata_address', address })
  expect(objectionTo('169.254.169.254', true)).toBeNull()
})
