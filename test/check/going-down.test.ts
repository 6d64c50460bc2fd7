import { expect, test } from 'vitest'
import type { Check } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { checked, hastened, headerIn, idIn, probeOf, rightAnswer, startAnswering } from './world.ts'

const isNull = (body: Buffer) => /:null[,}]/.test(body.toString('utf8')) || body.toString('utf8') === 'null'

test('a receiver that dies of a null, and comes back, is named with the probe; the rest goes on', async () => {
  const sandbox = await startSandbox({}, hastened())
  let hasDied = false
  const receiver = await startAnswering(async (asked) => {
    if (!hasDied && isNull(asked.body)) {
      hasDied = true
      receiver.die()
      // Back before the check can look: as soon as a connection was refused.
      const isRefused = async () =>
        (await sandbox.deliveries()).some(({ last_outcome }) => last_outcome?.kind === 'refused')
      void expect
        .poll(isRefused)
        .toBe(true)
        .then(() => receiver.rise())
      return undefined
    }
    return rightAnswer(asked)
  })
  const check = await checked(sandbox, { url: receiver.url })
  expect(check.state).toBe('done')
  expect(probeOf(check, 'stays-alive')).toMatchObject({
    result: 'fail',
    fact: { code: 'went_down', how: 'crashed', back: true },
  })
  const { fact } = probeOf(check, 'stays-alive')
  expect(fact.code === 'went_down' && fact.after).toContain('survives-null-field')
  expect(probeOf(check, 'survives-null-field').result).toBe('warn')
  expect(probeOf(check, 'survives-burst').result).toBe('pass')
  expect(probeOf(check, 'rejects-malformed-json').result).toBe('pass')
})

test('a receiver that never comes back leaves the rest unknown, with the reason, after a bounded wait', async () => {
  const sandbox = await startSandbox({}, hastened())
  const receiver = await startAnswering((asked) => {
    if (!isNull(asked.body)) return rightAnswer(asked)
    receiver.die()
    return undefined
  })
  const check = await checked(sandbox, { url: receiver.url })
  expect(check.state).toBe('done')
  expect(probeOf(check, 'stays-alive')).toMatchObject({
    result: 'fail',
    fact: { code: 'went_down', how: 'crashed', after: ['survives-null-field'], back: false },
  })
  for (const id of ['rejects-malformed-json', 'accepts-duplicate', 'survives-burst'])
    expect(probeOf(check, id)).toMatchObject({
      result: 'unknown',
      fact: { code: 'not_judged', reason: 'receiver_down' },
    })
  expect(check.pending).toEqual([])
})

test('a receiver that dies after its answer is named with the probe that it had answered', async () => {
  const sandbox = await startSandbox({}, hastened())
  let isFirst = true
  const receiver = await startAnswering((asked) => {
    if (asked.method === 'PUT' && isFirst) {
      isFirst = false
      receiver.leave()
      const isRefused = async () =>
        (await sandbox.deliveries()).some(({ last_outcome }) => last_outcome?.kind === 'refused')
      void expect
        .poll(isRefused)
        .toBe(true)
        .then(() => receiver.rise())
      return { status: 405, headers: { connection: 'close' } }
    }
    return rightAnswer(asked)
  })
  const check = await checked(sandbox, {
    url: receiver.url,
    only: ['tolerance', 'accepts-duplicate', 'stays-alive'],
  })
  expect(probeOf(check, 'stays-alive').fact).toMatchObject({ code: 'went_down', how: 'crashed', back: true })
  const { fact } = probeOf(check, 'stays-alive')
  expect(fact.code === 'went_down' && fact.after).toEqual(['rejects-other-methods'])
  expect(probeOf(check, 'accepts-duplicate').result).toBe('pass')
})

test('a receiver that answers nothing from a request on hung; the rest is unknown', async () => {
  const sandbox = await startSandbox({}, hastened())
  let isHung = false
  const receiver = await startAnswering((asked) => {
    isHung ||= asked.body.length === 0 && asked.method === 'POST'
    return isHung ? undefined : rightAnswer(asked)
  })
  const check = await checked(sandbox, { url: receiver.url, timeout_ms: 300, skip: ['bytes'] })
  expect(check.state).toBe('done')
  expect(probeOf(check, 'stays-alive')).toMatchObject({
    result: 'fail',
    fact: { code: 'went_down', how: 'hung', after: ['rejects-empty-body'], back: false },
  })
  expect(probeOf(check, 'accepts-duplicate')).toMatchObject({
    result: 'unknown',
    fact: { code: 'not_judged', reason: 'receiver_hung' },
  })
})

