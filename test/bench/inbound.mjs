import { join } from 'node:path'
import { byTurns, median, perSecond, ratioOf } from './figures.mjs'
import { demo, startBareClient, startBareHono, startProgram, startSink } from './processes.mjs'
import { connections, inFolder, plainPost } from './work.mjs'

const webhooks = '/api/v0.1/webhooks'
const read = /** @type {const} */ ({ path: webhooks, method: 'GET', headers: demo })
const create = /** @type {const} */ ({
  path: webhooks,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...demo },
  body: JSON.stringify({ url: 'http://127.0.0.1:9/hook', events: ['card*'], status: 'STATUS_DISABLED' }),
})

/**
 * What is sent to the sandbox: captures beside a bare node:http server, calls of the emulated API beside bare hono.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export const inbound = ({ requests: count, rounds }) =>
  inFolder(async (folder) => {
    const program = await startProgram(join(folder, 'sandbox.db'))
    const [sink, hono, client] = [await startSink(), await startBareHono(), await startBareClient()]
    /** @typedef {typeof plainPost | typeof read | typeof create} Request */
    const rate = (/** @type {string} */ origin, /** @type {Request | { path: string }} */ request) =>
      client.rate({ ...plainPost, ...request, origin, count, connections })
    const measurements = {
      capture: () => rate(program.url, { path: '/in/bench' }),
      bareServer: () => rate(sink.url, plainPost),
      read: () => client.rate({ ...read, origin: program.url, count, connections }),
      bareRead: () => client.rate({ ...read, origin: hono.url, count, connections }),
      // Last, since what they make is listed by the reads.
      create: () => rate(program.url, create),
      bareCreate: () => rate(hono.url, create),
    }
    try {
      await byTurns(1, { capture: measurements.capture, bareServer: measurements.bareServer })
      const captures = await byTurns(rounds, {
        ours: measurements.capture,
        bare: measurements.bareServer,
      })
      const reads = await byTurns(rounds, { ours: measurements.read, bare: measurements.bareRead })
      const creates = await byTurns(rounds, { ours: measurements.create, bare: measurements.bareCreate })
      const row = (
        /** @type {string} */ name,
        /** @type {Record<'ours' | 'bare', number[]>} */ { ours, bare },
        /** @type {string} */ beside,
      ) => ({
        name,
        ours: perSecond(median(ours)),
        bare: `${perSecond(median(bare))} ${beside}`,
        ratio: ratioOf(ours, bare),
        limit: null,
      })
      return [
        row('POST /in/bench, captured and verified', captures, 'bare node:http'),
        row(`GET ${webhooks}, recorded`, reads, 'bare hono'),
        row(`POST ${webhooks}, made and recorded`, creates, 'bare hono'),
      ]
    } finally {
      for (const one of [sink, hono, client]) one.stop()
      await program.stop()
    }
  })
