import { readFileSync } from 'node:fs'
import { createServer as createHttps } from 'node:https'
import { createServer as createNet, type Server } from 'node:net'
import { createServer, type TlsOptions } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { plainWire } from '../../server/client/send.ts'
import { certificateTrouble, handshakeTrouble } from '../../server/client/tls-trouble.ts'
import { onRequest, outgoing, startSender, startSocketServer } from './answers.ts'

const pem = (name: string) => readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'latin1')
const authority = pem('authority')
const forEver = { timeoutMs: 0 }

async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** A TLS server with a certificate of the fixtures; it answers every request 200 and tells what it saw. */
async function startTls(certificate: string, options: TlsOptions = {}) {
  const seen: { servername: string | false | null; alpn: string | false | null; text: string }[] = []
  const errors: string[] = []
  const server = createServer(
    { key: pem(certificate), cert: pem(certificate), ALPNProtocols: ['http/1.1'], ...options },
    (socket) => {
      socket.on('error', (error) => errors.push(String('code' in error && error.code)))
      const one = { servername: socket.servername, alpn: socket.alpnProtocol, text: '' }
      seen.push(one)
      socket.on('data', (chunk) => (one.text += chunk))
      onRequest(socket, () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
      onTestFinished(() => void socket.destroy())
    },
  )
  server.on('tlsClientError', () => {})
  const port = await listen(server)
  return { port, seen, errors }
}

test('a certificate of an authority that is given with --ca is good for its names and addresses', async () => {
  const { port, seen } = await startTls('good')
  const sender = startSender({ ca: authority })
  const byName = await sender.send(outgoing(`https://localhost:${port}/a`), forEver).done
  expect(byName.outcome).toEqual({ kind: 'responded', status: 200 })
  expect(byName.phases.tls_ms).toBeGreaterThan(0)
  expect(seen[0]).toMatchObject({ servername: 'localhost', alpn: 'http/1.1' })
  expect(seen[0]?.text).toMatch(/^POST \/a HTTP\/1\.1\r\n/)
  expect(byName.sentBytes).toBe(seen[0]?.text.length)

  const byAddress = await sender.send(outgoing(`https://127.0.0.1:${port}/`), forEver).done
  expect(byAddress.outcome).toEqual({ kind: 'responded', status: 200 })
  expect(seen[1]?.servername).toBe(false)

  const again = await sender.send(outgoing(`https://localhost:${port}/`), forEver).done
  expect([again.phases.tls_ms, seen.length]).toEqual([null, 2])

  const dotted = await sender.send(outgoing(`https://localhost.:${port}/`), forEver).done
  expect(dotted.outcome).toEqual({ kind: 'responded', status: 200 })
  expect(seen[2]?.servername).toBe('localhost')
})

test.each([
  ['good', 'localhost', { is_own: true, issuer: 'Test Authority' }],
  ['self-signed', 'localhost', { is_own: true }],
])(
  'without --ca the certificate %j at %s is not trusted, and nothing is sent',
  async (name, host, certificate) => {
    const { port, seen } = await startTls(name)
    const sent = await startSender().send(outgoing(`https://${host}:${port}/`), forEver).done
    expect(sent).toMatchObject({ outcome: { kind: 'tls', certificate }, sentBytes: 0 })
    expect(seen.map(({ text }) => text).join('')).toBe('')
  },
)

const otherNames = ['other.test', 'www.other.test']
test.each([
  ['expired', 'localhost', 'CERT_HAS_EXPIRED', { valid_to: 'Jan  1 00:00:00 2021 GMT' }],
  ['other-host', 'localhost', 'ERR_TLS_CERT_ALTNAME_INVALID', { host: 'localhost', names: otherNames }],
  ['other-host', '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID', { host: '127.0.0.1', names: otherNames }],
])(
  'also by a trusted authority, the certificate %j is not good at %s',
  async (name, host, code, certificate) => {
    const { port } = await startTls(name)
    const sent = await startSender({ ca: authority }).send(outgoing(`https://${host}:${port}/`), forEver).done
    expect(sent.outcome).toMatchObject({ kind: 'tls', code, address: `${host}:${port}`, certificate })
  },
)

test.each(['good', 'self-signed', 'expired', 'other-host'])(
  'with --insecure-tls the certificate %j is taken',
  async (name) => {
    const { port } = await startTls(name)
    const sender = startSender({ verifyTls: false })
    const sent = await sender.send(outgoing(`https://localhost:${port}/`), forEver).done
    expect(sent.outcome).toEqual({ kind: 'responded', status: 200 })
  },
)

test('https to a port that speaks something else: tls, and what to do', async () => {
  for (const first of ['HTTP/1.1 400 Bad Request\r\n\r\n', 'SSH-2.0-OpenSSH_9.7\r\n', '+OK\r\n']) {
    const port = await listen(
      createNet((socket) => {
        socket.on('error', () => {})
        // Unread, the greeting of TLS would have the kernel reset the connection.
        socket.resume()
        socket.end(first)
      }),
    )
    const sent = await startSender().send(outgoing(`https://localhost:${port}/`), forEver).done
    expect(sent.outcome).toEqual({ kind: 'tls', code: 'no_tls', address: `localhost:${port}` })
  }
})

test('a receiver that hangs up or resets during the handshake: tls', async () => {
  for (const act of ['end', 'resetAndDestroy'] as const) {
    const port = await listen(
      createNet((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket[act]())
      }),
    )
    const sent = await startSender().send(outgoing(`https://localhost:${port}/`), forEver).done
    expect(sent.outcome).toEqual({ kind: 'tls', code: 'closed', address: `localhost:${port}` })
  }
})