test('a probe that is not answered alone fails by itself, and the receiver stays alive', async () => {
  const sandbox = await startSandbox({}, hastened())
  const receiver = await startAnswering((asked) => (asked.method === 'PUT' ? undefined : rightAnswer(asked)))
  const check = await checked(sandbox, {
    url: receiver.url,
    timeout_ms: 500,
    only: ['rejects-other-methods', 'accepts-duplicate', 'stays-alive'],
  })
  expect(probeOf(check, 'stays-alive').result).toBe('pass')
  expect(probeOf(check, 'accepts-duplicate').result).toBe('pass')
  expect(idIn(receiver.asked[0] ?? { method: '', url: '', headers: [], body: Buffer.alloc(0) })).not.toBe('')
})

test('nothing that listens is no receiver: the check failed, and judged nothing', async () => {
  const sandbox = await startSandbox()
  const receiver = await startAnswering(() => 200)
  receiver.die()
  const check = await checked(sandbox, { url: receiver.url })
  expect(check).toMatchObject({ state: 'failed', reason_code: 'not_reached', probes: [] })
  expect(await sandbox.get('/sandbox/subscriptions')).toMatchObject({ subscriptions: [] })
})

test('a receiver that dies of the valid delivery has not stayed alive', async () => {
  const sandbox = await startSandbox({}, hastened())
  const receiver = await startAnswering((asked) => {
    if (asked.method === 'POST') receiver.die()
    return undefined
  })
  const check = await checked(sandbox, { url: receiver.url })
  expect(probeOf(check, 'stays-alive')).toMatchObject({
    result: 'fail',
    fact: { code: 'went_down', after: ['accepts-valid'], back: false },
  })
})

/** Answers 200, and then the process ends. */
const answersAndDies = (receiver: Awaited<ReturnType<typeof startAnswering>>) => {
  receiver.leave()
  return { status: 200, headers: { connection: 'close' } }
}
const downAfter = (check: Check) => {
  const { fact } = probeOf(check, 'stays-alive')
  return fact.code === 'went_down' ? fact.after : []
}

test('a receiver that dies after it accepted the valid delivery: no other probe is blamed alone', async () => {
  const sandbox = await startSandbox({}, hastened())
  let posts = 0
  const receiver = await startAnswering((asked) =>
    asked.method === 'POST' && ++posts === 1 ? answersAndDies(receiver) : rightAnswer(asked),
  )
  const check = await checked(sandbox, { url: receiver.url })
  expect(downAfter(check)).toContain('accepts-valid')
})

test('a receiver that dies after the last probe of a batch: the first probe of the next is not blamed', async () => {
  const sandbox = await startSandbox({}, hastened())
  const receiver = await startAnswering((asked) =>
    asked.body.length > 50_000 ? answersAndDies(receiver) : rightAnswer(asked),
  )
  const check = await checked(sandbox, {
    url: receiver.url,
    only: ['accepts-large-body', 'accepts-duplicate', 'stays-alive'],
  })
  expect(downAfter(check)).toEqual(expect.arrayContaining(['accepts-large-body']))
  expect(downAfter(check)).not.toContain('accepts-duplicate')
})

test('a receiver that dies once after an answer and is started again has not stayed alive', async () => {
  const sandbox = await startSandbox({}, hastened())
  let hasDied = false
  const receiver = await startAnswering((asked) => {
    if (hasDied || !headerIn(asked, 'content-type')?.includes('charset')) return rightAnswer(asked)
    hasDied = true
    void expect
      .poll(async () =>
        (await sandbox.deliveries()).some(({ last_outcome }) => last_outcome?.kind === 'refused'),
      )
      .toBe(true)
      .then(() => receiver.rise())
    return answersAndDies(receiver)
  })
  const check = await checked(sandbox, { url: receiver.url, only: ['signature', 'bytes', 'stays-alive'] })
  expect(downAfter(check)).toContain('accepts-charset-parameter')
})

test('a receiver that leaves every GET and PUT without an answer has not gone down', async () => {
  const sandbox = await startSandbox({}, hastened())
  const receiver = await startAnswering((asked) => (asked.method === 'POST' ? rightAnswer(asked) : undefined))
  const check = await checked(sandbox, {
    url: receiver.url,
    timeout_ms: 500,
    only: ['rejects-other-methods', 'accepts-duplicate', 'stays-alive'],
  })
  expect(probeOf(check, 'stays-alive').result).toBe('pass')
  expect(probeOf(check, 'accepts-duplicate').result).toBe('pass')
})
