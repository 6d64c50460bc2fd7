import { expect, test } from 'vitest'
import { type Loosened, loosenedWarning } from '../../server/words/loosened.ts'

const words: [Loosened, string][] = [
  [
    { kind: 'host', host: '0.0.0.0' },
    'Warning: other machines can reach this sandbox, which listens on 0.0.0.0. Keep the sandbox to this machine with --host 127.0.0.1.',
  ],
  [
    { kind: 'allowed_host', host: 'tunnel.test' },
    'Warning: the sandbox accepts requests addressed to tunnel.test (allowed_hosts). A web page at that host can use the sandbox.',
  ],
  [
    { kind: 'public_url', host: 'sandbox' },
    'Warning: the sandbox accepts requests addressed to sandbox (public_url). A web page at that host can use the sandbox.',
  ],
  [
    { kind: 'allowed_origin', origin: 'http://shop.test' },
    'Warning: web pages of http://shop.test may use the endpoints and the emulated API of this sandbox (allowed_origins).',
  ],
  [
    { kind: 'allow_public' },
    'Warning: deliveries may go to public addresses (delivery.allow_public). Only loopback and private addresses are allowed without this setting.',
  ],
  [
    { kind: 'insecure_tls' },
    "Warning: a receiver's TLS certificate is not checked (delivery.insecure_tls). Trust your own authority instead with --ca FILE.",
  ],
]

test.each(words)('%j has its warning', (loosened, warning) => expect(loosenedWarning(loosened)).toBe(warning))
