import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Attempt, Delivery, DeliveryRow } from '../../server/wire.ts'
import { type Life, startLife, startLifeHere } from '../flows/lives.ts'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'

/** How long attempts under way may take to end, in ms. */
const drainMs = 5000

/** A life with two attempts under way whose answers the test gives, and three deliveries that wait behind them. */
async function startClosing() {
  const folder = ownFolder()
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ seed: 7, delivery: { concurrency: 2, timeout: '0' } }),
  )
  const held: ServerResponse[] = []
  let isHolding = true
  let arrived = () => {}
  const both = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const receiver = await startReceiver([
    (response) => {
      if (!isHolding) return void response.writeHead(200).end()
      held.push(response)
      if (held.length === 2) arrived()
    },
  ])
  const life = await startLife(folder)
  await life.ask('POST', '/api/v0.1/webhooks', { url: receiver.url, events: ['*'] })
  const made = await life.ask<{ deliveries: DeliveryRow[] }>('POST', '/sandbox/events', {
    event: 'card.created',
    count: 5,
  })
  await both
  const ids = made.body.deliveries.map(({ id }) => id)
  return {
    folder,
    receiver,
    life,
    ids,
    answer: (which: number, status: number) => held[which]?.writeHead(status).end(),
    answerFromNowOn() {
      isHolding = false
    },
  }
}

/** It closes its port first: once that refuses, it is about what is under way. */
async function closingBegun(life: Life) {
  const isOpen = () =>
    fetch(`${life.url}/sandbox/health`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    )
  while (await isOpen());
}

const statesIn = (folder: string) => {
  const database = new BetterSqlite3(join(folder, 'sandbox.db'), { readonly: true })
  const states = database.prepare('SELECT state, attempts_made FROM deliveries ORDER BY seq').raw().all()
  database.close()
  return states
}
const attemptsOf = async (life: Pick<Life, 'get'>, id: string): Promise<Attempt[]> =>
  (await life.get<{ delivery: Delivery }>(`/sandbox/deliveries/${id}`)).delivery.attempts

test('told to stop, it starts nothing more, records what is answered in time, cuts the rest and goes on with it the next time', async () => {
  const { folder, receiver, life, ids, answer, answerFromNowOn } = await startClosing()
  const began = performance.now()
  const ended = life.terminate()
  await closingBegun(life)
  answer(0, 200)
  expect(await ended).toBe(0)
  const took = performance.now() - began
  expect(took).toBeGreaterThan(drainMs - 500)
  // However busy the machine is: a bound that is another one is several times as far away.
  expect(took).toBeLessThan(4 * drainMs)
  expect(life.stderr()).toContain(
    'Waiting up to 5 s for the responses to 2 deliveries. Press Ctrl-C again to stop at once. Open deliveries continue at the next start.\n',
  )
  expect(receiver.requests).toHaveLength(2)
  expect(statesIn(folder)).toEqual([
    ['succeeded', 1],
    ['retrying', 0],
    ['pending', 0],
    ['pending', 0],
    ['pending', 0],
  ])

  answerFromNowOn()
  const next = await startLifeHere(folder)
  await next.waitFor('kind=delivery&state=succeeded&count=5')
  expect(receiver.requests).toHaveLength(6)
  const [first = '', second = ''] = ids
  expect((await attemptsOf(next, first)).map(({ outcome }) => outcome?.kind)).toEqual(['responded'])
  expect((await attemptsOf(next, second)).map(({ outcome }) => outcome?.kind)).toEqual([
    'interrupted',
    'responded',
  ])
})

test.each(sample(['SIGINT'] as const, ['SIGTERM', 'SIGINT'] as const))(
  'told to stop a second time by %s, it ends at once, and the next life takes up what was under way',
  async (again) => {
    const { folder, receiver, life, ids, answerFromNowOn } = await startClosing()
    const ended = life.terminate()
    await closingBegun(life)
    life.process.kill(again)
    // Killed by it, where one that had waited would have ended by itself.
    expect(await ended).toBe(again)

    answerFromNowOn()
    const next = await startLifeHere(folder)
    await next.waitFor('kind=delivery&state=succeeded&count=5')
    expect(receiver.requests).toHaveLength(7)
    for (const id of ids.slice(0, 2)) {
      const attempts = await attemptsOf(next, id)
      expect(attempts.map(({ outcome }) => outcome?.kind)).toEqual(['interrupted', 'responded'])
    }
  },
)
