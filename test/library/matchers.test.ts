import { onTestFinished, expect as plain, test } from 'vitest'
import { createSandbox } from '../../server/library/library.ts'
import { not, toBeDelivered } from '../../server/library/runners/assertions.ts'
import { matchers } from '../../server/library/runners/matchers.ts'
import type { SandboxMatchers, SandboxOptions } from '../../server/library/types.ts'

plain.extend(matchers)
const expect = (subject: unknown) =>
  plain(subject) as unknown as SandboxMatchers & {
    not: SandboxMatchers
    rejects: { toThrow(words: RegExp): Promise<void> }
  }

async function sandboxOf(options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ seed: 7, ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}
const accept = () => new Response()
const answering =
  (status: number, body = '') =>
  () =>
    new Response(body, { status })
/** The message of a matcher that fails. */
const failure = (matcher: Promise<void>) =>
  matcher.then(
    () => 'it passed',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )

test('a delivery is judged by its receiver, its trigger or its row', async () => {
  const sandbox = await sandboxOf()
  const orders = await sandbox.receiver(accept)
  const fired = await sandbox.trigger('card.created')
  await expect(orders).toBeDelivered({ event: 'card.*' })
  await expect(orders).toBeDeliveredOnce()
  await expect(fired).toBeDelivered()
  await expect(Promise.resolve(fired)).toBeDeliveredOnce()
  const [delivery] = await orders.deliveries()
  await expect(delivery).toBeDelivered()
  await expect(orders).not.toBeRefused()
  await expect(orders).not.toBeDelivered({ event: 'account.*' })
  await expect(fired).not.toBeRefused()
})

test('a delivery that does not come fails with the closest one, its cause and its fix', async () => {
  const sandbox = await sandboxOf()
  const orders = await sandbox.receiver(answering(404))
  const fired = await sandbox.trigger('card.created')
  const [{ id = '' } = {}] = fired.deliveries
  const [row] = await fired.settled()
  const words = await failure(expect(orders).toBeDelivered({ timeout: 0 }))
  plain(words).toMatch(new RegExp(`closest, ${id}.*\\nArrived instead[\\s\\S]*HTTP 404[\\s\\S]*\\nFix `))
  const fix = row?.findings[0]?.fix ?? 'no finding'
  plain(words).toContain(fix)
  plain(await failure(expect(fired).toBeDelivered())).toContain(fix)
  plain(await failure(expect(row).toBeDelivered())).toContain(fix)
  plain(await failure(expect(fired.deliveries[0]).toBeDelivered())).toContain(id)
})

test('a matcher behind not fails with the record that it found', async () => {
  const sandbox = await sandboxOf()
  const orders = await sandbox.receiver(accept)
  const { deliveries } = await sandbox.trigger('card.created')
  const id = deliveries[0]?.id ?? ''
  plain(await failure(expect(orders).not.toBeDelivered())).toContain(`${id}  succeeded  card.created`)
  plain(await failure(expect(orders).not.toBeDeliveredOnce())).toContain(id)
  plain(await failure(expect(deliveries[0]).not.toBeRefused())).toBe('it passed')
})

test('a matcher behind not waits for what is under way', async () => {
  const sandbox = await sandboxOf()
  let answer = () => {}
  const orders = await sandbox.receiver(
    () => new Promise<Response>((resolve) => (answer = () => resolve(new Response()))),
  )
  await sandbox.trigger('card.created')
  await orders.wait({ state: 'sending' })
  const words = failure(expect(orders).not.toBeDelivered())
  while (answer.toString() === '() => {}') await new Promise(setImmediate)
  answer()
  plain(await words).toContain('succeeded')
})

test('a refusal is an answer 4xx', async () => {
  const sandbox = await sandboxOf()
  const orders = await sandbox.receiver(answering(401, 'invalid signature'))
  const fired = await sandbox.trigger('card.created', { fault: 'tamper(signature)' })
  await expect(orders).toBeRefused()
  await expect(orders).toBeRefused({ status: 401 })
  await expect(fired).toBeRefused()
  await expect(orders).not.toBeDelivered()
  await sandbox.receiver(accept)
  const accepted = await sandbox.trigger('card.created', { fault: 'tamper(signature)' })
  // The other receiver accepts the forged event.
  plain(await failure(expect(accepted).toBeRefused())).toMatch(/on purpose[\s\S]*\nFix /)
})

