/** The verbs of the library, in this process and over HTTP. Over 300 lines: each verb, and what goes wrong with it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { connect, createSandbox, SandboxError, Unmet } from '../../server/library/library.ts'
import type { Sandbox, SandboxClient, SandboxOptions } from '../../server/library/types.ts'
import { sample } from '../helpers/long.ts'

async function sandboxOf(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ seed: 7, ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** Each test runs by a client in this process and by one over HTTP, which are the same but for what carries a request. */
const ways: [string, (sandbox: Sandbox) => SandboxClient][] = [
  ['in this process', (sandbox) => sandbox],
  ['over HTTP', (sandbox) => connect(sandbox.url)],
]

let turn = 0
/** Both ways; in the quick form they take turns. */
const sampleOfWays = () => {
  turn++
  return sample(
    ways.filter((_, at) => at === turn % 2),
    ways,
  )
}

const accept = () => new Response(null, { status: 200 })

test.for(sampleOfWays())(
  '%s: a function that takes a Request receives a signed delivery',
  async ([, way]) => {
    const client = way(await sandboxOf())
    const seen: unknown[] = []
    const receiver = await client.receiver(async (request) => {
      const body = await request.text()
      seen.push(new Webhook(receiver.secret).verify(body, Object.fromEntries(request.headers)))
      return new Response(null, { status: 201 })
    })
    const { events, deliveries } = await client.trigger('card.created', { settle: true })
    expect(seen).toEqual([events[0]?.payload])
    expect(deliveries).toMatchObject([
      { state: 'succeeded', last_outcome: { kind: 'responded', status: 201 } },
    ])
    const [delivery] = await receiver.deliveries()
    expect(delivery).toMatchObject({ subscription_id: receiver.id, attempts: [{ number: 1 }] })
  },
)

test.for(sampleOfWays())('%s: a function with two parameters is a Node listener', async ([, way]) => {
  const client = way(await sandboxOf())
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    response.statusCode = request.url === '/webhooks?shop=1' ? 202 : 404
    response.end()
  }
  const receiver = await client.receiver(listener, { path: '/webhooks?shop=1' })
  expect(new URL(receiver.url).pathname).toBe('/webhooks')
  const { deliveries } = await client.trigger('card.created', { settle: true })
  expect(deliveries[0]?.last_outcome).toMatchObject({ status: 202 })
})

test.for(sampleOfWays())('%s: a URL receives with the settings that are given', async ([, way]) => {
  const client = way(await sandboxOf())
  const { url } = await client.endpoint('orders', { reply: { status: 503 } })
  const receiver = await client.receiver(url, {
    events: ['card.*'],
    scheme: 'stripe',
    secret: 'whsec_of_mine',
    retryDelays: [250, '2s'],
    timeout: '3s',
    fault: 'delay(1ms)',
  })
  expect(receiver).toMatchObject({ url, secret: 'whsec_of_mine' })
  await client.trigger('customer.updated')
  const { deliveries } = await client.trigger('card.created', { settle: true })
  expect(deliveries).toMatchObject([
    { scheme: 'stripe', attempts_max: 3, fault: 'delay(1ms)', state: 'retrying' },
  ])
  expect(await receiver.deliveries()).toHaveLength(1)
})

test.for(sampleOfWays())('%s: a wait counts from the last trigger', async ([, way]) => {
  const client = way(await sandboxOf())
  const { wait } = await client.receiver(accept)
  await client.trigger('card.created', { settle: true })
  await client.trigger('customer.updated')
  expect((await wait({ state: 'succeeded' })).matched).toMatchObject([{ event: 'customer.updated' }])
  // The same records count for every wait.
  expect((await wait({ event: 'customer.updated' })).matched).toHaveLength(1)
  const missed = wait({ event: 'card.created', timeout: 0 })
  await expect(missed).rejects.toThrow("Include older records with since: 'start'.")
  const { matched } = await wait({ event: 'card.created', since: 'start' })
  expect(matched).toHaveLength(1)
})

test('a wait of a connected client counts from its beginning', async () => {
  const sandbox = await sandboxOf()
  const endpoint = await sandbox.endpoint('orders')
  await fetch(endpoint.url, { method: 'POST' })
  const client = connect(sandbox.url)
  await expect(client.wait('capture', { endpoint: 'orders', timeout: 0 })).rejects.toThrow(Unmet)
  await fetch(endpoint.url, { method: 'PUT' })
  expect((await client.wait('capture', { endpoint: 'orders' })).matched).toMatchObject([{ method: 'PUT' }])
  expect((await client.wait('capture', { endpoint: 'orders' })).matched).toMatchObject([{ method: 'PUT' }])
})

