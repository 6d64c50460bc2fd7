import { expect, test } from 'vitest'
import type { Check } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt } from './here.ts'

async function world() {
  const sandbox = await startSandbox()
  const { url, requests } = await startReceiver()
  const { id } = await sandbox.subscribe(url)
  const checks = async () => (await sandbox.get<{ checks: Check[] }>('/sandbox/checks')).checks
  return { sandbox, url, id, requests, checks }
}
const once = ['--only', 'accepts-valid']

test.each(['last', 'the beginning of its id', 'its URL'])(
  'a check takes a subscription by %s',
  async (by) => {
    const { sandbox, url, id, checks } = await world()
    const named = { last: 'last', 'its URL': url }[by] ?? id.slice(0, 8)
    const { code } = await runAt(sandbox, 'check', named, ...once)
    expect(code).toBe(0)
    expect(await checks()).toMatchObject([{ subscription_id: id }])
  },
)

test('a check that cannot begin ends with 2 and sends nothing', async () => {
  const { sandbox, url, requests, checks } = await world()
  for (const words of [
    ['sub_unknown', ...once],
    [url, '--only', 'no-such-probe'],
    [url, '--secret', 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX', '--event', 'no.such'],
    [url, '--baseline', 'no-such-file.json'],
  ])
    expect((await runAt(sandbox, 'check', ...words)).code, words.join(' ')).toBe(2)
  expect(requests).toEqual([])
  expect(await checks()).toEqual([])
})
