import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect } from 'vitest'
import { test as long, quick } from '../helpers/long.ts'
import { startProcess } from '../helpers/program.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { shell } from './shell.ts'

const readme = readFileSync('README.md', 'utf8')

/** The code blocks of a language below a heading, up to the next heading. */
function blocks(heading: string, language: string): string[] {
  const section = readme.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  )
}
const only = (heading: string, language: string): string => {
  const [block, ...others] = blocks(heading, language)
  if (block === undefined || others.length > 0) throw new Error(`${heading} has not one block of ${language}`)
  return block
}
const commands = (block = '') => block.trim().split('\n')

quick('the README has at most 1,000 words', () => {
  expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1000)
})

quick('a new user who follows the README to its CI section sees what it says', async () => {
  const port = await freePort()
  const atReceiver = (text: string) => text.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
  const [start = '', trigger = ''] = blocks('Start with your receiver', 'sh')
  const options = atReceiver(start).trim().replace('npm start -- ', '').split(' ')
  const sandbox = startProcess(process.execPath, [
    'server/setup/start.mjs',
    ...options,
    ...['--port', '0', '--data', ':memory:', '--json'],
  ])
  await new Promise<void>((resolve) =>
    sandbox.process.stdout.on('data', () => sandbox.stdout().includes('\n') && resolve()),
  )
  const ready = JSON.parse(sandbox.stdout())
  expect(ready).toEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    secret: expect.stringMatching(/^whsec_/),
  })

  // Inside node_modules, so that it finds the library as a project of its own would.
  mkdirSync('node_modules/.cache/readme', { recursive: true })
  writeFileSync('node_modules/.cache/readme/receiver.mjs', only('Start with your receiver', 'js'))
  const receiver = startProcess(process.execPath, ['node_modules/.cache/readme/receiver.mjs'], {
    env: { WEBHOOK_SECRET: ready.secret, PORT: String(port) },
  })
  await listening(port)
  expect(await shell(trigger, ready.url)).toMatch(/^✓ card\.created → /)
  expect(receiver.stdout()).toBe('verified card.created\n')
  // The receiver survives a request that ends within its body.
  await shell(trigger.replace('--wait', "--fault 'truncate(50%)'"), ready.url)

  expect(await shell(atReceiver(only('Is my receiver right?', 'sh')), ready.url)).toMatch(/^✓ No problem/m)

  const ask = only('My receiver fails', 'sh')
  const [list = '', one = ''] = commands(ask)
  const [id = ''] = /dlv_\w+/.exec(await shell(list, ready.url)) ?? []
  expect(await shell(one.replace('ID', id), ready.url)).toContain(id)

  const [around = '', send = ''] = blocks('In your tests and in CI', 'sh')
  const report = 'node_modules/.cache/readme/check.xml'
  await shell(atReceiver(send).replace('check.xml', report), ready.url)
  expect(readFileSync(report, 'utf8')).toContain('<testsuites')
  const own = await shell(around.replace('pytest', 'node -p process.env.SANDBOX_URL'), ready.url)
  expect(own.trim()).toMatch(/^http:/)
  expect(own.trim()).not.toBe(ready.url)

  sandbox.process.kill('SIGTERM')
  expect(await sandbox.ended).toBe(0)
})

quick('the errors of the README are answered and armed as it says', async () => {
  const sandbox = await startSandbox({ bare: false })
  const [header = '', list = ''] = blocks('Errors on demand', 'sh')
  expect(JSON.parse(await shell(header, sandbox.url))).toMatchObject({
    Status: 504,
    Code: 'process_connection',
  })
  expect(await shell(list, sandbox.url)).toContain('unknown_create_transfer')
})

quick('the flows of the README run, and end where it says', async () => {
  const sandbox = await startSandbox({ bare: false })
  const [scenarios = '', story = ''] = blocks('Demonstrate a flow', 'sh')
  const answers = (await shell(story, sandbox.url)).trim().split('\n')
  const [kyc, deposit, payment] = answers.map((line) => JSON.parse(line))
  expect(kyc).toHaveProperty('status', 'submitted')
  expect(deposit).toMatchObject({ state: 'settled', amount: '100.00' })
  expect(payment).toMatchObject({ state: 'pending', amount: '-21.93' })

  const [list = '', play = ''] = commands(scenarios)
  const listed = await shell(list, sandbox.url)
  expect(listed.match(/^[a-z-]+ {2}/gm), 'thirteen, the README says').toHaveLength(13)
  expect(await shell(play, sandbox.url)).toMatch(/succeeded/)
  const { events } = await sandbox.get<{ events: unknown[] }>('/sandbox/events?q=48.00')
  expect(events).toHaveLength(2)
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Fulfilled once something listens on a port. */
function listening(port: number): Promise<void> {
  return new Promise((resolve) => {
    const attempt = () => {
      const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()))
      socket.on('error', () => setImmediate(attempt))
    }
    attempt()
  })
}

// The quick form kills npm in test/flows/left-running.test.ts.
long('npm start that is stopped by its process id takes the sandbox with it', async () => {
  const npm = startProcess('npm', ['start', '--silent', '--', '--port', '0', '--data', ':memory:', '--json'])
  await new Promise<void>((resolve) =>
    npm.process.stdout.on('data', () => npm.stdout().includes('\n') && resolve()),
  )
  const port = Number(new URL(JSON.parse(npm.stdout()).url).port)
  npm.process.kill('SIGTERM')
  await refusing(port)
})

/** Fulfilled once nothing listens on a port any more. */
function refusing(port: number): Promise<void> {
  return new Promise((resolve) => {
    const attempt = () => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        setImmediate(attempt)
      })
      socket.on('error', () => resolve())
    }
    attempt()
  })
}
