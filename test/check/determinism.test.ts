import { expect } from 'vitest'
import { test as long, quick } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { type Asked, checked, startRight } from './world.ts'

/** What was asked, without the ids, the times and what follows from them. */
const stripped = ({ method, url, headers, body }: Asked) => ({
  method,
  path: new URL(url).pathname,
  headers: headers
    .filter(([name]) => !/^(?:host|webhook-(?:id|timestamp|signature))$/i.test(name))
    .map(([name, value]) => `${name}: ${value}`),
  body: body.toString('utf8').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, 'TIME'),
})

/** What arrived, and the probes in the order in which their requests began: that of arrival is the network's. */
async function sentBy(seed: number) {
  const sandbox = await startSandbox()
  const receiver = await startRight()
  const check = await checked(sandbox, { url: receiver.url, seed })
  expect(check).toMatchObject({ seed, score: 100 })
  const began: { at: string; probe: string }[] = []
  for (const { id: probe, deliveries } of check.probes)
    for (const id of deliveries) began.push({ at: (await sandbox.delivery(id)).created_at, probe })
  return {
    asked: receiver.asked.map((request) => JSON.stringify(stripped(request))).toSorted(),
    order: began.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ probe }) => probe),
  }
}

quick('the same seed sends the same requests, but for ids and times, in the same order', async () => {
  const [one, again] = [await sentBy(7), await sentBy(7)]
  expect(one.asked.length).toBeGreaterThan(100)
  expect(again.asked).toEqual(one.asked)
  expect(again.order).toEqual(one.order)
})

long('another seed sends other requests', async () => {
  expect((await sentBy(8)).asked).not.toEqual((await sentBy(7)).asked)
})

quick('a probe sends the same events whatever other probes send', async () => {
  const bodiesOf = async (only: string[]) => {
    const sandbox = await startSandbox()
    const receiver = await startRight()
    await checked(sandbox, { url: receiver.url, only })
    return receiver.asked.filter(({ method }) => method === 'PUT').map((request) => stripped(request).body)
  }
  const alone = await bodiesOf(['rejects-other-methods'])
  expect(alone.length).toBe(1)
  expect(await bodiesOf(['signature', 'tolerance'])).toEqual(alone)
})
