import { readFileSync } from 'node:fs'
import type { TlsOptions } from 'node:tls'
import { expect, test } from 'vitest'
import { outgoing, startSender, startTlsReceiver } from './answers.ts'

const pem = (name: string) => readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'latin1')
const intermediate = pem('intermediate')
const below = pem('below-intermediate')

/** A TLS server with the key and the certificates of `text`; answers how an attempt at it ends. */
async function outcomeAt(text: string, { ca, ...options }: TlsOptions & { ca?: string } = {}) {
  const port = await startTlsReceiver({ key: text, cert: text, ...options })
  const url = `https://localhost:${port}/`
  return (await startSender({ ca }).send(outgoing(url), { timeoutMs: 0 }).done).outcome
}

const taken = { kind: 'responded', status: 200 }
const missing = { kind: 'tls', certificate: { is_own: true, issuer: 'Test Intermediate' } }

test('an intermediate certificate that the receiver does not send is missed, whether or not the root is trusted', async () => {
  expect(await outcomeAt(below)).toMatchObject(missing)
  expect(await outcomeAt(below, { ca: pem('root') })).toMatchObject(missing)
  expect(await outcomeAt(below + intermediate, { ca: pem('root') })).toEqual(taken)
})

test.each([
  ['without the root', below + intermediate],
  ['with the root', below + intermediate + pem('root')],
])('a whole chain %s: the root is what is not known', async (_name, text) => {
  expect(await outcomeAt(text)).toMatchObject({
    kind: 'tls',
    code: expect.stringMatching(/^(?:SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/),
    certificate: { is_own: false, issuer: 'Test Root' },
  })
})

test("trusting the intermediate or the receiver's own certificate is enough", async () => {
  for (const ca of [intermediate, below.slice(below.indexOf('-----BEGIN CERTIFICATE'))])
    for (const text of [below, below + intermediate]) expect(await outcomeAt(text, { ca })).toEqual(taken)
})

test('the expired certificate of a chain is named, even if it is not the receiver’s own', async () => {
  expect(await outcomeAt(pem('below-expired'), { ca: pem('root') })).toMatchObject({
    kind: 'tls',
    code: 'CERT_HAS_EXPIRED',
    certificate: { is_own: false, name: 'Old Intermediate', valid_to: 'Jan  1 00:00:00 2026 GMT' },
  })
})

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'a request for a client certificate over %s is recognised',
  async (version) => {
    const asks = { requestCert: true, rejectUnauthorized: true, minVersion: version, maxVersion: version }
    const outcome = await outcomeAt(pem('good'), { ...asks, ca: pem('authority') })
    expect(outcome).toMatchObject({
      kind: 'tls',
      code: expect.stringMatching(/^client_certificate_(?:wanted|likely)$/),
    })
  },
)

test('without a cipher in common nothing is said of certificates', async () => {
  // Needs a certificate of RSA, which this one is not.
  const outcome = await outcomeAt(pem('good'), {
    maxVersion: 'TLSv1.2',
    ciphers: 'ECDHE-RSA-AES128-GCM-SHA256',
  })
  expect(outcome).toMatchObject({ kind: 'tls', code: 'nothing_in_common' })
})
