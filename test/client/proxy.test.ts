import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createTargets, isExemption } from '../../server/client/target.ts'
import { onRequest, outgoing, startSender, startSocketServer } from './answers.ts'

const empty = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
const forEver = { timeoutMs: 0 }
const pem = (name: string) => readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'latin1')

/** A proxy that answers CONNECT with `answer` and, if that agrees, leads to the port asked for; forwards nothing else. */
async function startProxy(answer = 'HTTP/1.1 200 Connection established\r\n\r\n') {
  const heads: string[] = []
  const server = await startSocketServer((socket) => {
    const onFirst = (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      heads.push(text)
      const port = Number(/^CONNECT [^ ]*:(\d+) /.exec(text)?.[1])
      socket.write(answer)
      if (!port || !/^HTTP\/1\.. 2/.test(answer)) return
      socket.off('data', onFirst)
      const onward = connect(port, '127.0.0.1')
      onward.on('error', () => socket.destroy())
      onTestFinished(() => void onward.destroy())
      socket.pipe(onward).pipe(socket)
    }
    socket.on('data', onFirst)
  })
  return { ...server, proxy: `http://127.0.0.1:${server.port}`, heads }
}

async function startTlsReceiver({ answer = empty } = {}) {
  const seen: string[] = []
  const server = createServer({ key: pem('good'), cert: pem('good') }, (socket) => {
    socket.on('error', () => {})
    onRequest(socket, (_, text) => {
      seen.push(text)
      socket.write(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, seen }
}

test('plain HTTP goes to the proxy with the whole address in its request line', async () => {
  const { proxy, heads } = await startProxy(empty)
  const url = 'http://user:pass@localhost:81/a?b=1'
  const sent = await startSender({ proxy }).send(outgoing(url), forEver).done
  expect(sent.outcome).toEqual({ kind: 'responded', status: 200 })
  expect(heads).toEqual([
    'POST http://localhost:81/a?b=1 HTTP/1.1\r\nhost: localhost:81\r\nContent-Length: 7\r\n\r\n{"a":1}',
  ])
})

test('https goes through a tunnel, and the proxy sees neither path nor body', async () => {
  const receiver = await startTlsReceiver()
  const { proxy, heads } = await startProxy()
  const sender = startSender({ proxy, ca: pem('authority') })
  const sent = await sender.send(outgoing(`https://localhost:${receiver.port}/secret`), forEver).done
  expect(sent.outcome).toEqual({ kind: 'responded', status: 200 })
  expect(heads).toEqual([
    `CONNECT localhost:${receiver.port} HTTP/1.1\r\nHost: localhost:${receiver.port}\r\n\r\n`,
  ])
  expect(receiver.seen[0]).toMatch(/^POST \/secret HTTP\/1\.1\r\n/)
  await sender.send(outgoing(`https://localhost:${receiver.port}/again`), forEver).done
  expect([heads.length, receiver.seen.length]).toEqual([1, 2])
})

test('a user and a password go to the proxy alone', async () => {
  const plain = await startProxy(empty)
  const withUser = plain.proxy.replace('//', '//us%20er:p%40ss@')
  const authorization = `Proxy-Authorization: Basic ${Buffer.from('us er:p@ss').toString('base64')}\r\n`
  await startSender({ proxy: withUser }).send(outgoing('http://localhost:81/'), forEver).done
  expect(plain.heads[0]).toContain(`Content-Length: 7\r\n${authorization}\r\n`)

  const receiver = await startTlsReceiver()
  const tunnel = await startProxy()
  const proxy = tunnel.proxy.replace('//', '//us%20er:p%40ss@')
  const sender = startSender({ proxy, verifyTls: false })
  await sender.send(outgoing(`https://localhost:${receiver.port}/`), forEver).done
  expect(tunnel.heads[0]).toContain(authorization)
  expect(receiver.seen[0]).not.toContain('Proxy-Authorization')
})

test.each(['http://localhost:81/', 'https://localhost:81/'])(
  "a refusal of %s by the proxy is reported as the proxy's response",
  async (url) => {
    const { proxy, port } = await startProxy('HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n')
    const sent = await startSender({ proxy }).send(outgoing(url), forEver).done
    const answered = { kind: 'refused', code: 'proxy_answered', status: 407, proxy: `127.0.0.1:${port}` }
    expect(sent.outcome).toMatchObject({ ...answered, login: 'missing' })
    const known = await startSender({ proxy: proxy.replace('//', '//ann:wrong@') }).send(
      outgoing(url),
      forEver,
    ).done
    expect(known.outcome).toMatchObject({ ...answered, login: 'wrong' })
  },
)

test('a proxy that is not there, hangs up or talks nonsense: refused, and it is named', async () => {
  const silent = await startSocketServer((socket) => socket.once('data', () => socket.end()))
  const odd = await startProxy('nonsense\r\n')
  const dead = await startSocketServer(() => {})
  const url = 'https://localhost:81/'
  const at = async (port: number) =>
    (await startSender({ proxy: `http://127.0.0.1:${port}` }).send(outgoing(url), forEver).done).outcome
  expect(await at(silent.port)).toEqual({
    kind: 'refused',
    code: 'closed',
    address: 'localhost:81',
    proxy: `127.0.0.1:${silent.port}`,
  })
  expect(await at(odd.port)).toMatchObject({ kind: 'refused', code: 'unreadable', flaw: 'not_http' })
  dead.sockets.forEach((socket) => {
    socket.destroy()
  })
  expect(await at(1)).toMatchObject({
    kind: 'refused',
    code: 'ECONNREFUSED',
    proxy: '127.0.0.1:1',
  })
})

test('a proxy that says nothing is named in the time-out, whether it was asked for a tunnel or to forward', async () => {
  const { proxy, port, heads } = await startProxy('')
  const through = startSender({ proxy })
  const tunnelled = await through.send(outgoing('https://localhost:81/'), { timeoutMs: 300 }).done
  const inTime = { kind: 'timed_out', after_ms: 300 }
  expect(heads).toHaveLength(1)
  expect(tunnelled.outcome).toEqual({ ...inTime, phase: 'connecting', proxy: `127.0.0.1:${port}` })
  const forwarded = await through.send(outgoing('http://localhost:81/'), { timeoutMs: 300 }).done
  expect(forwarded.outcome).toEqual({ ...inTime, phase: 'waiting', proxy: `127.0.0.1:${port}` })
})

test('a receiver behind a tunnel that says nothing is late itself', async () => {
  const receiver = await startTlsReceiver({ answer: '' })
  const { proxy } = await startProxy()
  const through = startSender({ proxy, ca: pem('authority') })
  const sent = await through.send(outgoing(`https://localhost:${receiver.port}/`), { timeoutMs: 3000 }).done
  expect(sent.outcome).toEqual({ kind: 'timed_out', after_ms: 3000, phase: 'waiting' })
})

test('trouble with TLS in a tunnel names the proxy, which may break off itself or show a certificate of its own', async () => {
  const receiver = await startTlsReceiver()
  const { port, proxy } = await startProxy()
  const url = `https://localhost:${receiver.port}/`
  const untrusted = await startSender({ proxy }).send(outgoing(url), forEver).done
  expect(untrusted.outcome).toMatchObject({
    kind: 'tls',
    proxy: `127.0.0.1:${port}`,
    certificate: { is_own: true },
  })
  const silent = await startSocketServer((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n')),
  )
  const hasty = startSender({ proxy: `http://127.0.0.1:${silent.port}` })
  expect((await hasty.send(outgoing(url), forEver).done).outcome).toMatchObject({
    kind: 'tls',
    code: 'closed',
    proxy: `127.0.0.1:${silent.port}`,
  })
})

test('with plain HTTP, a proxy that ends the connection or sends garbage is named', async () => {
  const outcomeAt = async (answer: (socket: Socket) => void, url = 'http://localhost:81/') => {
    const { port } = await startSocketServer((socket) => socket.once('data', () => answer(socket)))
    const { outcome } = await startSender({ proxy: `http://127.0.0.1:${port}` }).send(outgoing(url), forEver)
      .done
    return { outcome, proxy: `127.0.0.1:${port}` }
  }
  const ended = await outcomeAt((socket) => socket.end())
  expect(ended.outcome).toMatchObject({ kind: 'reset', code: 'closed', proxy: ended.proxy })
  const odd = await outcomeAt((socket) => socket.write('220 ready\r\n'))
  expect(odd.outcome).toMatchObject({
    kind: 'reset',
    code: 'unreadable',
    flaw: 'not_http',
    text: '220 ready\r\n',
    proxy: odd.proxy,
  })
  const alert = Buffer.from([0x15, 3, 1, 0, 2, 2, 70])
  for (const [url, kind] of [
    ['http://localhost:81/', 'reset'],
    ['https://localhost:81/', 'refused'],
  ]) {
    const { outcome, proxy } = await outcomeAt((socket) => socket.write(alert), url)
    expect(outcome).toMatchObject({ kind, code: 'unreadable', flaw: 'speaks_tls', proxy })
  }
})

test.each(['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])(
  'the variable %s counts for nothing',
  async (name) => {
    const trap = await startProxy(empty)
    const receiver = await startSocketServer((socket) => onRequest(socket, () => socket.write(empty)))
    const before = process.env[name]
    process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : trap.proxy
    onTestFinished(() => {
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    })
    const sent = await startSender().send(outgoing(receiver.url), forEver).done
    expect(sent.outcome).toEqual({ kind: 'responded', status: 200 })
    expect(trap.heads).toEqual([])
  },
)

test('the target is judged also where a proxy would be asked', async () => {
  const { proxy, heads } = await startProxy(empty)
  const lookup = (
    _: string,
    __: object,
    done: (error: null, found: { address: string; family: number }[]) => void,
  ) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '8.8.8.8', family: 4 },
    ])
  const sender = startSender({ proxy, lookup: lookup as never })
  for (const url of ['http://8.8.8.8/', 'https://[::ffff:8.8.8.8]/', 'http://both.test/'])
    expect((await sender.send(outgoing(url), forEver).done).outcome).toMatchObject({
      kind: 'blocked',
      code: 'public_address',
    })
  expect(heads).toEqual([])
})

test('a name that only the proxy may know is let go where public addresses are', async () => {
  const { proxy, heads } = await startProxy(empty)
  const lookup = ((_: string, __: object, done: (error: Error) => void) =>
    done(new Error('unknown'))) as never
  const url = 'http://inside.test/'
  const refused = await startSender({ proxy, lookup }).send(outgoing(url), forEver).done
  // Of a kind that time may change.
  expect(refused.outcome).toMatchObject({
    kind: 'dns',
    code: 'unknown_here',
    address: 'inside.test',
  })
  expect(heads).toEqual([])
  const sent = await startSender({ proxy, lookup, allowPublic: true }).send(outgoing(url), forEver).done
  expect([sent.outcome.kind, heads.length]).toEqual(['responded', 1])
})

const proxy = 'http://proxy.test:3128'
test.each([
  ['api.test', 'http://api.test/', false],
  ['api.test', 'http://a.api.test/', false],
  ['.api.test', 'http://api.test/', false],
  ['api.test:81', 'http://api.test.:81/', false],
  ['*.api.test', 'http://a.api.test/', false],
  ['api.test', 'http://myapi.test/', true],
  ['API.test', 'http://Api.Test/', false],
  ['api.test:81', 'http://api.test:81/', false],
  ['api.test:81', 'http://api.test/', true],
  ['127.0.0.1', 'http://127.0.0.1:3000/', false],
  ['127.0.0.0/8', 'http://127.1.2.3/', false],
  ['127.0.0.0/8', 'http://128.0.0.1/', true],
  ['::1', 'http://[::1]:81/', false],
  ['[::1]:81', 'http://[::1]:81/', false],
  ['[::1]:81', 'http://[::1]/', true],
  ['fd00::/8', 'http://[fd12::1]/', false],
  ['*', 'http://anything.test/', false],
  ['localhost', 'http://127.0.0.1/', true],
])('with no_proxy %j a request to %s goes by the proxy: %s', (entry, url, goes) => {
  expect(isExemption(entry)).toBe(true)
  expect(createTargets({ proxy, noProxy: [entry] })(url).proxy !== null).toBe(goes)
})

test.each([
  '',
  ' ',
  '10.0.0.0/33',
  '10.0.0.0/x',
  '::/129',
  'api.test/8',
  'http://api.test',
  'api.test:99999',
  'a b',
])('%j can be no entry of no_proxy', (entry) => expect(isExemption(entry)).toBe(false))

test('loopback is not exempt by itself', () => {
  expect(createTargets({ proxy, noProxy: [] })('http://127.0.0.1/').proxy?.host).toBe('proxy.test')
  expect(createTargets({ proxy: null, noProxy: [] })('http://127.0.0.1/').proxy).toBe(null)
})
