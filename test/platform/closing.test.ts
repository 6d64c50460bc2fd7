import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { sample } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf } from './makers.ts'

// More than one commit takes, which is 200.
const checks = sample(260, 600)

/** Fulfilled when the sandbox tells of an event. */
const toldOf = ({ listen }: TestSandbox) =>
  new Promise<void>((resolve) => {
    const stop = listen((frames) => {
      if (!frames.some(({ kind }) => kind === 'event')) return
      stop()
      resolve()
    })
  })

test.for(['jobs are run', 'their events are delivered'])(
  'a sandbox closes while its clock is moved and %s; what was not done yet is done at the next start',
  async (moment) => {
    const data = join(ownFolder(), 'sandbox.db')
    let arrived = () => {}
    const delivered = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const receiver = await startReceiver([
      (response) => {
        arrived()
        response.writeHead(200).end()
      },
    ])
    const sandbox = await startSandbox({ data, kyc: { delay: '1h' } })
    await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
    await sandbox.subscribe(receiver.url)
    const { verification } = createMakers(doerOf(sandbox))
    await Promise.all(Array.from({ length: checks }, () => verification('123-45-6789')))

    const begun = moment === 'jobs are run' ? toldOf(sandbox) : delivered
    const moved = sandbox.clock({ advance: '10h' }).then(
      () => 'answered',
      () => 'cut',
    )
    await begun
    await sandbox.close()
    expect(['answered', 'cut']).toContain(await moved)
    expect(sandbox.troubles).toEqual([])

    const second = await startSandbox({ data })
    await second.settle()
    await second.close()
    expect(second.troubles).toEqual([])
    const database = new BetterSqlite3(data, { readonly: true })
    const count = (sql: string) => database.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get()
    const left = [
      count("objects WHERE kind = 'kyc' AND data ->> 'status' = 'success'"),
      count("events WHERE event = 'kyc.verification.success'"),
      count('jobs'),
      count("deliveries WHERE state = 'succeeded'"),
    ]
    database.close()
    expect(left).toEqual([checks, checks, 0, checks])
  },
)

test('a close does not wait for an order that waits for an answer that never comes', async () => {
  // How long attempts may take to end when a sandbox closes, in ms of real time.
  const time = holdTimers(5000)
  let arrived = () => {}
  const asked = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const receiver = await startReceiver([() => arrived()])
  const sandbox = await startSandbox({}, time.outside)
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  const moved = sandbox.clock({ advance: '1h' }).then(
    () => 'answered',
    () => 'cut',
  )
  await asked
  const closed = sandbox.close()
  while (time.waiting() === 0) await new Promise((resolve) => setImmediate(resolve))
  time.release()
  await closed
  expect(['answered', 'cut']).toContain(await moved)
  expect(sandbox.troubles).toEqual([])
})
