import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect } from 'vitest'
import type { Attempt, Delivery, DeliveryRow, EventRow } from '../../server/wire.ts'
import { type Life, startLife } from '../flows/lives.ts'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { type Disk, disks } from './full-disk.ts'

interface Refused {
  error: { code: string; message: string; fix: string }
}

/** A receiver that keeps its answers back until it is told to give them. */
async function startHoldingReceiver() {
  let held: ServerResponse[] = []
  let isHolding = true
  const receiver = await startReceiver([
    (response) => {
      if (isHolding) held.push(response)
      else response.writeHead(200).end()
    },
  ])
  return {
    ...receiver,
    held: () => held.length,
    answer() {
      isHolding = false
      for (const response of held) response.writeHead(200).end()
      held = []
    },
  }
}

const atOnce = 4
const eventsMade = 12
/** Long enough for the disk to fill while all wait, and short enough for them to come due while it is full. */
const retryDelays = Array.from({ length: 50 }, () => '1s')

/**
 * A life on this disk with as many attempts of one subscription under way as may be, and others that wait for them; the
 * deliveries of another subscription wait for their next attempts.
 */
async function startUnderWay(disk: Disk) {
  writeFileSync(
    join(disk.folder, 'config.json'),
    JSON.stringify({ seed: 7, delivery: { retry_delays: retryDelays, concurrency: atOnce } }),
  )
  const holding = await startHoldingReceiver()
  let status = 503
  const refusing = await startReceiver([(response) => void response.writeHead(status).end()])
  const life = await startLife(disk.folder)
  for (const { url } of [holding, refusing])
    await life.ask('POST', '/api/v0.1/webhooks', { url, events: ['*'] })
  const made = await life.ask<{ events: EventRow[] }>('POST', '/sandbox/events', {
    event: 'card.created',
    count: eventsMade,
  })
  while (holding.held() < atOnce) await life.get('/sandbox/health')
  await life.waitFor(`kind=delivery&state=retrying&count=${eventsMade}`)
  return {
    life,
    holding,
    accepted: made.body.events.map(({ id }) => id),
    answer: holding.answer,
    /** From here on nobody refuses. */
    relent() {
      status = 200
    },
    /** How many requests of a delivery were received. */
    received: ({ url, event_id }: DeliveryRow): number =>
      (url === holding.url ? holding : refusing).requests.filter(
        ({ headers }) => headers['webhook-id'] === event_id,
      ).length,
  }
}
type UnderWay = Awaited<ReturnType<typeof startUnderWay>>

/** Asks for events until nothing more can be written; answers the last refusal. What was taken meanwhile is promised too. */
async function untilRefused(life: Life, accepted: string[]): Promise<{ status: number; body: Refused }> {
  for (;;) {
    const answer = await life.ask<Refused & { events: EventRow[] }>('POST', '/sandbox/events', {
      event: 'card.created',
    })
    if (answer.status !== 201) return answer
    accepted.push(...answer.body.events.map(({ id }) => id))
  }
}

const deliveriesOf = async (life: Life, eventId: string) =>
  (await life.get<{ deliveries: DeliveryRow[] }>(`/sandbox/deliveries?event_id=${eventId}`)).deliveries
const attemptsOf = async (life: Life, { id }: DeliveryRow): Promise<Attempt[]> =>
  (await life.get<{ delivery: Delivery }>(`/sandbox/deliveries/${id}`)).delivery.attempts

/** Everything promised is delivered, each request is an attempt on record, and what was refused is nowhere. */
async function expectNothingLost(life: Life, { accepted, received }: UnderWay) {
  for (const id of accepted) {
    await life.waitFor(`kind=delivery&event_id=${id}&state=succeeded&count=2`)
    const deliveries = await deliveriesOf(life, id)
    expect(deliveries).toHaveLength(2)
    for (const delivery of deliveries) {
      const attempts = await attemptsOf(life, delivery)
      // A kill may come between the record of an attempt and its request.
      const answered = attempts.filter(({ outcome }) => outcome?.kind !== 'interrupted')
      expect(answered.length).toBeLessThanOrEqual(received(delivery))
      expect(attempts.length).toBeGreaterThanOrEqual(received(delivery))
      expect(attempts.at(-1)?.outcome).toMatchObject({ kind: 'responded', status: 200 })
    }
  }
  const { events } = await life.get<{ events: EventRow[] }>('/sandbox/events?limit=500')
  expect(events.map(({ id }) => id).sort()).toEqual([...accepted].sort())
}

/** How often it has said that something could not be written: once in a while, as long as something is tried. */
const troublesOf = (life: Life) =>
  life.stderr().match(/^The database cannot be written: .*Free disk space/gm)?.length ?? 0

async function expectSound(life: Life, folder: string) {
  expect(await life.terminate()).toBe(0)
  const database = new BetterSqlite3(join(folder, 'sandbox.db'), { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
}

for (const { name, isPossible, make, said } of disks) {
  describe.skipIf(!isPossible)(name, () => {
    test('both APIs say what is wrong and what to do; answers that come meanwhile are recorded once there is room', async () => {
      const disk = make()
      const story = await startUnderWay(disk)
      const { life, accepted, holding, answer, relent, received } = story
      disk.fill(life)

      const refused = await untilRefused(life, accepted)
      expect(refused).toMatchObject({ status: 503, body: { error: { code: 'storage' } } })
      expect(refused.body.error.message).toMatch(said)
      expect(refused.body.error.fix).toMatch(/Free disk space/)
      const call = await life.ask<{ message: string }>('POST', '/api/v0.1/webhooks', {
        url: holding.url,
        events: ['*'],
        description: 'x'.repeat(5000),
      })
      expect([call.status, call.body.message]).toEqual([503, expect.stringMatching(said)])
      expect(call.body.message).toMatch(/Free disk space/)

      const before = troublesOf(life)
      answer()
      // What ended cannot be written down; the engine rests, tries again and lives on.
      while (troublesOf(life) < Math.max(before, 1) + 1) await life.get('/sandbox/health')
      expect(await life.get('/sandbox/health')).toMatchObject({
        status: 'failing',
        problem: {
          code: 'storage',
          message: expect.stringMatching(said),
          fix: expect.stringMatching(/Free disk space/),
        },
      })
      for (const id of accepted) {
        for (const delivery of await deliveriesOf(life, id)) {
          const sent = received(delivery)
          expect((await attemptsOf(life, delivery)).length).toBeGreaterThanOrEqual(sent)
        }
      }

      disk.makeRoom(life)
      expect(await life.get('/sandbox/health')).toMatchObject({ status: 'ok', problem: null })
      relent()
      await expectNothingLost(life, story)
      expect(holding.requests).toHaveLength(accepted.length)
      await expectSound(life, disk.folder)
    })

    test('killed there and started again with room, it delivers all that it took', async () => {
      const disk = make()
      const story = await startUnderWay(disk)
      disk.fill(story.life)
      await untilRefused(story.life, story.accepted)
      await story.life.kill()
      disk.makeRoom(story.life)
      story.answer()
      story.relent()
      const next = await startLife(disk.folder)
      await expectNothingLost(next, story)
      await expectSound(next, disk.folder)
    })

    test('asked to close there, it ends with 0 and goes on the next time', async () => {
      const disk = make()
      const story = await startUnderWay(disk)
      disk.fill(story.life)
      await untilRefused(story.life, story.accepted)
      story.answer()
      expect(await story.life.terminate()).toBe(0)
      disk.makeRoom(story.life)
      story.relent()
      const next = await startLife(disk.folder)
      await expectNothingLost(next, story)
      await expectSound(next, disk.folder)
    })
  })
}