test('versions that do not meet, and a wish for a client certificate', async () => {
  const old = await startTls('good', {
    minVersion: 'TLSv1.1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT:@SECLEVEL=0',
  })
  const sender = startSender({ ca: authority })
  const sent = await sender.send(outgoing(`https://localhost:${old.port}/`), forEver).done
  expect(sent.outcome).toMatchObject({ kind: 'tls', code: 'no_common_version' })
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    const asks = await startTls('good', {
      requestCert: true,
      rejectUnauthorized: true,
      ca: authority,
      maxVersion,
    })
    const refused = await sender.send(outgoing(`https://localhost:${asks.port}/`), forEver).done
    expect(['tls', 'reset']).toContain(refused.outcome.kind)
  }
})

test('what OpenSSL says of a missing client certificate has a code; what nobody knows stays its text', () => {
  const error = Object.assign(new Error('SSL routines:ssl3_read_bytes:tlsv13 alert certificate required'), {
    code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  })
  expect(handshakeTrouble(error).code).toBe('client_certificate_wanted')
  expect(handshakeTrouble(new Error('odd'))).toMatchObject({ code: 'failed', text: 'odd' })
})

test.each([
  [80, { code: 'receiver_error' }],
  [
    49,
    { code: expect.stringMatching(/^ERR_SSL_/), text: expect.stringMatching(/^\S+ alert access denied$/) },
  ],
])('alert %i during a handshake is reported without OpenSSL source positions', async (alert, facts) => {
  const { port } = await startSocketServer((socket) =>
    socket.once('data', () => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, alert]))),
  )
  const { outcome } = await startSender().send(outgoing(`https://localhost:${port}/`), forEver).done
  expect(outcome).toEqual({ kind: 'tls', address: `localhost:${port}`, ...facts })
})

test('a trouble nobody has thought of keeps its code', () => {
  const certificate = { subject: {}, issuer: {}, valid_from: 'a', valid_to: 'b' } as never
  const objection = { code: 'CERT_REVOKED', words: undefined }
  expect(certificateTrouble(objection, certificate, 'x').code).toBe('CERT_REVOKED')
})

test('plain HTTP to a TLS port is a reset, with the fix if it can be known', async () => {
  const port = await listen(
    createNet((socket) => {
      socket.on('error', () => {})
      // The alert that OpenSSL sends before it hangs up.
      socket.once('data', () => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 70])))
    }),
  )
  const sent = await startSender().send(outgoing(`http://localhost:${port}/`), forEver).done
  expect(sent.outcome).toMatchObject({ kind: 'reset', code: 'unreadable', flaw: 'speaks_tls' })

  const server = createHttps({ key: pem('good'), cert: pem('good') })
  const node = await startSender().send(outgoing(`http://localhost:${await listen(server)}/`), forEver).done
  expect(node.outcome).toMatchObject({ kind: 'reset', code: 'closed', perhaps: 'speaks_tls' })
})

test('a receiver that has answered plain HTTP before is not suspected to speak TLS', async () => {
  let answers = 0
  const { url } = await startSocketServer((socket) =>
    onRequest(socket, () =>
      socket.end(answers++ === 0 ? 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n' : ''),
    ),
  )
  const sender = startSender()
  expect((await sender.send(outgoing(url), forEver).done).outcome.kind).toBe('responded')
  const { outcome } = await sender.send(outgoing(url), forEver).done
  expect(outcome).toEqual({ kind: 'reset', code: 'closed', address: new URL(url).host })
})

test('an attempt that is cut ends its connection below TLS as well', async () => {
  const ended: string[] = []
  let tellAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve
  })
  const port = await listen(
    createServer({ key: pem('good'), cert: pem('good') }, (socket) => {
      socket.on('error', () => {})
      socket.once('data', () => tellAsked())
      socket.on('close', () => ended.push('closed'))
    }),
  )
  const sender = startSender({ verifyTls: false })
  const attempt = sender.send(outgoing(`https://localhost:${port}/`), forEver)
  await asked
  attempt.cut({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
  expect((await attempt.done).phases.tls_ms).toBeGreaterThan(0)
  await expect.poll(() => ended).toEqual(['closed'])
})

test('a cut by a reset also resets a connection with TLS', async () => {
  const { port, seen, errors } = await startTls('good')
  const cut = { at: 'headers', bytes: 9, how: 'reset' } as const
  const request = outgoing(`https://localhost:${port}/`, { wire: { ...plainWire, cut } })
  const sent = await startSender({ ca: authority }).send(request, forEver).done
  expect(sent.outcome).toMatchObject({ kind: 'reset', code: 'fault_reset', fault_bytes: 26 })
  await expect.poll(() => errors).toEqual(['ECONNRESET'])
  expect(seen[0]?.text).toBe('POST / HTTP/1.1\r\nhost: loc')
})
