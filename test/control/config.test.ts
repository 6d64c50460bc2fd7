import { expect, test } from 'vitest'
import type { ConfigEntry } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const configOf = async (sandbox: Awaited<ReturnType<typeof startSandbox>>) => {
  const { config } = await sandbox.get<{ config: ConfigEntry[] }>('/sandbox/config')
  return (key: string) => config.find((entry) => entry.key === key)
}

test('each configuration key comes with its default and its purpose', async () => {
  const entry = await configOf(await startSandbox({ delivery: { timeout: '3s' } }))
  expect(entry('delivery.timeout')).toEqual({
    key: 'delivery.timeout',
    value: '3s',
    default: '10s',
    changed: true,
    meaning: 'The time limit of an attempt, in real time. "0" sets no limit.',
    origin: 'program',
    origin_name: null,
  })
  expect(entry('retention.records')).toMatchObject({
    value: 250_000,
    changed: false,
    origin: 'default',
    origin_name: null,
  })
  expect(entry('$schema')).toBeUndefined()
})

test('the configuration shows no secret', async () => {
  const sandbox = await startSandbox({
    auth: { keys: [{ authorization: 'Bearer hidden-1', identity: 'acme' }] },
    signing: { secrets: [{ name: 'shop', secret: 'hidden-2' }] },
    delivery: { proxy: 'http://me:hidden-3@hidden-4@127.0.0.1:9' },
  })
  const entry = await configOf(sandbox)
  expect(JSON.stringify(await sandbox.get('/sandbox/config'))).not.toContain('hidden')
  expect(entry('auth.keys')?.value).toEqual([{ authorization: '••••••••', identity: 'acme' }])
  expect(entry('delivery.proxy')?.value).toBe('http://••••••••@127.0.0.1:9')
})
