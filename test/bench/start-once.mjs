/**
 * Measures one library in a process of its own, and prints the figures as one line of JSON:
 * `node --expose-gc start-once.mjs sandbox|mockttp|emulate MODULE TESTS`.
 */
import { createServer } from 'node:http'
import { median } from './figures.mjs'

const [name = '', module = '', tests = '1'] = process.argv.slice(2)

/**
 * One instance.
 * @typedef {{ test(): Promise<number>, close(): Promise<unknown> }} Instance `test` answers the number of requests that the receiver got
 */

/** How each library is started and tested: reset, receiver, an event, its arrival, and what the test looks at. @type {Record<string, (library: any) => Promise<Instance>>} */
const libraries = {
  async sandbox({ createSandbox }) {
    const sandbox = await createSandbox()
    return {
      close: sandbox.close,
      async test() {
        await sandbox.reset()
        let count = 0
        const receiver = await sandbox.receiver(async (/** @type {Request} */ request) => {
          await request.text()
          count += 1
          return new Response('ok')
        })
        await sandbox.trigger('card.created')
        await receiver.wait({ state: 'succeeded' })
        return count
      },
    }
  },
  /** It sends nothing: the test posts the request itself, unsigned. */
  async mockttp({ getLocal }) {
    const server = getLocal()
    await server.start()
    return {
      close: () => server.stop(),
      async test() {
        server.reset()
        const rule = await server.forPost('/hook').thenReply(200, 'ok')
        const answer = await fetch(server.urlFor('/hook'), { method: 'POST', body: '{}' })
        await answer.text()
        return (await rule.getSeenRequests()).length
      },
    }
  },
  /** Its webhooks are part of the seed, so that the receiver is the same in each test. */
  async emulate({ createEmulator }) {
    let count = 0
    let arrived = () => {}
    const receiver = createServer((request, response) => {
      request.resume().on('end', () => {
        if (request.headers['stripe-signature']) count += 1
        response.end('ok')
        arrived()
      })
    })
    await new Promise((resolve) => receiver.listen(0, '127.0.0.1', () => resolve(undefined)))
    const address = receiver.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const webhook = {
      url: `http://127.0.0.1:${port}/hook`,
      events: ['customer.created'],
      secret: 'whsec_bench',
    }
    const emulator = await createEmulator({
      service: 'stripe',
      port: 0,
      seed: { stripe: { webhooks: [webhook] } },
    })
    return {
      async close() {
        await emulator.close()
        receiver.close()
      },
      async test() {
        emulator.reset()
        count = 0
        const arrival = new Promise((resolve) => {
          arrived = () => resolve(undefined)
        })
        const answer = await fetch(`${emulator.url}/v1/customers`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer sk_test' },
          body: 'name=Ada',
        })
        await answer.text()
        await arrival
        return count
      },
    }
  },
}
const start = libraries[name]
if (!start) throw new Error(`Unknown library ${name}`)

/** The heap in MB after everything unused is gone. */
function heap() {
  for (let round = 0; round < 2; round++) globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}

let began = performance.now()
const lap = () => {
  const ms = performance.now() - began
  began = performance.now()
  return ms
}
const library = await import(module)
const first = await start(library)
const firstMs = lap()
const before = heap()
lap()
const second = await start(library)
const secondMs = lap()
const secondMb = heap() - before
const testMs = []
// The first tests load and compile what the others find ready.
for (let round = -5; round < Number(tests); round++) {
  lap()
  const count = await second.test()
  const ms = lap()
  if (count !== 1) throw new Error(`The receiver got ${count} requests`)
  if (round >= 0) testMs.push(ms)
}
await first.close()
await second.close()
process.stdout.write(JSON.stringify({ firstMs, secondMs, secondMb, testMs: median(testMs) }))
process.exit()
