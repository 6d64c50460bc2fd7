import { readFileSync } from 'node:fs'
import type { DetailedPeerCertificate } from 'node:tls'
import { expect, test } from 'vitest'
import { certificateTrouble } from '../../server/client/tls-trouble.ts'
import { outgoing, startSender, startTlsReceiver } from './answers.ts'

const pem = (name: string) => readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'latin1')

/** A receiver with a certificate of an authority that is trusted; answers its port. */
function startReceiver(name: string) {
  const text = pem(name)
  // Else a server of a newer OpenSSL would not take a weak one for its own.
  const options = { key: text, cert: text, ciphers: 'DEFAULT@SECLEVEL=0' }
  return startTlsReceiver(options)
}

test.each([
  ['weak', 'localhost', { flaw: 'certificate_weak', text: 'CA signature digest algorithm too weak' }],
  ['client-only', 'localhost', { flaw: 'certificate_purpose', text: expect.stringContaining('purpose') }],
  ['unknown-extension', 'localhost', { text: 'unhandled critical extension' }],
  [
    'not-yet',
    'localhost',
    { code: 'CERT_NOT_YET_VALID', certificate: { valid_from: 'Jan  1 00:00:00 2120 GMT' } },
  ],
  ['address-as-name', '127.0.0.1', { flaw: 'certificate_address', certificate: { host: '127.0.0.1' } }],
  [
    'many-names',
    'localhost',
    { certificate: { names: Array.from({ length: 10 }, (_, at) => `n${at + 1}.test`), names_left: 50 } },
  ],
])('the fault of the certificate %j is named, and --insecure-tls accepts it', async (name, host, facts) => {
  const url = `https://${host}:${await startReceiver(name)}/`
  const careful = await startSender({ ca: pem('odd-authority') }).send(outgoing(url), { timeoutMs: 0 }).done
  expect(careful.outcome).toMatchObject({ kind: 'tls', ...facts })
  const insecurely = await startSender({ verifyTls: false }).send(outgoing(url), { timeoutMs: 0 }).done
  expect(insecurely.outcome).toEqual({ kind: 'responded', status: 200 })
})

test.each(['app.localhost', 'a.b.shop.test'])('a wildcard that does not match %s is explained', (host) => {
  const objection = { code: 'ERR_TLS_CERT_ALTNAME_INVALID', words: undefined }
  const own = { subjectaltname: 'DNS:localhost, DNS:*.localhost, DNS:*.shop.test' }
  const wildcard = host.replace(/^.*?(?=localhost|shop)/, '*.')
  expect(certificateTrouble(objection, own as DetailedPeerCertificate, host)).toMatchObject({
    flaw: 'certificate_wildcard',
    text: wildcard,
  })
})
