import { fork, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, setGlobalDispatcher } from 'undici'
import { root } from '../../server/setup/root.mjs'

/** @typedef {import('./bare-client.mjs').Loop} Loop */

// Until a million records are in the index an answer may take longer than the five minutes that fetch waits.
setGlobalDispatcher(new Agent({ headersTimeout: 0 }))

/** @param {string} name a file of this folder */
async function startHelper(name) {
  const child = fork(join(root, 'test/bench', name), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  /** @param {string} kind @returns {Promise<any>} */
  const told = (kind) =>
    new Promise((resolve, reject) => {
      /** @param {any} message */
      const look = (message) => {
        if (message.kind !== kind && message.kind !== 'failed') return
        child.off('message', look)
        if (message.kind === kind) resolve(message)
        else reject(new Error(message.message))
      }
      child.on('message', look)
    })
  const { port } = await told('ready')
  return {
    url: `http://127.0.0.1:${port}`,
    told,
    /** @param {object} order */
    async order(order) {
      const done = told('done')
      child.send(order)
      return done
    },
    stop: () => child.disconnect(),
  }
}

/** ms of the one monotonic clock that all processes of a machine read. */
export const now = () => Number(process.hrtime.bigint()) / 1e6

/** A receiver that counts, see sink.mjs. */
export async function startSink() {
  const helper = await startHelper('sink.mjs')
  return {
    url: helper.url,
    stop: helper.stop,
    /** Requests from now on are answered when it is told to go on. */
    hold: () => helper.order({ kind: 'hold' }),
    go: () => helper.order({ kind: 'go' }),
    /**
     * Counts from none; `received` is fulfilled with when the first bytes of the first of them and the last of the last came, in
     * ms of {@link now}.
     * @param {number} count
     * @returns {Promise<{ received: Promise<{ first: number, last: number }> }>}
     */
    async expect(count) {
      const received = helper.told('received')
      await helper.order({ kind: 'expect', count })
      return { received }
    },
  }
}
/** @typedef {Awaited<ReturnType<typeof startSink>>} Sink */

/** A bare undici loop, see bare-client.mjs. */
export async function startBareClient() {
  const helper = await startHelper('bare-client.mjs')
  return {
    stop: helper.stop,
    /** Answers requests a second. @param {Loop} loop @returns {Promise<number>} */
    rate: async (loop) => (await helper.order(loop)).rate,
  }
}
/** @typedef {Awaited<ReturnType<typeof startBareClient>>} BareClient */

/** A second client that notes how long it waits for the health, see waiting-client.mjs. */
export async function startWaitingClient() {
  const helper = await startHelper('waiting-client.mjs')
  return {
    stop: helper.stop,
    /** The longest wait while `load` runs, in ms. @param {string} origin @param {() => Promise<unknown>} load @returns {Promise<number>} */
    async longestWait(origin, load) {
      await helper.order({ kind: 'begin', origin })
      await load()
      return (await helper.order({ kind: 'end' })).longest
    },
  }
}

/** A bare undici loop that writes down what it does, see bare-writer.mjs. */
export async function startBareWriter() {
  const helper = await startHelper('bare-writer.mjs')
  return {
    stop: helper.stop,
    /** Answers deliveries a second. @param {import('./bare-writer.mjs').Work} work @returns {Promise<number>} */
    rate: async (work) => (await helper.order(work)).rate,
  }
}

export const startBareHono = () => startHelper('bare-hono.mjs')

/** Posts what it is called with on to a receiver, see bare-relay.mjs. @param {string} to */
export async function startBareRelay(to) {
  const helper = await startHelper('bare-relay.mjs')
  await helper.order({ to })
  return helper
}

/** Searches for causes by code that was built into a folder, see searcher.mjs. @param {string} folder */
export async function startSearcher(folder) {
  const helper = await startHelper('searcher.mjs')
  await helper.order({ folder })
  return helper
}

/** A page that shows requests the barest way, see bare-live.mjs. */
export const startBareLive = () => startHelper('bare-live.mjs')

/** The least that is a first view, see bare-page.mjs. */
export const startBarePage = () => startHelper('bare-page.mjs')

/** A sender at a steady rate, see steady-client.mjs. */
export async function startSteadyClient() {
  const helper = await startHelper('steady-client.mjs')
  return {
    stop: helper.stop,
    /** Answers when each was sent, in ms of {@link now}. @param {import('./steady-client.mjs').Offer} offer @returns {Promise<{ sentAt: number[], rate: number }>} */
    send: (offer) => helper.order(offer),
  }
}
/** @typedef {Awaited<ReturnType<typeof startSteadyClient>>} SteadyClient */

const json = { 'content-type': 'application/json' }
export const demo = { authorization: 'demo', identity: 'demo' }

/**
 * The built program on a database file, ready.
 * @param {string} file
 * @param {number} [port] 0 takes any that is free
 * @param {string} [config] a file
 */
export async function startProgram(file, port = 0, config) {
  const began = performance.now()
  const args = ['--port', String(port), '--data', file, '--bare', '--json']
  if (config !== undefined) args.push('--config', config)
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(JSON.parse(String(chunk)).url))
    void ended.then(() => reject(new Error('The program ended before it was ready')))
  })
  const startMs = performance.now() - began

  /** @param {'GET' | 'POST' | 'PATCH'} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  async function ask(method, path, body) {
    const response = await fetch(url + path, {
      method,
      headers: { ...json, ...demo },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path} answered ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    url,
    startMs,
    ask,
    /** Answers the id. @param {string} to @param {object} settings of the sandbox's own API */
    async subscribe(to, settings) {
      const { webhook_subscription } = await ask('POST', '/api/v0.1/webhooks', { url: to, events: ['*'] })
      await ask('PATCH', `/sandbox/subscriptions/${webhook_subscription.id}`, settings)
      return /** @type {string} */ (webhook_subscription.id)
    },
    /** Resident memory in MB, undefined where the system does not tell. */
    memory() {
      try {
        const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
        return found ? Number(found[1]) / 1024 : undefined
      } catch {
        return undefined
      }
    },
    /** @param {'SIGTERM' | 'SIGKILL'} [signal] */
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}
/** @typedef {Awaited<ReturnType<typeof startProgram>>} Program */