test('once means one delivery, whose copies have one effect', async () => {
  const sandbox = await sandboxOf()
  let made = 0
  const careless = await sandbox.receiver(() => Response.json({ order: `ord_${++made}` }, { status: 201 }))
  const fired = await sandbox.trigger('card.created', { fault: 'duplicate(2)' })
  await fired.settled()
  await expect(fired).not.toBeDeliveredOnce()
  plain(await failure(expect(careless).toBeDeliveredOnce())).toContain(`Fix     Store the id`)
  await sandbox.trigger('card.created', { count: 2, settle: true })
  plain(await failure(expect(careless).toBeDeliveredOnce())).toMatch(/dlv_\w+[\s\S]*dlv_\w+/)
})

test('once means that each copy is accepted', async () => {
  const sandbox = await sandboxOf()
  const statuses = [200, 500]
  const orders = await sandbox.receiver(() => new Response(null, { status: statuses.shift() ?? 200 }))
  await sandbox.trigger('card.created', { fault: 'duplicate(2)', settle: true })
  plain(await failure(expect(orders).toBeDeliveredOnce())).toContain('Answer each copy with success.')
})

test('a trigger without a delivery fails', async () => {
  const sandbox = await sandboxOf()
  plain(await failure(expect(sandbox.trigger('card.created')).toBeDelivered())).not.toBe('it passed')
})

test('a capture is judged by its endpoint, its row or a verdict', async () => {
  const sandbox = await sandboxOf()
  const endpoint = await sandbox.endpoint('orders')
  const { secret } = await sandbox.receiver(endpoint.url)
  await sandbox.trigger('card.created')
  await expect(endpoint).toBeVerified({ event: 'card.created' })
  await expect(endpoint).toBeDelivered()
  await expect(endpoint).toBeDeliveredOnce()
  const [capture] = await endpoint.captures()
  await expect(capture).toBeVerified()
  await expect(capture?.verdict).toBeVerified()
  await fetch(endpoint.url, { method: 'POST', body: '{}' })
  plain(await failure(expect(endpoint).toBeDeliveredOnce())).toMatch(/cap_\w+[\s\S]*cap_\w+/)
  const headers = capture?.headers ?? []
  const words = await failure(expect(sandbox.verify({ headers, body: '{}' }, { secret })).toBeVerified())
  plain(words).toMatch(/failed: .*\nFix /)
})

test('a capture that is not verified fails with what the sandbox did to it', async () => {
  const sandbox = await sandboxOf()
  const endpoint = await sandbox.endpoint('orders', { secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX' })
  await sandbox.receiver(endpoint.url)
  await sandbox.trigger('card.created', { fault: 'tamper(body)', settle: true })
  const words = await failure(expect(endpoint).toBeVerified({ timeout: 0 }))
  plain(words).toMatch(/Arrived instead[\s\S]*cap_\w+\nTampered on purpose: /)
  await expect(endpoint).not.toBeVerified()
})

test('a receiver passes the check, or fails it with its problems and their fixes', async () => {
  const sandbox = await sandboxOf()
  const careless = await sandbox.receiver(accept)
  const words = await failure(expect(careless).toPassCheck({ only: ['rejects-unsigned'] }))
  plain(words).toMatch(/rejects-unsigned[\s\S]*\nFix /)
  await expect(sandbox.check(careless, { only: ['accepts-valid'] })).toPassCheck()
  plain(await failure(expect(careless).not.toPassCheck({ only: ['accepts-valid'] }))).not.toBe('it passed')
})

test('a matcher names what it takes', async () => {
  plain(await failure(expect(undefined).toBeDelivered())).toContain('undefined')
  plain(await failure(expect({ id: 1 }).toPassCheck())).toContain('id')
  plain(await failure(expect('x').toBeVerified())).toContain('x')
  plain(await failure(expect(1).toBeRefused())).toContain('1')
})

test('the assertions reject as the matchers fail', async () => {
  const sandbox = await sandboxOf()
  const orders = await sandbox.receiver(accept)
  await sandbox.trigger('card.created')
  await toBeDelivered(orders)
  await not.toBeRefused(orders)
  await plain(not.toBeDelivered(orders)).rejects.toMatchObject({ code: 'ERR_ASSERTION' })
})

test('an object without properties is named so', async () => {
  await plain(toBeDelivered({} as never)).rejects.toThrow(/an object with no properties\. Give it/)
})
