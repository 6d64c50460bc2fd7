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
    'timed out after 300 ms while waiting for the answer',
  ],
  [late({ phase: 'reading' }), 'timed out reading', 'timed out after 10 s while reading the answer'],
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
    `connection refused: the proxy ${proxy} answered 407; it wants a user and a password in delivery.proxy`,
  ],
  [
    { ...refused, code: 'proxy_answered', status: 407, proxy, login: 'wrong' },
    'connection refused',
    `connection refused: the proxy ${proxy} answered 407; it does not take the user and the password of delivery.proxy`,
  ],
  [
    { ...refused, code: 'closed', proxy, progress: { part: 'answer_head', bytes: 15 } },
    'connection refused',
    `connection refused: the proxy ${proxy} closed the connection after 15 bytes of its answer`,
  ],
  [
    { ...refused, code: 'unreadable', flaw: 'speaks_tls', proxy },
    'connection refused',
    `connection refused: the proxy ${proxy}: it speaks TLS, and delivery.proxy is spoken to in plain HTTP`,
  ],
  [
    { ...refused, address: '[fe80::1]:80', code: 'zone_missing' },
    'connection refused',
    'no connection to [fe80::1]:80: an address of one link alone needs its zone, which no URL holds',
  ],
  [
    { ...refused, code: 'not_recorded', address: null },
    'connection refused',
    'no connection: the session holds no answer to this attempt',
  ],
  [
    { ...refused, code: 'earlier', text: 'as it was told' },
    'connection refused',
    'connection refused: as it was told',
  ],
  [lost, 'reset', 'connection lost: the receiver closed the connection without an answer'],
  [
    { ...lost, code: 'ECONNRESET', perhaps: 'kept_open' },
    'reset',
    'connection lost: the receiver reset the connection without an answer; it had been kept open, so it may not have read this request',
  ],
  [
    { ...lost, perhaps: 'speaks_tls' },
    'reset',
    'connection lost: the receiver closed the connection without an answer; if it speaks TLS, use https in the address',
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
    'connection lost: the receiver closed the connection after 1 byte of its answer',
  ],
  [
    { ...lost, progress: { part: 'answer_body', bytes: 4, total: 9 } },
    'reset',
    'connection lost: the receiver closed the connection after 4 of the 9 bytes that the Content-Length of its answer tells',
  ],
  [
    { ...lost, progress: { part: 'answer_body', bytes: 4 } },
    'reset',
    "connection lost: the receiver closed the connection after 4 bytes of its answer's body",
  ],
  [
    { ...lost, proxy, progress: { part: 'answer_chunks', bytes: 4 } },
    'reset',
    `connection lost: the proxy ${proxy} closed the connection after 4 bytes of its answer's body, before the end of its chunks`,
  ],
  [
    { ...lost, code: 'fault_reset', fault_bytes: 26 },
    'reset',
    'connection lost: reset by the fault after 26 bytes',
  ],
  [
    { ...lost, fault_bytes: 26 },
    'reset',
    'connection lost: ended by the fault after 26 bytes; then the receiver closed the connection without an answer',
  ],
  [{ ...lost, code: 'EODD', text: 'write EODD' }, 'reset', 'connection lost: write EODD (EODD)'],
  [
    { ...flawed, flaw: 'not_http', text: '+OK POP3\r\n' },
    'unreadable',
    'the answer is no HTTP: it begins with "+OK POP3\\r\\n"',
  ],
  [
    { ...flawed, flaw: 'header_line', text: 'A b' },
    'unreadable',
    'the answer is no HTTP: "A b" is no header',
  ],
  [
    { ...flawed, flaw: 'two_lengths', text: '1, 2' },
    'unreadable',
    'the answer is no HTTP: it tells two lengths, "1, 2"',
  ],
  [
    { ...flawed, flaw: 'chunk_overrun' },
    'unreadable',
    'the answer is no HTTP: a chunk is longer than it says',
  ],
  [{ ...flawed, flaw: 'headers_large' }, 'unreadable', "the answer's headers are larger than 64 KiB"],
  [{ ...flawed, flaw: 'speaks_tls' }, 'unreadable', 'the receiver speaks TLS; use https in the address'],
  [
    { ...flawed, flaw: 'speaks_http2', proxy },
    'unreadable',
    `the proxy ${proxy}: the answer is HTTP/2; requests are sent as HTTP/1.1, which that port has to take as well`,
  ],
  [{ ...dns, code: 'ENOTFOUND' }, 'no such host', 'name not found: nobody.test has no address'],
  [{ ...dns, code: 'EAI_AGAIN' }, 'no such host', 'name not found: no name server answers for nobody.test'],
  [
    { ...dns, code: 'unknown_here' },
    'no such host',
    'name not found: nobody.test is not known here, so nobody can tell whether it is public. Allow it with delivery.allow_public',
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
    "not sent: 224.0.0.1 is the address of a group, not of one receiver. Use the receiver's own",
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
    `TLS failed: its certificate is not for shop.test but for other.test, www.other.test and 50 more. Use such a name, ${skip}`,
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
    `TLS failed: its certificate is for *.test, where * stands for one label alone, with two or more behind it. Have it made with DNS:shop.test in subjectAltName, ${skip}`,
  ],
  [
    { ...tls, code: 'DEPTH_ZERO_SELF_SIGNED_CERT', certificate },
    'tls',
    `TLS failed: its certificate is self-signed. Trust it with --ca FILE, ${skip}`,
  ],
  [
    { ...tls, code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', certificate },
    'tls',
    `TLS failed: the issuer of its certificate, "Test Authority", is not known here. Where that is an intermediate one, have the receiver send it too; else trust it with --ca FILE, ${skip}`,
  ],
  [
    { ...tls, code: 'SELF_SIGNED_CERT_IN_CHAIN', certificate: { ...certificate, is_own: false } },
    'tls',
    `TLS failed: its certificate leads to "Test Authority", which is not known here. Trust it with --ca FILE, ${skip}`,
  ],
  [
    { ...tls, code: 'UNSPECIFIED', flaw: 'certificate_weak', text: 'digest too weak', certificate },
    'tls',
    `TLS failed: its certificate, or one above it, is not accepted: digest too weak. Have it made anew with SHA-256 and a key that is long enough (RSA of 2048 bits or more), ${skip}`,
  ],
  [{ kind: 'interrupted', code: 'stopped' }, 'interrupted', 'cut short: the sandbox stopped waiting'],
  [{ kind: 'interrupted', code: 'earlier', text: 'it ended' }, 'interrupted', 'cut short: it ended'],
  [{ kind: 'aborted', code: 'by_hand', after_ms: 1234 }, 'aborted', 'aborted by hand after 1.2 s'],
  [
    { kind: 'aborted', code: 'subscription_disabled', after_ms: 40 },
    'aborted',
    'aborted since its subscription was disabled, after 40 ms',
  ],
  [{ kind: 'dropped', code: 'fault_drop' }, 'dropped', 'not sent: the fault drop lost it on the way'],
])('%j is called %j', (outcome, word, sentence) => {
  expect([outcomeWord(outcome), sayOutcome(outcome)]).toEqual([word, sentence])
  expect(told(outcome)).toEqual(outcome.kind === 'responded' ? outcome : { ...outcome, detail: sentence })
})
