import { join } from 'node:path'
import { byTurns, median, perSecond, ratioOf } from './figures.mjs'
import { demo, startBareClient, startBareHono, startProgram, startSink } from './processes.mjs'
import { connections, eventPost, inFolder, plainPost } from './work.mjs'

const webhooks = '/api/v0.1/webhooks'
const read = /** @type {const} */ ({ path: webhooks, method: 'GET', headers: demo })
const create = /** @type {const} */ ({
  path: webhooks,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...demo },
  body: JSON.stringify({ url: 'http://127.0.0.1:9/hook', events: ['card*'], status: 'STATUS_DISABLED' }),
})

const secret = 'whsec_d2ViaG9vayBzYW5kYm94IGJlbmNobWFyaw=='

/** Throws unless everything that was captured is verified. @param {import('./processes.mjs').Program} program */
async function verified(program) {
  const { endpoint } = await program.ask('GET', '/sandbox/endpoints/bench')
  for (const verdict of ['failed', 'unsigned', 'unknown_secret']) {
    const { captures } = await program.ask('GET', `/sandbox/captures?verdict=${verdict}&limit=1`)
    if (captures.length > 0) throw new Error(`${endpoint.captures} captures, and one is ${verdict}`)
  }
}

/**
 * What is sent to the sandbox: captures beside a bare node:http server, calls of the emulated API beside bare hono.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export const inbound = ({ requests: count, rounds }) =>
  inFolder(async (folder) => {
    const program = await startProgram(join(folder, 'sandbox.db'))
    const [sink, hono, client] = [await startSink(), await startBareHono(), await startBareClient()]
    await program.ask('POST', '/sandbox/endpoints', { name: 'bench', scheme: 'standard-webhooks', secret })
    /** @typedef {typeof plainPost | typeof read | typeof create} Request */
    const rate = (
      /** @type {string} */ origin,
      /** @type {Request | (typeof eventPost & { secret: string })} */ request,
    ) => client.rate({ ...plainPost, ...request, origin, count, connections })
    const measurements = {
      capture: () => rate(program.url, { ...eventPost, secret }),
      bareServer: () => rate(sink.url, { ...eventPost, secret }),
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
        /** @type {import('./figures.mjs').Row['limit']} */ limit = null,
      ) => ({
        name,
        ours: perSecond(median(ours)),
        bare: `${perSecond(median(bare))} ${beside}`,
        ratio: ratioOf(ours, bare),
        limit,
      })
      await verified(program)
      return [
        row('POST /in/bench, captured and verified', captures, 'bare node:http', { atLeast: 0.5 }),
        row(`GET ${webhooks}, recorded`, reads, 'bare hono'),
        row(`POST ${webhooks}, made and recorded`, creates, 'bare hono'),
      ]
    } finally {
      for (const one of [sink, hono, client]) one.stop()
      await program.stop()
    }
  })
