import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { declarations } from '../../server/library/declare.ts'
import * as library from '../../server/library/library.ts'
import { ownFolder } from '../helpers/folder.ts'
import { quick, test } from '../helpers/long.ts'
import { startProcess } from '../helpers/program.ts'

const user = `
import { connect, createSandbox, SandboxError, Unmet } from './library.js'
import type { Delivery, NodeRequest, NodeResponse, Sandbox, SandboxClient } from './library.js'

export async function use(): Promise<Delivery[]> {
  await using sandbox: Sandbox = await createSandbox({ config: { delivery: { timeout: '5s' } } })
  const receiver = await sandbox.receiver((request) => new Response(request.url), { retryDelays: [1, '5s'] })
  await sandbox.receiver((request: NodeRequest, response: NodeResponse) => void response.end(request.url))
  const { events } = await sandbox.trigger('card.created', { to: receiver, settle: true })
  const { matched } = await sandbox.wait('capture', { endpoint: 'orders', verdict: 'verified' })
  const body: string | undefined = matched[0]?.path ?? events[0]?.id
  const client: SandboxClient = connect(sandbox.url)
  await client.call('GET', \`/customers/\${body}\`)
  try {
    await client.arm('card_dne', { path: '/cards/*' })
  } catch (error) {
    if (error instanceof Unmet) throw new Error(error.closest?.missed)
    if (error instanceof SandboxError) throw new Error(error.code + error.fix)
  }
  // @ts-expect-error not a scheme
  await client.receiver('http://127.0.0.1:3000', { scheme: 'strpe' })
  // @ts-expect-error not a code
  await client.arm('card_dnee')
  // @ts-expect-error not a setting
  await createSandbox({ config: { delivery: { timeoutt: '5s' } } })
  // @ts-expect-error a capture has no state
  await client.wait('capture', { state: 'succeeded' })
  return receiver.deliveries()
}
`

const users: Record<string, string> = {
  vitest: `
import { expect, test } from './vitest.js'
test('typed', async ({ sandbox, receiver }) => {
  const orders = await receiver(() => new Response())
  await sandbox.trigger('card.created')
  await expect(orders).toBeDelivered({ event: 'card.created' })
  await expect(orders).not.toBeRefused()
  expect(1).toBe(1)
  // @ts-expect-error not an option
  await expect(orders).toBeDelivered({ events: 'card.created' })
})
test.extend({ sandboxOptions: [{ seed: 7 }, { scope: 'worker' }] })
`,
  playwright: `
import { expect, test } from './playwright.js'
test.use({ sandboxOptions: { seed: 7 } })
test('typed', async ({ page, sandbox, receiver }) => {
  const orders = await receiver(() => new Response())
  await page.goto(sandbox.url)
  await expect(orders).toBeDelivered({ event: 'card.created' })
  await expect(orders).not.toPassCheck({ failOn: 'should' })
  // @ts-expect-error a text is no receiver
  await expect('orders').toBeDelivered()
})
`,
  'node-test': `
import { not, toBeDelivered, useSandbox } from './node-test.js'
const sandbox = useSandbox({ seed: 7 })
export async function use() {
  const orders = await sandbox.receiver(() => new Response())
  await toBeDelivered(orders, { event: 'card.created' })
  await not.toBeRefused(orders)
  // @ts-expect-error a text is no receiver
  await toBeDelivered('orders')
}
`,
  jest: `
import { toPassCheck, useSandbox } from './jest.cjs'
const sandbox = useSandbox()
declare const expect: <T>(actual: T) => jest.Matchers<void, T>
export async function use() {
  const orders = await sandbox.receiver(() => new Response())
  await expect(orders).toBeDeliveredOnce()
  await toPassCheck(orders)
}
`,
}

const compiler = resolve('node_modules/typescript/bin/tsc')
const strict = ['--strict', '--target', 'ES2023', '--noEmit', '--exactOptionalPropertyTypes']

quick('the declarations for each runner compile as an ES module, as CommonJS and for a bundler', async () => {
  // Inside node_modules, where the runners are.
  const folder = 'node_modules/.cache/declarations'
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(await declarations())) writeFileSync(join(folder, name), text)
  for (const [name, text] of Object.entries(users)) writeFileSync(join(folder, `use-${name}.ts`), text)
  writeFileSync(join(folder, 'use-common.cts'), users.jest ?? '')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const sources = Object.keys(users).map((name) => `use-${name}.ts`)
  for (const how of [
    ['--module', 'NodeNext', ...sources, 'use-common.cts'],
    ['--module', 'ESNext', '--moduleResolution', 'Bundler', ...sources],
  ]) {
    // The runners' own declarations are not ours to check.
    const options = [...strict, '--skipLibCheck', '--ignoreConfig', '--types', 'node', ...how]
    const compiled = startProcess(process.execPath, [compiler, ...options], { cwd: folder })
    expect([await compiled.ended, compiled.stdout()]).toEqual([0, ''])
  }
})

quick('the declarations for each runner import its types and those of the library alone', async () => {
  const { 'library.d.ts': _, ...runners } = await declarations()
  const imported = Object.values(runners).flatMap((text) =>
    [...text.matchAll(/ from '([^']+)'/g)].map(([, name]) => name),
  )
  expect(new Set(imported)).toEqual(new Set(['vitest', '@playwright/test', './library.js']))
})

test('the declarations import nothing and compile in a strict project without the types of Node', async () => {
  const { 'library.d.ts': text = '' } = await declarations()
  expect(text).not.toMatch(/^\s*import /m)
  const folder = ownFolder()
  writeFileSync(join(folder, 'library.d.ts'), text)
  writeFileSync(join(folder, 'use.ts'), user)
  const options = [...strict, '--module', 'NodeNext']
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const compiled = startProcess(process.execPath, [compiler, ...options, '--types', '', 'use.ts'], {
    cwd: folder,
  })
  expect(await compiled.ended).toBe(0)
  expect(compiled.stdout()).toBe('')
  const declared = [...text.matchAll(/^export declare (?:class|function) (\w+)/gm)].map(([, name]) => name)
  expect(declared.toSorted()).toEqual(Object.keys(library).toSorted())
})
