import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startLife } from '../flows/lives.ts'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { canMount, resize, smallFileSystem } from './full-disk.ts'

test.skipIf(!canMount())(
  'a disk that is full of the log goes on once there is room for what the log holds (skipped where mounting is not permitted)',
  async () => {
    const { folder } = smallFileSystem()
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ delivery: { retry_delays: [] } }))
    const life = await startLife(folder)
    const receiver = await startReceiver([503])
    await life.ask('POST', '/api/v0.1/webhooks', { url: receiver.url, events: ['*'] })
    const trigger = () => life.ask('POST', '/sandbox/events', { event: 'card.created', count: 20 })
    const hasRoom = async () => (await life.get<{ status: string }>('/sandbox/health')).status === 'ok'
    // What was refused gives the log back, and that may leave room for more.
    do while ((await trigger()).status === 201);
    while (await hasRoom())
    // The log holds each page many times, and the file grows by each but once.
    for (const megabytes of [17, 18, 19]) {
      resize(folder, megabytes)
      await trigger()
    }
    expect((await trigger()).status).toBe(201)
    expect(await life.get('/sandbox/health')).toMatchObject({ status: 'ok', problem: null })
    expect(await life.terminate()).toBe(0)
  },
)