test.for(sampleOfWays())(
  '%s: a wait that is not met tells what came instead and what came closest',
  async ([, way]) => {
    const client = way(await sandboxOf())
    const receiver = await client.receiver(() => new Response(null, { status: 500 }))
    await client.trigger('card.created', { settle: true })
    const error = await receiver
      .wait({ event: 'card.created', state: 'succeeded', timeout: 0 })
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Unmet)
    expect(error).toMatchObject({
      matched: [],
      arrivedInstead: [{ event: 'card.created', state: 'retrying' }],
      closest: { missed: 'state', wanted: 'succeeded', got: 'retrying' },
    })
  },
)

test.for(sampleOfWays())('%s: a wait for none, for several and for an order', async ([, way]) => {
  const client = way(await sandboxOf())
  await client.receiver(accept)
  await client.trigger('card.created', { count: 3 })
  await client.wait('delivery', { count: 3, state: 'succeeded' })
  await expect(client.wait('event', { none: true, timeout: 0 })).rejects.toThrow(Unmet)
  await client.wait('event', { event: 'account.*', none: true, timeout: 0 })
  await expect(
    client.wait('event', { inOrder: ['card.created', 'customer.updated'], timeout: 0 }),
  ).rejects.toThrow(Unmet)
})

test.for(sampleOfWays())('%s: the emulated API is called, and armed errors come back', async ([, way]) => {
  const client = way(await sandboxOf())
  await client.arm('card_dne', { path: '/cards/*', times: 1, delay: 1 })
  const refused = await client.call<{ Code: string }>('GET', '/cards/crd_1')
  expect(refused.body.Code).toBe('card_dne')
  const answer = await client.call('GET', '/customers', undefined, { identity: 'other' })
  expect(answer.status).toBe(200)
  await client.arm({ status: 503, body: 'down' })
  expect(await client.call('GET', '/customers')).toMatchObject({ status: 503, body: 'down' })
  expect((await client.wait('call', { status: 503 })).matched).toHaveLength(1)
})

test.for(sampleOfWays())(
  '%s: a fault rule spoils deliveries until the rules are cleared',
  async ([, way]) => {
    const client = way(await sandboxOf())
    const receiver = await client.receiver(accept)
    await client.faults.add('tamper(signature)')
    await client.faults.add({ fault: 'delay(1ms)', event: 'account.*', to: receiver })
    expect((await client.trigger('card.created', { settle: true })).deliveries[0]?.state).toBe(
      'wrongly_accepted',
    )
    await client.faults.clear()
    expect((await client.trigger('card.created', { settle: true })).deliveries[0]?.state).toBe('succeeded')
  },
)

test.for(sampleOfWays())('%s: the clock stops, moves and runs again', async ([, way]) => {
  const client = way(await sandboxOf({ clock: 'manual' }))
  const statuses = [500, 200]
  await client.receiver(() => new Response(null, { status: statuses.shift() ?? 200 }), {
    retryDelays: ['1h'],
  })
  await client.clock.set('2026-03-01T09:00:00Z')
  await client.trigger('card.created', { settle: true })
  expect(await client.clock.advance('2h')).toMatchObject({ settled: true })
  expect(await client.clock.now()).toBe('2026-03-01T11:00:00.000000Z')
  await client.wait('delivery', { state: 'succeeded' })
  expect((await client.clock.real(2)).clock).toMatchObject({ mode: 'real', speed: 2 })
  expect((await client.clock.manual()).clock.mode).toBe('manual')
})

test.for(sampleOfWays())('%s: a scenario runs to its end', async ([, way]) => {
  const client = way(await sandboxOf())
  expect(await client.scenario('onboarding-passes', { seed: 3 })).toMatchObject({
    state: 'succeeded',
    seed: 3,
  })
  const text = 'title: Mine\nsteps:\n  - event: card.created\n'
  const receiver = await client.receiver(accept)
  expect(await client.scenario(text, { to: receiver })).toMatchObject({ state: 'succeeded', title: 'Mine' })
  await receiver.wait({ event: 'card.created' })
  await expect(client.scenario('title: Mine\nsteps: []')).rejects.toMatchObject({ code: 'scenario_invalid' })
})

