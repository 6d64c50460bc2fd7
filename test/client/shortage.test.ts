import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { onRequest, outgoing, startSender, startSocketServer } from './answers.ts'
import { empty } from './listener.ts'

/** A lookup that fails by the system's own words so often, then finds this machine. */
function lacking(times: number, code: string) {
  let left = times
  const lookup: LookupFunction = (_name, _options, callback) => {
    const error = Object.assign(new Error(`getaddrinfo ${code}`), { code, syscall: 'getaddrinfo' })
    if (left-- > 0) callback(error, [])
    else callback(null, [{ address: '127.0.0.1', family: 4 }])
  }
  return lookup
}

/** A sender that lacks a descriptor so often, on a clock that only its own rests move on. */
function startLacking(times: number, { code = 'EMFILE', proxy }: { code?: string; proxy?: string } = {}) {
  const outside = realOutside()
  let now = 0
  const rests: (() => void)[] = []
  const limits: number[] = []
  const shortages: string[] = []
  const sender = startSender({
    outside: {
      ...outside,
      elapsed: () => now,
      after(ms, run) {
        if (ms !== 200) {
          limits.push(ms)
          return () => void limits.splice(limits.indexOf(ms), 1)
        }
        rests.push(() => {
          now += ms
          run()
        })
        return () => void rests.splice(0)
      },
    },
    lookup: lacking(times, code),
    onShortage: ({ message }) => shortages.push(message),
    ...(proxy !== undefined && { proxy }),
  })
  const nextRest = async () => {
    await expect.poll(() => rests.length).toBe(1)
    return rests.shift()
  }
  return { sender, shortages, rests, limits, nextRest }
}

const answering = () => startSocketServer((socket) => onRequest(socket, () => socket.write(empty)))

test.each(['EMFILE', 'ENFILE'])(
  'an attempt that finds no free descriptor (%s) waits for one, at nobody’s cost',
  async (code) => {
    const { port } = await answering()
    const { sender, shortages, limits, nextRest } = startLacking(3, { code })
    const { done } = sender.send(outgoing(`http://here.test:${port}/`), { timeoutMs: 7000 })
    for (let times = 0; times < 3; times++) {
      const goOn = await nextRest()
      expect(limits, 'no limit runs while it rests').toEqual([])
      goOn?.()
    }
    const { outcome, durationMs } = await done
    expect(outcome).toEqual({ kind: 'responded', status: 200 })
    expect(durationMs, 'the rests are none of the receiver’s time').toBe(0)
    expect(shortages).toEqual(Array(3).fill(expect.stringMatching(/no free file descriptor/)))
  },
)

test('so does one whose name is looked up before a proxy is asked', async () => {
  const { port } = await answering()
  const { sender, nextRest } = startLacking(1, { proxy: `http://127.0.0.1:${port}` })
  const { done } = sender.send(outgoing('http://here.test/'), { timeoutMs: 7000 })
  ;(await nextRest())?.()
  expect((await done).outcome).toEqual({ kind: 'responded', status: 200 })
})

test('it can be aborted while it waits, and is tried no more', async () => {
  const { sender, rests, nextRest } = startLacking(1)
  const { done, cut } = sender.send(outgoing('http://here.test/'), { timeoutMs: 7000 })
  const goOn = await nextRest()
  if (goOn) rests.push(goOn)
  cut({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
  expect((await done).outcome).toEqual({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
  expect(rests).toEqual([])
})

test('a program that may open few files charges nobody with it', async () => {
  const held: (() => void)[] = []
  let lets = false
  const receiver = await startReceiver([
    (response) => {
      if (lets) response.end()
      else held.push(() => response.end())
    },
  ])
  const running = startProcess('sh', [
    ...['-c', 'ulimit -n 60 && exec "$0" "$@"', process.execPath, builtProgram],
    ...['--json', '--port', '0', '--data', ':memory:', '--bare'],
  ])
  await expect.poll(running.stdout).toContain('\n')
  const { url } = JSON.parse(running.stdout())
  const call = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', authorization: 'demo', identity: 'demo' }
    return (await fetch(url + path, { method, headers, body: JSON.stringify(body) })).json()
  }
  const { webhook_subscription: made } = await call('POST', '/api/v0.1/webhooks', {
    url: receiver.url,
    events: ['*'],
  })
  await call('PATCH', `/sandbox/subscriptions/${made.id}`, { concurrency: 50 })
  await call('POST', '/sandbox/events', { event: 'card.created', count: 50 })
  await expect.poll(running.stderr).toContain('no free file descriptor')
  expect(held.length).toBeLessThan(50)
  lets = true
  for (const release of held) release()
  const succeeded = async () =>
    (await (await fetch(`${url}/sandbox/deliveries?state=succeeded&limit=50`)).json()).deliveries
  const states = async () =>
    (await succeeded().catch(() => [])).map(({ attempts_made }: { attempts_made: number }) => attempts_made)
  await expect.poll(states).toEqual(Array(50).fill(1))
  expect(receiver.requests).toHaveLength(50)
})
