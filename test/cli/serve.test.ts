import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { loosenedBy } from '../../server/cli/serve.ts'
import { parseConfig } from '../../server/config.ts'
import { pageHeaders } from '../../server/http/page-headers.ts'
import { pagePaths } from '../../server/page.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere, startHere } from './here.ts'
import { start } from './run.ts'

test('each setting that loosens security is found, and none of a usual configuration', () => {
  for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '::1'])
    expect(loosenedBy(parseConfig({ host }))).toEqual([])
  const open = {
    host: '0.0.0.0',
    allowed_hosts: ['one.test', 'two.test'],
    allowed_origins: ['http://shop.test:3000/'],
    public_url: 'http://sandbox:4400',
  }
  expect(loosenedBy(parseConfig({ ...open, delivery: { allow_public: true, insecure_tls: true } }))).toEqual([
    { kind: 'host', host: '0.0.0.0' },
    { kind: 'allowed_host', host: 'one.test' },
    { kind: 'allowed_host', host: 'two.test' },
    { kind: 'public_url', host: 'sandbox' },
    { kind: 'allowed_origin', origin: 'http://shop.test:3000' },
    { kind: 'allow_public' },
    { kind: 'insecure_tls' },
  ])
  expect(loosenedBy(parseConfig({ public_url: 'http://[::1]:4400' }))).toEqual([])
  expect(loosenedBy(parseConfig({ host: 'my-machine' }))).toEqual([{ kind: 'host', host: 'my-machine' }])
})

test('the start prints a warning for each setting that loosens security, on stderr', async () => {
  const folder = ownFolder()
  const settings = { allowed_hosts: ['one.test'], delivery: { allow_public: true, insecure_tls: true } }
  writeFileSync(join(folder, 'sandbox.config.json'), JSON.stringify(settings))
  const args = ['--port', '0', '--data', ':memory:', '--host', '0.0.0.0', '--json']
  const started = startHere([...args, '--config', join(folder, 'sandbox.config.json')], { serves: true })
  await started.until(() => started.out.length > 0)
  expect(started.log.filter((line) => line.startsWith('Warning: '))).toHaveLength(4)
})

test('a certificate file that is not there is said at the start', async () => {
  const { code, log } = await runHere(['serve', '--port', '0', '--data', ':memory:', '--ca', '/nowhere.pem'])
  expect(code).toBe(1)
  expect(log.join()).toContain('/nowhere.pem')
})

test('--to subscribes a receiver at the start, once, and prints its secret', async () => {
  const receiver = await startReceiver()
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
  const data = join(ownFolder(), 'sandbox.db')
  const args = ['--port', '0', '--data', data, '--to', receiver.url, '--secret', secret, '--scheme', 'svix']
  const first = start(args)
  await first.until(() => first.stdout().includes('Stop the sandbox with Ctrl-C'))
  const shown = (name: string) => new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(first.stdout())?.[1] ?? ''
  expect(shown('Receiver')).toBe(receiver.url)
  expect((await runHere(['trigger', 'card.created', '--url', shown('Page')])).code).toBe(0)
  await first.until(() => first.stderr().includes(`card.created from ${receiver.url}`))
  const [request] = receiver.requests
  const headers = Object.fromEntries(
    Object.entries({ ...request?.headers }).map(([name, value]) => [
      name.replace('svix-', 'webhook-'),
      `${value}`,
    ]),
  )
  expect(shown('Secret')).toBe(secret)
  expect(new Webhook(secret).verify(`${request?.body}`, headers)).toMatchObject({
    event: 'card.created',
  })
  first.process.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  const again = startHere([...args, '--json'], { serves: true })
  await again.until(() => again.out.length > 0)
  expect(JSON.parse(again.out.join())).toMatchObject({ ready: true, secret: shown('Secret') })
})

test.each([
  ['nobody', 'nobody is not an address to send to. Write the URL, such as http://nobody'],
  ['ftp://localhost/', 'url: must be an absolute http or https URL. Correct the fields named.'],
])('--to %s is refused, and nothing runs then', async (to, said) => {
  const { code, out, log } = await runHere(['--port', '0', '--data', ':memory:', '--to', to])
  expect([code, out, log]).toEqual([1, [], [said]])
})

test('the settings of a subscription are refused without --to', async () => {
  const { code, out, log } = await runHere(['--port', '0', '--data', ':memory:', '--scheme', 'stripe'])
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain('--to')
})

test('every view of the page is an address of its own, under a strict policy', async () => {
  const sandbox = await startSandbox()
  for (const path of pagePaths) {
    const { status, headers, body } = await sandbox.request('GET', path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    for (const [name, value] of Object.entries(pageHeaders)) expect(headers.get(name)).toBe(value)
    expect(body).toContain('<title>')
  }
  expect((await sandbox.request('GET', '/assets/..%2findex.html')).status).toBe(404)
  expect((await sandbox.request('GET', '/nothing-here')).status).toBe(404)
})

test('an address that there is not leads a browser to those that there are, and tells a program in JSON', async () => {
  const sandbox = await startSandbox()
  const opened = (path: string) =>
    sandbox.overSocket<string>('GET', path, undefined, {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    })
  const { status, headers, body } = await opened('/<nonsense>')
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  for (const [name, value] of Object.entries(pageHeaders)) expect(headers.get(name)).toBe(value)
  expect(body).toContain('Nothing is at <code>/&lt;nonsense&gt;</code>')
  for (const path of pagePaths) expect(body).toContain(`<a href="${path}">`)
  expect(await opened('/simulate/clock/?run=run_1')).toMatchObject({ status: 200 })
  for (const path of ['/sandbox/nonsense', '/api/nonsense', '/assets/nonsense.js'])
    expect((await opened(path)).headers.get('content-type')).toMatch(/^application\/json/)
  expect((await sandbox.request('GET', `/${'/'.repeat(1_000_000)}nonsense`)).status).toBe(404)
  expect((await sandbox.request('GET', '/nonsense')).body).toMatchObject({ error: { code: 'route_unknown' } })
})

test('a missing file of the page does not mean that the page is not built', async () => {
  const sandbox = await startSandbox()
  const { status, body } = await sandbox.request('GET', '/assets/of-another-version.js')
  expect([status, body]).toMatchObject([404, { error: { code: 'route_unknown' } }])
})