test.for(sampleOfWays())('%s: a check judges a function', async ([, way]) => {
  const client = way(await sandboxOf())
  const receiver = await client.receiver(async (request) => {
    try {
      new Webhook(receiver.secret).verify(await request.text(), Object.fromEntries(request.headers))
      return new Response()
    } catch {
      return new Response(null, { status: 401 })
    }
  })
  const right = await client.check(receiver, { only: ['signature'] })
  expect(right.probes.filter(({ result }) => result === 'fail')).toEqual([])
  const wrong = await client.check(accept, { only: ['signature'], effects: () => ['key'] })
  expect(wrong.probes.some(({ result }) => result === 'fail')).toBe(true)
})

test.for(sampleOfWays())('%s: a request is verified', async ([, way]) => {
  const client = way(await sandboxOf())
  const seen: Request[] = []
  const receiver = await client.receiver((request) => {
    seen.push(request)
    return new Response()
  })
  await client.trigger('card.created', { settle: true })
  const [request] = seen
  if (!request) throw new Error('no request came')
  expect(await client.verify(request)).toMatchObject({ result: 'verified' })
  const headers = [...request.headers]
  expect(await client.verify({ headers, body: '{}' }, { secret: receiver.secret })).toMatchObject({
    result: 'failed',
  })
})

test.for(sampleOfWays())('%s: a reset empties the sandbox, and the session is exported', async ([, way]) => {
  const client = way(await sandboxOf())
  const receiver = await client.receiver(accept)
  await client.trigger('card.created', { settle: true })
  expect((await client.export()).outcome.deliveries).toHaveLength(1)
  await client.reset({ keep: ['subscriptions'] })
  expect(await receiver.deliveries()).toEqual([])
  expect((await client.trigger('card.created')).deliveries).toHaveLength(1)
})

test.for(sampleOfWays())('%s: a reset ends the functions that nothing sends to any more', async ([, way]) => {
  const client = way(await sandboxOf())
  const { url } = await client.receiver(accept)
  await client.reset({ keep: ['subscriptions'] })
  expect((await fetch(url)).status).toBe(200)
  await client.reset()
  await expect(fetch(url)).rejects.toThrow()
})

test.for(sampleOfWays())('%s: a refusal is an error with code and fix', async ([, way]) => {
  const client = way(await sandboxOf())
  const error = await client.trigger('card.creatd').catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SandboxError)
  expect(error).toMatchObject({ code: 'event_name_unknown', status: 422 })
  await expect(client.wait('event', { timeout: 'soon' })).rejects.toMatchObject({ code: 'invalid_field' })
})

test.for(sampleOfWays())(
  '%s: a receiver that is closed gets nothing more, and its function ends',
  async ([, way]) => {
    const client = way(await sandboxOf())
    const receiver = await client.receiver(accept)
    await receiver.close()
    expect((await client.trigger('card.created')).deliveries).toEqual([])
    await expect(fetch(receiver.url)).rejects.toThrow()
  },
)

test.for(sampleOfWays())('%s: an option that does not exist is refused', async ([, way]) => {
  const client = way(await sandboxOf())
  const code = 'invalid_field'
  await expect(client.receiver(accept, { secrt: 'x' } as object)).rejects.toMatchObject({ code })
  await expect(client.trigger('card.created', { falt: 'drop' } as object)).rejects.toMatchObject({ code })
  await expect(client.endpoint('orders', { secrt: 'x' } as object)).rejects.toMatchObject({ code })
  await expect(client.receiver(undefined as never)).rejects.toMatchObject({ code })
  await expect(client.check(accept, { onyl: [] } as object)).rejects.toMatchObject({ code })
})

test('a receiver of a key pair has the public key', async () => {
  const receiver = await (await sandboxOf()).receiver(accept, { scheme: 'standard-webhooks-ed25519' })
  expect(receiver.secret).toMatch(/^whpk_/)
})

