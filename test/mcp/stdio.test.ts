import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram } from '../helpers/program.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { callWith } from './client.ts'

/** An assistant that starts the command `mcp` and speaks with it over stdin and stdout. */
async function started(...args: string[]) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtProgram, 'mcp', ...args],
    stderr: 'ignore',
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, pid: transport.pid, call: callWith(client) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('over stdio, an assistant starts a sandbox, fires an event, and ends the sandbox with its connection', async () => {
  const { client, pid, call } = await started('--data', ':memory:', '--port', '0', '--bare')
  expect((await client.listTools()).tools).toHaveLength(18)
  expect((await call('trigger_event', { event: 'card.created' })).answer).toMatchObject({
    counts: { events: 1 },
  })
  await client.close()
  expect(isRunning(pid ?? 0)).toBe(false)
})

test('over stdio, an assistant uses a sandbox that runs', async () => {
  const sandbox = await startSandbox()
  const { call } = await started('--url', sandbox.url)
  await call('trigger_event', { event: 'card.created' })
  expect((await sandbox.get<{ events: unknown[] }>('/sandbox/events')).events).toHaveLength(1)
})
