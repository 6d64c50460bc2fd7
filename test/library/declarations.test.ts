import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { declarations } from '../../server/library/declare.ts'
import * as library from '../../server/library/library.ts'
import { ownFolder } from '../helpers/folder.ts'
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

test('the declarations import nothing and compile in a strict project without the types of Node', async () => {
  const text = await declarations()
  expect(text).not.toMatch(/^\s*import /m)
  const folder = ownFolder()
  writeFileSync(join(folder, 'library.d.ts'), text)
  writeFileSync(join(folder, 'use.ts'), user)
  const options = [
    '--strict',
    '--target',
    'ES2023',
    '--module',
    'NodeNext',
    '--noEmit',
    '--exactOptionalPropertyTypes',
  ]
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const compiler = resolve('node_modules/typescript/bin/tsc')
  const compiled = startProcess(process.execPath, [compiler, ...options, '--types', '', 'use.ts'], {
    cwd: folder,
  })
  expect(await compiled.ended).toBe(0)
  expect(compiled.stdout()).toBe('')
  const declared = [...text.matchAll(/^export declare (?:class|function) (\w+)/gm)].map(([, name]) => name)
  expect(declared.toSorted()).toEqual(Object.keys(library).toSorted())
})
