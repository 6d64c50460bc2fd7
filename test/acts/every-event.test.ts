import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { eventNames, kinds } from '../../server/events/builders.ts'
import { sample } from '../helpers/long.ts'
import { firstOfEach } from '../helpers/rows.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { agrees, type Payload } from './agrees.ts'

/** An event whose payload is made twice: in the quick form the first of each family, which makes its payloads in one way. */
const isMadeTwice = sample(
  firstOfEach((name: string) => name.replace(/\.\w+$/, '')),
  () => true,
)

describe.each(eventNames)('%s', (name) => {
  const schema: z.ZodObject = kinds[name].schema

  test('on an empty sandbox it happens, and the API says what the payload says', async () => {
    const sandbox = await startSandbox()
    await sandbox.clock({ mode: 'manual', set: '2026-03-10T12:00:00Z' })
    for (let round = 0; round < sample(2, 4); round++) {
      const { events } = await sandbox.trigger(name)
      expect(events).toHaveLength(1)
      const { payload, occurred_at } = await sandbox.event(events[0]?.id ?? '')
      expect(schema.strict().parse(payload)).toEqual(payload)
      expect(occurred_at).toBe('2026-03-10T12:00:00.000000Z')
      await agrees(sandbox, name, payload as Payload)
    }
    await sandbox.settle()
    expect(sandbox.troubles).toEqual([])
  })

  test('the same seed makes the same, and nothing is sent but what was asked for', async () => {
    const run = async () => {
      const sandbox = await startSandbox()
      await sandbox.clock({ mode: 'manual', set: '2026-03-28T12:00:00Z' })
      await sandbox.subscribe(`${sandbox.url}/in/x`)
      const { events, deliveries } = await sandbox.trigger(name)
      await sandbox.settle()
      expect([events.length, deliveries.length, (await sandbox.captures()).length]).toEqual([1, 1, 1])
      return JSON.stringify((await sandbox.event(events[0]?.id ?? '')).payload)
    }
    const payload = await run()
    if (isMadeTwice(name)) expect(await run()).toBe(payload)
  })
})
