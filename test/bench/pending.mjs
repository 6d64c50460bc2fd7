import { join } from 'node:path'
import { freePort } from '../crash/ports.mjs'
import { median, ms, perSecond } from './figures.mjs'
import { addPending } from './pending-file.mjs'
import { startProgram, startSink } from './processes.mjs'
import { createSingles } from './singles.mjs'
import { connections, inFolder, pause, triggerOf } from './work.mjs'

/** @typedef {import('./figures.mjs').Row} Row */
/** @typedef {import('./processes.mjs').Sink} Sink */
/** @typedef {ReturnType<typeof createSingles>} Singles */

/** What is measured once on a file, by name: ms, a second, MB. @typedef {'start' | 'claim' | 'drain' | 'atRest' | 'drained'} Measured */

/**
 * A sandbox file with so many deliveries that wait behind one which is never answered, and a second subscription whose
 * receiver is well.
 * @param {{ file: string, port: number, count: number, sink: Sink, well: Sink }} needs
 * @returns {Promise<string>} the id of the subscription that is stuck
 */
async function makeFile({ file, port, count, sink, well }) {
  const program = await startProgram(file, port)
  const stuck = await program.subscribe(`${sink.url}/hook`, { concurrency: 1, timeout_ms: 0 })
  await sink.hold()
  // The first is under way, so that the second waits and can be repeated.
  await program.ask('POST', '/sandbox/events', triggerOf(2))
  // The many have nothing more to do with triggers.
  await program.ask('PATCH', `/api/v0.1/webhooks/${stuck}`, { events: ['kyc*'] })
  await program.subscribe(`${well.url}/hook`, {})
  await program.stop('SIGKILL')
  addPending(file, count)
  return stuck
}

/**
 * One life on such a file.
 * @param {{ file: string, port: number, stuck: string, drains: number, claims: number, calm: number, sink: Sink, singles: Singles }} needs
 * @returns {Promise<Record<Measured, number>>}
 */
async function liveOn({ file, port, stuck, drains, claims, calm, sink, singles }) {
  await sink.hold()
  const program = await startProgram(file, port)
  try {
    await pause(calm)
    const atRest = program.memory() ?? Number.NaN
    const times = []
    for (let i = 0; i < claims * 2; i++) times.push(await singles.trigger(program))
    await program.ask('PATCH', `/sandbox/subscriptions/${stuck}`, { concurrency: connections })
    await pause(50)
    const { received } = await sink.expect(drains)
    await sink.go()
    const { first, last } = await received
    await sink.hold()
    await pause(calm)
    return {
      start: program.startMs,
      claim: median(times.slice(claims)),
      drain: (drains - 1) / ((last - first) / 1000),
      atRest,
      drained: program.memory() ?? Number.NaN,
    }
  } finally {
    await program.stop('SIGKILL')
  }
}

/**
 * What very many waiting deliveries cost beside few.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<Row[]>}
 */
export const pending = ({ pending: many, few, singles: count, rounds, calm }) =>
  inFolder(async (folder) => {
    const [sink, well] = [await startSink(), await startSink()]
    const singles = createSingles(well)
    // As a rule a sandbox finds its port again; another one makes it look for its own address in all that waits.
    const port = await freePort()
    // What is held at first is not counted, and some are left over.
    const drains = few - 2 * connections
    const claims = Math.ceil(count / 6)
    const manyFile = join(folder, 'many.db')
    /** @type {Record<'many' | 'few', Record<Measured, number>[]>} */
    const found = { many: [], few: [] }
    try {
      const stuckMany = await makeFile({ file: manyFile, port, count: many, sink, well })
      for (let round = 0; round < rounds; round++) {
        const file = join(folder, `few-${round}.db`)
        const stuck = await makeFile({ file, port, count: few, sink, well })
        const needs = { port, drains, claims, calm, sink, singles }
        found.few.push(await liveOn({ file, stuck, ...needs }))
        found.many.push(await liveOn({ file: manyFile, stuck: stuckMany, ...needs }))
      }
    } finally {
      await singles.stop()
      sink.stop()
      well.stop()
    }
    /** @param {Measured} measured @param {string} name @param {(value: number) => string} text @returns {Row} */
    function row(measured, name, text) {
      const [ours, bare] = [found.many, found.few].map((lives) => median(lives.map((life) => life[measured])))
      const [most = Number.NaN, least = Number.NaN] = [ours, bare]
      // A rate is turned over, so that every ratio is what the many cost beside the few.
      const ratio = measured === 'drain' ? least / most : most / least
      return {
        name: `${name} with ${many} waiting`,
        ours: text(most),
        bare: `${text(least)} with ${few}`,
        ratio,
        limit: { atMost: 1.5 },
      }
    }
    const megabytes = (/** @type {number} */ value) => `${Math.round(value)} MB`
    return [
      row('claim', 'trigger to first byte', ms),
      row('drain', `time of ${drains} deliveries`, perSecond),
      row('start', 'start', ms),
      row('atRest', 'memory after the start', megabytes),
      row('drained', `memory after ${drains} deliveries`, megabytes),
    ]
  })