test('a client of an address without a sandbox says so', async () => {
  const server = createServer((_, response) => response.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address?.port}`
  await expect(connect(url).clock.now()).rejects.toMatchObject({ code: 'not_a_sandbox', status: 200 })
  await new Promise((resolve) => server.close(resolve))
  await expect(connect(url).clock.now()).rejects.toMatchObject({ code: 'unreachable', status: 0 })
})

test('an error in a function is the response of the receiver', async () => {
  const sandbox = await sandboxOf()
  const receiver = await sandbox.receiver(() => {
    throw new Error('no such customer')
  })
  await sandbox.trigger('card.created', { settle: true })
  const [delivery] = await receiver.deliveries()
  expect(delivery?.attempts[0]?.response).toMatchObject({ status: 500 })
  expect(delivery?.attempts[0]?.response?.body).toContain('no such customer')
})

test('several sandboxes run in one process without knowing of each other', async () => {
  const [one, other] = await Promise.all([
    sandboxOf(),
    sandboxOf({ bare: false, config: { locale: 'de_CH' } }),
  ])
  await one.trigger('card.created')
  await expect(other.wait('event', { timeout: 0 })).rejects.toThrow(Unmet)
  expect(one.url).not.toBe(other.url)
})

test('a sandbox ends at the end of its block, and its functions with it', async () => {
  let url = ''
  let receiver = ''
  {
    await using sandbox = await createSandbox()
    url = sandbox.url
    receiver = (await sandbox.receiver(accept)).url
    expect((await fetch(receiver)).status).toBe(200)
  }
  await expect(fetch(url)).rejects.toThrow()
  await expect(fetch(receiver)).rejects.toThrow()
})

test('without a page, its address is refused as JSON', async () => {
  const { url } = await sandboxOf()
  const response = await fetch(`${url}/`, { headers: { accept: 'text/html' } })
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toContain('json')
})

test('a wrong setting is named', async () => {
  await expect(createSandbox({ config: { delivery: { timeout: 'soon' } } })).rejects.toThrow(
    'delivery.timeout',
  )
})

test.for(sampleOfWays())(
  '%s: an error in a Node listener is the response of the receiver',
  async ([, way]) => {
    const client = way(await sandboxOf())
    const failing = [
      (_request: IncomingMessage, _response: ServerResponse) => {
        throw new Error('no such customer')
      },
      async (_request: IncomingMessage, _response: ServerResponse) => {
        throw new Error('no such customer')
      },
    ]
    for (const listener of failing) {
      const receiver = await client.receiver(listener, { timeout: 500 })
      await client.trigger('card.created', { settle: true, to: receiver })
      const [delivery] = await receiver.deliveries()
      expect(delivery?.attempts[0]?.response).toMatchObject({ status: 500 })
      expect(delivery?.attempts[0]?.response?.body).toContain('no such customer')
    }
  },
)

test.for(sampleOfWays())('%s: more events than are listed settle as well', async ([, way]) => {
  const client = way(await sandboxOf())
  let received = 0
  await client.receiver(
    () => {
      received += 1
      return new Response()
    },
    { events: ['card.created', 'customer.updated'] },
  )
  await client.trigger('customer.updated', { settle: true })
  const fired = await client.trigger('card.*', { settle: true, count: 150 })
  expect(fired.events).toEqual([])
  expect(received).toBe(1 + fired.counts.deliveries)
  await expect(client.wait('event', { event: 'customer.updated', timeout: 0 })).rejects.toThrow(Unmet)
})

test.for(sampleOfWays())(
  '%s: on a manual clock, a delayed delivery is settled until its time',
  async ([, way]) => {
    const client = way(await sandboxOf({ clock: 'manual' }))
    await client.receiver(accept)
    const { deliveries } = await client.trigger('card.created', { settle: true, fault: 'delay(5s)' })
    expect(deliveries).toMatchObject([{ state: 'pending' }])
    await client.clock.advance('5s')
    await client.wait('delivery', { state: 'succeeded' })
  },
)

test('calls under way and later calls reject when the sandbox closes', async () => {
  const sandbox = await createSandbox()
  const waiting = sandbox.wait('event')
  await Promise.all([
    sandbox.close(),
    sandbox.close(),
    expect(waiting).rejects.toMatchObject({ code: 'closed' }),
  ])
  await expect(sandbox.trigger('card.created')).rejects.toMatchObject({ code: 'closed' })
})

test('a URL that no sandbox can have is refused', () => {
  for (const url of ['localhost:4400', 'ftp://localhost', ''])
    expect(() => connect(url)).toThrow(expect.objectContaining({ code: 'invalid_field' }))
})

test('a sandbox ends while a function has not responded', async () => {
  const sandbox = await createSandbox()
  const called = new Promise<void>((resolve) => {
    void sandbox
      .receiver(() => {
        resolve()
        return new Promise<Response>(() => {})
      })
      .then(() => sandbox.trigger('card.created'))
  })
  await called
  await sandbox.close()
  expect(await sandbox.clock.now().catch((error: SandboxError) => error.code)).toBe('closed')
})
