import { readFileSync } from 'node:fs'
import type { DetailedPeerCertificate } from 'node:tls'
import { expect, test } from 'vitest'
import { certificateTrouble } from '../../server/client/tls-trouble.ts'
import { outgoing, startSender, startTlsReceiver } from './answers.ts'

const pem = (name: string) => readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'latin1')
const insecure = 'or skip the check with --insecure-tls.'

/** A receiver with a certificate of an authority that is trusted; answers its port. */
function startReceiver(name: string) {
  const text = pem(name)
  // Else a server of a newer OpenSSL would not take a weak one for its own.
  const options = { key: text, cert: text, ciphers: 'DEFAULT@SECLEVEL=0' }
  return startTlsReceiver(options)
}

test.each([
  [
    'weak',
    'localhost',
    'its certificate, or one above it, is not accepted: CA signature digest algorithm too weak. Have it made anew with SHA-256 and a key that is long enough (RSA of 2048 bits or more)',
  ],
  [
    'client-only',
    'localhost',
    /^its certificate, or one above it, is not accepted: .*purpose. Have it made anew for servers \(extendedKeyUsage serverAuth, or none\), and an authority with CA:TRUE/,
  ],
  [
    'unknown-extension',
    'localhost',
    'its certificate, or one above it, is not accepted: unhandled critical extension. Have it made anew',
  ],
  ['not-yet', 'localhost', 'its certificate is valid only from Jan  1 00:00:00 2120 GMT. Renew it'],
  [
    'address-as-name',
    '127.0.0.1',
    'its certificate tells 127.0.0.1 as a name, where only an address counts. Have it made with IP:127.0.0.1 in subjectAltName',
  ],
  [
    'many-names',
    'localhost',
    'its certificate is not for localhost but for n1.test, n2.test, n3.test, n4.test, n5.test, n6.test, n7.test, n8.test, n9.test, n10.test and 50 more. Use such a name',
  ],
])(
  'what is wrong with the certificate %j is told, and --insecure-tls takes it',
  async (name, host, detail) => {
    const url = `https://${host}:${await startReceiver(name)}/`
    const careful = await startSender({ ca: pem('odd-authority') }).send(outgoing(url), { timeoutMs: 0 }).done
    const whole = typeof detail === 'string' ? `${detail}, ${insecure}` : expect.stringMatching(detail)
    expect(careful.outcome).toEqual({ kind: 'tls', detail: whole })
    const insecurely = await startSender({ verifyTls: false }).send(outgoing(url), { timeoutMs: 0 }).done
    expect(insecurely.outcome).toEqual({ kind: 'responded', status: 200 })
  },
)

test.each(['app.localhost', 'a.b.shop.test'])(
  'that a wildcard is not for %s, though it looks so, is told with the reason',
  (host) => {
    const objection = { code: 'ERR_TLS_CERT_ALTNAME_INVALID', words: undefined }
    const own = { subjectaltname: 'DNS:localhost, DNS:*.localhost, DNS:*.shop.test' }
    const wildcard = host.replace(/^.*?(?=localhost|shop)/, '*.')
    expect(certificateTrouble(objection, own as DetailedPeerCertificate, host).detail).toBe(
      `its certificate is for ${wildcard}, where * stands for one label alone, with two or more behind it. Have it made with DNS:${host} in subjectAltName, ${insecure}`,
    )
  },
)
