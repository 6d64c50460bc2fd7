import { expect, test } from 'vitest'
import type { Outcome } from '../../server/wire.ts'
import { sayOutcome, told } from '../../server/words/outcome.ts'
import { outcomeWord } from '../../server/words/short.ts'

const late = (rest: object) => ({ kind: 'timed_out', after_ms: 10_000, ...rest }) as Outcome
const at = '127.0.0.1:3000'
const proxy = '10.0.0.1:3128'
const refused = { kind: 'refused', address: at } as const
const lost = { kind: 'reset', address: at, code: 'closed' } as const
const flawed = { ...lost, code: 'unreadable' } as const
const dns = { kind: 'dns', address: 'nobody.test' } as const
const tls = { kind: 'tls', address: 'shop.test:443' } as const
const certificate = {
  host: 'shop.test',
  is_own: true,
  name: 'shop.test',
  issuer: 'Test Authority',
  valid_from: 'Jan  1 00:00:00 2020 GMT',
  valid_to: 'Jan  1 00:00:00 2021 GMT',
  names: ['other.test', 'www.other.test'],
  names_left: 0,
}
const skip = 'or skip the check with --insecure-tls'

test.each<[outcome: Outcome, word: string, sentence: string]>([
  [{ kind: 'responded', status: 503 }, '503', 'HTTP 503'],
  [
    late({ phase: 'connecting', during: 'dns' }),
    'timed out looking up the name',
    'timed out after 10 s while looking up the name',
  ],
  [late({ phase: 'connecting' }), 'timed out connecting', 'timed out after 10 s while connecting'],
  [
    late({ phase: 'connecting', during: 'tls' }),
    'timed out in the TLS handshake',
    'timed out after 10 s in the TLS handshake',
  ],
  [
    late({ phase: 'connecting', proxy }),
    'timed out connecting',
    `timed out after 10 s while connecting through the proxy ${proxy}`,
  ],
  [late({ phase: 'sending' }), 'timed out sending', 'timed out after 10 s while sending'],
  [
    late({ phase: 'sending', during: 'pace' }),
    'timed out sending at the pace of the fault slow',
    'timed out after 10 s while sending at the pace of the fault slow',
  ],
  [
    late({ phase: 'waiting', after_ms: 300 }),
    'timed out waiting',
    'timed out after 300 ms while waiting for the response',
  ],
  [late({ phase: 'reading' }), 'timed out reading', 'timed out after 10 s while reading the response'],
  [
    { ...refused, code: 'ECONNREFUSED' },
    'connection refused',
    `connection refused: nothing listens on ${at}`,
  ],
  [
    { ...refused, code: 'ECONNREFUSED', proxy },
    'connection refused',
    `connection refused: nothing listens on the proxy ${proxy}`,
  ],
  [
    { ...refused, code: 'ETIMEDOUT' },
    'connection refused',
    `no connection to ${at}: the address does not answer (ETIMEDOUT)`,
  ],
  [{ ...refused, code: 'EODD', text: 'odd' }, 'connection refused', `no connection to ${at}: odd (EODD)`],
  [
    { ...refused, code: 'proxy_answered', status: 407, proxy, login: 'missing' },
    'connection refused',
    `connection refused: the proxy ${proxy} answered 407; the proxy requires a user and password in delivery.proxy`,
  ],
  [
    { ...refused, code: 'proxy_answered', status: 407, proxy, login: 'wrong' },
    'connection refused',
    `connection refused: the proxy ${proxy} answered 407; the proxy refused the user and password of delivery.proxy`,
  ],
  [
    { ...refused, code: 'closed', proxy, progress: { part: 'answer_head', bytes: 15 } },
    'connection refused',
    `connection refused: the proxy ${proxy} closed the connection after 15 bytes of its response`,
  ],
  [
    { ...refused, code: 'unreadable', flaw: 'speaks_tls', proxy },
    'connection refused',
    `connection refused: the proxy ${proxy}: the proxy speaks TLS, and the sandbox speaks plain HTTP to delivery.proxy`,
  ],
  [
    { ...refused, address: '[fe80::1]:80', code: 'zone_missing' },
    'connection refused',
    'no connection to [fe80::1]:80: a link-local address needs a zone, and a URL cannot contain a zone',
  ],
  [
    { ...refused, code: 'not_recorded', address: null },
    'connection refused',
    'no connection: the session has no response to this attempt',
  ],
  [
    { ...refused, code: 'earlier', text: 'as it was told' },
    'connection refused',
    'connection refused: as it was told',
  ],
  [lost, 'reset', 'connection lost: the receiver closed the connection without a response'],
  [
    { ...lost, code: 'ECONNRESET', perhaps: 'kept_open' },
    'reset',
    'connection lost: the receiver reset the connection without a response; the connection was kept open, so the receiver may not have read this request',
  ],
  [
    { ...lost, perhaps: 'speaks_tls' },
    'reset',
    'connection lost: the receiver closed the connection without a response; if the receiver speaks TLS, use https in the address',
  ],
  [
    { ...lost, progress: { part: 'request', bytes: 4, total: 9 } },
    'reset',
    'connection lost: the receiver closed the connection after 4 of 9 bytes were sent',
  ],
  [
    { ...lost, code: 'ECONNRESET', progress: { part: 'request', bytes: 0 } },
    'reset',
    'connection lost: the receiver reset the connection before anything was sent',
  ],
  [
    { ...lost, progress: { part: 'answer_head', bytes: 1 } },
    'reset',
    'connection lost: the receiver closed the connection after 1 byte of its response',
  ],
  [
    { ...lost, progress: { part: 'answer_body', bytes: 4, total: 9 } },
    'reset',
    'connection lost: the receiver closed the connection after 4 of the 9 bytes that Content-Length announced',
  ],
  [
    { ...lost, progress: { part: 'answer_body', bytes: 4 } },
    'reset',
    'connection lost: the receiver closed the connection after 4 bytes of the response body',
  ],
  [
    { ...lost, proxy, progress: { part: 'answer_chunks', bytes: 4 } },
    'reset',
    `connection lost: the proxy ${proxy} closed the connection after 4 bytes of the response body, before its last chunk`,
  ],
  [
    { ...lost, code: 'fault_reset', fault_bytes: 26 },
    'reset',
    'connection lost: reset by the fault after 26 bytes',
  ],
  [
    { ...lost, fault_bytes: 26 },
    'reset',
    'connection lost: ended by the fault after 26 bytes; then the receiver closed the connection without a response',
  ],
  [{ ...lost, code: 'EODD', text: 'write EODD' }, 'reset', 'connection lost: write EODD (EODD)'],
  [
    { ...flawed, flaw: 'not_http', text: '+OK POP3\r\n' },
    'unreadable',
    'the response is not HTTP: it begins with "+OK POP3\\r\\n"',
  ],
  [
    { ...flawed, flaw: 'header_line', text: 'A b' },
    'unreadable',
    'the response is not HTTP: "A b" is not a header',
  ],
  [
    { ...flawed, flaw: 'two_lengths', text: '1, 2' },
    'unreadable',
    'the response is not HTTP: it has two lengths, "1, 2"',
  ],
  [
    { ...flawed, flaw: 'chunk_overrun' },
    'unreadable',
    'the response is not HTTP: a chunk is longer than its size',
  ],
  [{ ...flawed, flaw: 'headers_large' }, 'unreadable', 'the response headers are larger than 64 KiB'],
  [{ ...flawed, flaw: 'speaks_tls' }, 'unreadable', 'the receiver speaks TLS; use https in the address'],
  [
    { ...flawed, flaw: 'speaks_http2', proxy },
    'unreadable',
    `the proxy ${proxy}: the response is HTTP/2, but the sandbox sends HTTP/1.1. Let that port accept HTTP/1.1 too`,
  ],
  [{ ...dns, code: 'ENOTFOUND' }, 'no such host', 'name not found: nobody.test has no address'],
  [{ ...dns, code: 'EAI_AGAIN' }, 'no such host', 'name not found: no name server answers for nobody.test'],
  [
    { ...dns, code: 'unknown_here' },
    'no such host',
    'name not found: this machine does not know nobody.test, so the address may be public. Allow it with delivery.allow_public',
  ],
  [
    { kind: 'blocked', code: 'public_address', address: '8.8.8.8' },
    'not sent',
    'not sent: 8.8.8.8 is a public address. Allow it with delivery.allow_public',
  ],
  [
    { kind: 'blocked', code: 'metadata_address', address: '169.254.169.254' },
    'not sent',
    'not sent: 169.254.169.254 counts as a public address. Allow it with delivery.allow_public',
  ],
  [
    { kind: 'blocked', code: 'group_address', address: '224.0.0.1' },
    'not sent',
    'not sent: 224.0.0.1 is a multicast or broadcast address. Use the address of one receiver',
  ],
  [
    { ...tls, code: 'no_tls' },
    'tls',
    'TLS failed: the receiver does not speak TLS at this port. Use http in the address',
  ],
  [
    { ...tls, code: 'closed', proxy },
    'tls',
    `TLS failed: through the proxy ${proxy}: the receiver closed the connection during the handshake`,
  ],
  [{ ...tls, code: 'ERR_SSL_ODD', text: 'odd' }, 'tls', 'TLS failed: odd (ERR_SSL_ODD)'],
  [
    { ...tls, code: 'CERT_HAS_EXPIRED', certificate },
    'tls',
    `TLS failed: its certificate has expired: it was valid to Jan  1 00:00:00 2021 GMT. Renew it, ${skip}`,
  ],
  [
    { ...tls, code: 'CERT_HAS_EXPIRED', certificate: { ...certificate, is_own: false, name: 'Old' } },
    'tls',
    `TLS failed: the certificate "Old" above its own has expired: it was valid to Jan  1 00:00:00 2021 GMT. Renew it, ${skip}`,
  ],
  [
    { ...tls, code: 'CERT_NOT_YET_VALID', certificate },
    'tls',
    `TLS failed: its certificate is valid only from Jan  1 00:00:00 2020 GMT. Renew it, ${skip}`,
  ],
  [
    { ...tls, code: 'ERR_TLS_CERT_ALTNAME_INVALID', certificate: { ...certificate, names_left: 50 } },
    'tls',
    `TLS failed: its certificate is not for shop.test but for other.test, www.other.test and 50 more. Use one of these names, ${skip}`,
  ],
  [
    {
      ...tls,
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      flaw: 'certificate_wildcard',
      text: '*.test',
      certificate,
    },
    'tls',
    `TLS failed: its certificate is for *.test, and * matches exactly one label with two or more labels after it. Issue a certificate with DNS:shop.test in subjectAltName, ${skip}`,
  ],
  [
    { ...tls, code: 'DEPTH_ZERO_SELF_SIGNED_CERT', certificate },
    'tls',
    `TLS failed: its certificate is self-signed. Trust it with --ca FILE, ${skip}`,
  ],
  [
    { ...tls, code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', certificate },
    'tls',
    `TLS failed: the issuer of its certificate, "Test Authority", is unknown. If the issuer is an intermediate, let the receiver send its certificate too. Otherwise trust it with --ca FILE, ${skip}`,
  ],
  [
    { ...tls, code: 'SELF_SIGNED_CERT_IN_CHAIN', certificate: { ...certificate, is_own: false } },
    'tls',
    `TLS failed: its certificate chain ends at the unknown issuer "Test Authority". Trust the issuer with --ca FILE, ${skip}`,
  ],
  [
    { ...tls, code: 'UNSPECIFIED', flaw: 'certificate_weak', text: 'digest too weak', certificate },
    'tls',
    `TLS failed: its certificate, or one above it, is not accepted: digest too weak. Issue a new certificate with SHA-256 and a long key (RSA with at least 2048 bits), ${skip}`,
  ],
  [{ kind: 'interrupted', code: 'stopped' }, 'interrupted', 'cut short: the sandbox stopped waiting'],
  [{ kind: 'interrupted', code: 'earlier', text: 'it ended' }, 'interrupted', 'cut short: it ended'],
  [{ kind: 'aborted', code: 'by_hand', after_ms: 1234 }, 'aborted', 'aborted by hand after 1.2 s'],
  [
    { kind: 'aborted', code: 'subscription_disabled', after_ms: 40 },
    'aborted',
    'aborted because its subscription was disabled, after 40 ms',
  ],
  [{ kind: 'dropped', code: 'fault_drop' }, 'dropped', 'not sent: the fault drop lost it on the way'],
])('%j is called %j', (outcome, word, sentence) => {
  expect([outcomeWord(outcome), sayOutcome(outcome)]).toEqual([word, sentence])
  expect(told(outcome)).toEqual(outcome.kind === 'responded' ? outcome : { ...outcome, detail: sentence })
})
