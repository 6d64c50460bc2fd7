import type { ServerResponse } from 'node:http'
import { startReceiver } from '../../helpers/receiver.ts'
import type { TestSandbox } from '../../helpers/sandbox.ts'

/** A receiver that keeps every answer back until it is told to give it, and knows how many wait. */
export async function startHoldingReceiver(port?: number, host?: string) {
  const held: { id: string; response: ServerResponse }[] = []
  let most = 0
  let isOpen = false
  const ids: string[] = []
  const keep = (response: ServerResponse) => {
    const id = String(response.req.headers['webhook-id'])
    ids.push(id)
    if (isOpen) return void response.end()
    held.push({ id, response })
    most = Math.max(most, held.length)
    response.on('close', () => {
      const at = held.findIndex((one) => one.response === response)
      if (at >= 0) held.splice(at, 1)
    })
  }
  const receiver = await startReceiver([keep], port, host)
  return {
    url: receiver.url,
    /** The ids of the events as they came. */
    ids,
    /** How many requests wait for their answer. */
    waiting: () => held.length,
    /** The most that have waited at a time since this was asked last. */
    most(): number {
      const before = most
      most = held.length
      return before
    },
    /** Answers the oldest that waits, or that of an event. */
    answer(status = 200, id = held[0]?.id) {
      const at = held.findIndex((one) => one.id === id)
      const [one] = held.splice(at, 1)
      one?.response.writeHead(status).end()
    },
    /** Answers all, and from now on each at once: a sandbox that closes waits for its answers. */
    open() {
      isOpen = true
      for (const { response } of held.splice(0)) response.end()
    },
  }
}

/** Waits for something outside the sandbox by asking it for its health, which lets everything go on. */
export async function until(sandbox: TestSandbox, met: () => boolean | Promise<boolean>) {
  while (!(await met())) await sandbox.get('/sandbox/health')
}

/** All deliveries, oldest first. */
export const statesOf = async (sandbox: TestSandbox, query = '') =>
  (await sandbox.deliveries(`?limit=500${query}`)).map(({ state }) => state).toReversed()

export const settings = (sandbox: TestSandbox, id: string, changes: Record<string, unknown>) =>
  sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, changes)
