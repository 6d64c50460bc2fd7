import { Client } from 'undici'
import { demo, now } from './processes.mjs'
import { pause, plainPost, triggerOf } from './work.mjs'

const restMs = 5

/**
 * A client that sends one request at a time, as a rule with a rest before each: how long after its write something reaches
 * the receiver.
 * @param {import('./processes.mjs').Sink} sink
 */
export function createSingles(sink) {
  /** @type {Map<string, Client>} */
  const clients = new Map()

  /** Answers ms. @param {string} origin @param {{ path: string, method: 'POST', headers: Record<string, string>, body: string }} request @param {number} rest ms */
  async function send(origin, request, rest) {
    const client = clients.get(origin) ?? new Client(origin)
    clients.set(origin, client)
    const { received } = await sink.expect(1)
    if (rest > 0) await pause(rest)
    const began = now()
    const response = await client.request(request)
    await response.body.dump()
    if (response.statusCode >= 300) throw new Error(`${request.path} answered ${response.statusCode}`)
    return (await received).first - began
  }
  const trigger = {
    path: '/sandbox/events',
    method: /** @type {const} */ ('POST'),
    headers: { 'content-type': 'application/json', ...demo },
    body: JSON.stringify(triggerOf(1)),
  }

  return {
    /** Triggers one event of a program whose subscription is for this receiver; answers ms until it is there. @param {{ url: string }} program @param {number} [rest] ms */
    trigger: (program, rest = restMs) => send(program.url, trigger, rest),
    /** Posts to the receiver itself; answers ms. @param {number} [rest] ms */
    post: (rest = restMs) => send(sink.url, plainPost, rest),
    stop: () => Promise.all([...clients.values()].map((client) => client.destroy())),
  }
}
