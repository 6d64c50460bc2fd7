import { expect, onTestFinished, test } from 'vitest'
import { calledAs } from '../../server/cli/called-as.ts'
import { announce, serve } from '../../server/cli/serve.ts'
import { realOutside } from '../../server/outside.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'

const bin = '/home/me/app/node_modules/.bin/webhook-sandbox'

test.each([
  ['npx', { npm_command: 'exec', npm_lifecycle_event: 'npx' }, bin, 'npx webhook-sandbox'],
  [
    'a script of a project',
    { npm_command: 'run-script', npm_lifecycle_event: 'dev' },
    bin,
    'npx webhook-sandbox',
  ],
  [
    'npm start of a clone',
    { npm_command: 'start', npm_lifecycle_event: 'start', npm_package_name: 'webhook-sandbox' },
    '/home/me/app/dist/server/main.js',
    'npm start --',
  ],
  [
    'npm start of another project',
    { npm_command: 'start', npm_lifecycle_event: 'start', npm_package_name: 'app' },
    bin,
    'npx webhook-sandbox',
  ],
  ['a global installation', { PATH: '/bin:/usr/bin' }, '/usr/bin/webhook-sandbox', 'webhook-sandbox'],
  ['its path', { PATH: '/bin' }, bin, 'node_modules/.bin/webhook-sandbox'],
  ['node', { PATH: '/bin' }, '/home/me/app/dist/server/main.js', 'node dist/server/main.js'],
])('called by %s, further commands begin in the same way', (_by, environment, script, words) => {
  expect(calledAs(environment, { script, folder: '/home/me/app' })).toBe(words)
})

test.each([
  [['trigger'], /npx webhook-sandbox trigger --help/],
  [['qwertz'], /npx webhook-sandbox --help/],
  [['deliveries', '--data', '/nowhere/x.db'], /Start one with npx webhook-sandbox --data/],
  [['clock', 'advance', '-1h'], /npx webhook-sandbox clock set /],
])('%s names a command that begins as the program was called', async (args, said) => {
  expect((await runHere(args, { calledAs: 'npx webhook-sandbox' })).log.join()).toMatch(said)
})

test('the banner of a sandbox with a stopped clock names such a command', async () => {
  const out: string[] = []
  const needs = {
    terminal: { out: (text: string) => void out.push(text), log: () => {} },
    environment: {},
    calledAs: 'npm start --',
    outside: realOutside(),
    onRunning() {},
  }
  const served = await serve({}, { ...needs, environment: { SANDBOX_PORT: '0', SANDBOX_DATA: ':memory:' } })
  onTestFinished(() => served.sandbox.close())
  const { url } = served.sandbox
  expect((await runHere(['clock', 'manual', '--url', url])).code).toBe(0)
  announce(served, {}, needs)
  expect(out.join()).toContain(`npm start -- clock real --url ${url}`)
})

test('a hint of a running sandbox names such a command', async () => {
  const sandbox = await startSandbox()
  const { log } = await runHere(['disarm', '--url', sandbox.url], { calledAs: 'npm start --' })
  expect(log.join()).toContain(`npm start -- arm CODE --url ${sandbox.url}`)
})
