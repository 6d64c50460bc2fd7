import { expect, test } from 'vitest'
import { listFaults } from '../../../server/faults/expectation.ts'
import type { Attempt } from '../../../server/wire.ts'
import { holdTimers } from '../../helpers/held-time.ts'
import { messageIn, type Seen } from './wire-receiver.ts'
import { bodyOf, expectRecorded, headerOf, startWorld } from './world.ts'

/** An attempt without a fault and one of the same event, at the same time, with the fault. */
interface Pair {
  plain: Attempt
  faulty: Attempt
  seen: Seen[]
  detail: string
  earlier: Attempt
  /** How often the sender paused for a tenth of a second. */
  pauses: number
}

const text = (attempt: Attempt) => bodyOf(attempt).toString('utf8')
/** The headers but for these, and for the trace, which each attempt has for itself. */
const others = (attempt: Attempt, ...names: string[]) =>
  attempt.request.headers.filter(([name]) => ![...names, 'traceparent'].includes(name.toLowerCase()))
const signature = ['webhook-signature']
const framing = ['content-length', 'transfer-encoding']
const stamped = ['webhook-timestamp', ...signature]

/** Undoes what a detail such as `byte 118: 0x31 "1" → 0x32 "2"` says was done to some bytes. */
function undone(bytes: Buffer, detail: string): Buffer {
  const [, at, was, is] = /byte (\d+): 0x(..).* → 0x(..)/.exec(detail) ?? []
  const before = Buffer.from(bytes)
  expect(before[Number(at)]).toBe(Number.parseInt(is ?? '', 16))
  before[Number(at)] = Number.parseInt(was ?? '', 16)
  return before
}

function expectHeaderTampered({ plain, faulty, detail }: Pair, names: RegExp) {
  const [name = ''] = detail.split(':')
  expect(name).toMatch(names)
  expect(others(faulty, name)).toEqual(others(plain, name))
  expect(bodyOf(faulty)).toEqual(bodyOf(plain))
  const before = undone(Buffer.from(headerOf(faulty, name) ?? ''), detail)
  expect(before.toString()).toBe(headerOf(plain, name))
}

function expectSameMessage({ plain, faulty }: Pair) {
  expect(others(faulty)).toEqual(others(plain))
  expect(bodyOf(faulty)).toEqual(bodyOf(plain))
}

function expectBodyAlone({ plain, faulty }: Pair, ...names: string[]) {
  expect(bodyOf(faulty).equals(bodyOf(plain))).toBe(false)
  expect(headerOf(faulty, 'webhook-signature')).not.toBe(headerOf(plain, 'webhook-signature'))
  const changed = [...signature, ...framing, ...names]
  expect(others(faulty, ...changed)).toEqual(others(plain, ...changed))
}

/** What each fault says it does, held against the bytes that a receiver saw. */
const held: Record<string, (pair: Pair) => void> = {
  drop({ seen, faulty, detail }) {
    expect(seen).toEqual([])
    expect([faulty.request.sent_bytes, faulty.response, detail]).toEqual([0, null, 'lost: nothing was sent'])
    expect(faulty.outcome?.kind).toBe('dropped')
  },
  duplicate({ seen, plain, detail }) {
    const [one, two] = seen.map(({ bytes }) => messageIn(bytes))
    expect([one?.body, two?.body]).toEqual([bodyOf(plain), bodyOf(plain)])
    expect(one?.headers[4]).toEqual(['webhook-id', headerOf(plain, 'webhook-id')])
    expect(two?.headers[4]).toEqual(one?.headers[4])
    expect(detail).toBe('sent 2 times at once')
  },
  delay(pair) {
    const { plain, faulty, detail } = pair
    expect(Date.parse(faulty.started_at) - Date.parse(plain.started_at)).toBe(300_000)
    expect(others(faulty, ...stamped)).toEqual(others(plain, ...stamped))
    expect(detail).toBe('delayed by 5 min')
  },
  reorder({ plain, faulty, detail }) {
    const late = Date.parse(faulty.started_at) - Date.parse(plain.started_at)
    expect(late).toBeGreaterThan(0)
    expect(late).toBeLessThan(10_000)
    expect(detail).toBe('delayed by up to 10 s')
  },
  'tamper(body)'({ plain, faulty, detail }) {
    expect(others(faulty)).toEqual(others(plain))
    expect(bodyOf(faulty).equals(bodyOf(plain))).toBe(false)
    expect(undone(bodyOf(faulty), detail).equals(bodyOf(plain))).toBe(true)
    JSON.parse(text(faulty))
  },
  'tamper(header)': (pair) => expectHeaderTampered(pair, /^webhook-(id|timestamp)$/),
  'tamper(signature)': (pair) => expectHeaderTampered(pair, /^webhook-signature$/),
  wrong_secret({ plain, faulty }) {
    expect(others(faulty, ...signature)).toEqual(others(plain, ...signature))
    expect(headerOf(faulty, 'webhook-signature')).toMatch(/^v1,.{44}$/)
    expect(headerOf(faulty, 'webhook-signature')).not.toBe(headerOf(plain, 'webhook-signature'))
  },
  unsigned: ({ plain, faulty }) => expect(others(faulty)).toEqual(others(plain, ...signature)),
  skew({ plain, faulty, detail }) {
    const times = [plain, faulty].map((one) => Number(headerOf(one, 'webhook-timestamp')))
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(-600)
    expect(others(faulty, ...stamped)).toEqual(others(plain, ...stamped))
    expect(detail).toBe("signed with a time 600 s in the past, beyond the scheme's tolerance of 300 s")
  },
  replay({ plain, faulty, earlier }) {
    const time = (one: Attempt) => Number(headerOf(one, 'webhook-timestamp'))
    expect(time(faulty) - time(plain)).toBe(-3600)
    expect(headerOf(faulty, 'webhook-id')).toBe(headerOf(earlier, 'webhook-id'))
    expect(bodyOf(faulty)).toEqual(bodyOf(earlier))
  },
  truncate(pair) {
    expectSameMessage(pair)
    const [one] = pair.seen
    const half = Math.floor(bodyOf(pair.plain).length / 2)
    expect([one?.end, messageIn(one?.bytes ?? Buffer.alloc(0))?.body.length]).toEqual(['closed', half])
    expect(pair.detail).toBe(`closed after byte ${half} of ${bodyOf(pair.plain).length} bytes of the body`)
  },
  slow(pair) {
    expectSameMessage(pair)
    const { length } = bodyOf(pair.plain)
    expect(pair.pauses).toBe(Math.ceil(length / 10) - 1)
    expect(pair.detail).toBe(`${length} bytes of the body sent at 100 bytes per second`)
  },
  'reset(headers)'(pair) {
    expectSameMessage(pair)
    const [one] = pair.seen
    expect([one?.end, messageIn(one?.bytes ?? Buffer.alloc(0))]).toEqual(['reset', undefined])
    const [line = '', rest] = (one?.bytes.toString('latin1') ?? '').split(/(?<=^[^\n]*\n)/)
    expect(line).toMatch(/^POST .* HTTP\/1\.1\r\n$/)
    expect(pair.detail).toBe(`reset after byte ${rest?.length} of the headers`)
    expect(pair.faulty.outcome?.kind).toBe('reset')
  },
  'reset(body)'(pair) {
    expectSameMessage(pair)
    const [one] = pair.seen
    const came = messageIn(one?.bytes ?? Buffer.alloc(0))?.body.length ?? 0
    expect(one?.end).toBe('reset')
    expect(came).toBeGreaterThan(0)
    expect(came).toBeLessThan(bodyOf(pair.plain).length)
    expect(pair.detail).toBe(`reset after byte ${came} of the body`)
  },
  content_type({ plain, faulty, detail }) {
    expect([headerOf(faulty, 'content-type'), bodyOf(faulty)]).toEqual(['text/plain', bodyOf(plain)])
    expect(others(faulty, 'content-type')).toEqual(others(plain, 'content-type'))
    expect(detail).toBe('content-type "application/json" → "text/plain"')
  },
  charset(pair) {
    const { plain, faulty } = pair
    expectBodyAlone(pair, 'content-type')
    expect(headerOf(faulty, 'content-type')).toBe('application/json; charset=utf-16')
    expect(new TextDecoder('utf-16le').decode(bodyOf(faulty))).toBe(text(plain))
    expect(faulty.request.body_base64).not.toBeNull()
  },
  oversize(pair) {
    expectBodyAlone(pair)
    expect(bodyOf(pair.faulty)).toHaveLength(2_097_152)
    const { padding, ...rest } = JSON.parse(text(pair.faulty))
    expect([padding.replaceAll('x', ''), rest]).toEqual(['', JSON.parse(text(pair.plain))])
    expect(pair.detail).toMatch(/^body: at byte \d+: nothing → \d+ bytes /)
  },
  header_case({ plain, faulty, detail }) {
    const { headers } = plain.request
    const capitals = others(plain).map(([name, value]) => [name.toUpperCase(), value])
    expect(others(faulty)).toEqual(capitals)
    expect(detail).toBe(`${headers.length} header names in upper case`)
  },
  unknown_event(pair) {
    expectBodyAlone(pair)
    const { event, ...rest } = JSON.parse(text(pair.faulty))
    const { event: before, ...restBefore } = JSON.parse(text(pair.plain))
    expect([before, rest]).toEqual(['card.created', restBefore])
    expect(event).toMatch(/^unknown\.[a-z]{8}$/)
    expect(pair.detail).toContain(`event "card.created" → "${event}"`)
  },
  extra_field(pair) {
    expectBodyAlone(pair)
    const after = JSON.parse(text(pair.faulty))
    const inner = Object.values<Record<string, unknown>>(after).find((value) => typeof value === 'object')
    for (const object of [after, inner]) {
      expect(object.unexpected_field).toBe('added by the fault extra_field')
      delete object.unexpected_field
    }
    expect(after).toEqual(JSON.parse(text(pair.plain)))
  },
  missing_field(pair) {
    expectBodyAlone(pair)
    const [before, after] = [JSON.parse(text(pair.plain)), JSON.parse(text(pair.faulty))]
    expect(before.card.status).toBeDefined()
    delete before.card.status
    expect(after).toEqual(before)
  },
  reserialise(pair) {
    expectBodyAlone(pair)
    expect(JSON.parse(text(pair.faulty))).toEqual(JSON.parse(text(pair.plain)))
  },
  http10(pair) {
    expectSameMessage(pair)
    expect([pair.plain.request.http_version, pair.faulty.request.http_version]).toEqual(['1.1', '1.0'])
    expect(messageIn(pair.seen[0]?.bytes ?? Buffer.alloc(0))?.line).toBe('POST /hook HTTP/1.0')
  },
  chunked({ plain, faulty, seen }) {
    expect(others(faulty, ...framing)).toEqual(others(plain, ...framing))
    expect([headerOf(faulty, 'transfer-encoding'), headerOf(faulty, 'content-length')]).toEqual([
      'chunked',
      undefined,
    ])
    const message = messageIn(seen[0]?.bytes ?? Buffer.alloc(0))
    expect([message?.isChunked, message?.body]).toEqual([true, bodyOf(plain)])
  },
}

const faults = listFaults().filter(({ fault }) => fault !== 'sticky')

test('every fault of the catalogue is held against its bytes', () => {
  expect(faults.map(({ fault }) => fault).toSorted()).toEqual(Object.keys(held).toSorted())
})

test.each(faults)(
  '$fault: a receiver sees what the record says, and that is what the fault says',
  async ({ fault, example }) => {
    const time = holdTimers(100)
    const { sandbox, receiver, send, resend } = await startWorld({
      config: { delivery: { timestamps: 'clock', retry_delays: ['1d'], timeout: '0' } },
      outside: time.outside,
    })
    const before = await send(undefined, 'customer.updated')
    const plainId = await send()
    await sandbox.settle()
    const [[earlier], [plain]] = [await sandbox.attempts(before), await sandbox.attempts(plainId)]
    const already = receiver.seen.length
    const id = await resend(plainId, { fault: example })
    let [isDone, pauses] = [false, 0]
    const settled = sandbox.clock({ advance: '5m' }).then(() => (isDone = true))
    // What trickles in does so when told.
    while (!isDone) {
      pauses += time.waiting()
      time.release()
      await sandbox.get('/sandbox/health')
    }
    await settled
    const delivery = await sandbox.delivery(id)
    const expected = fault === 'drop' ? 0 : delivery.attempts.length
    await expect.poll(() => receiver.seen.length - already).toBe(expected)
    const seen = receiver.seen.slice(already)
    for (const attempt of delivery.attempts) {
      expect(attempt).toMatchObject({ fault: delivery.fault, number: expect.any(Number) })
      expect(attempt.changes.map(({ fault: name }) => name)).toContain(delivery.fault)
      const its = seen.find(({ bytes }) => bytes.includes(headerOf(attempt, 'webhook-signature') ?? ''))
      if (fault !== 'drop') expectRecorded(attempt, its ?? (seen[0] as Seen))
    }
    const [faulty] = delivery.attempts
    if (!plain || !faulty || !earlier) throw new Error('an attempt is missing')
    const detail = faulty.changes.map((change) => change.detail).join('; ')
    held[fault]?.({ plain, faulty, seen, detail, earlier, pauses })
    expect(sandbox.troubles).toEqual([])
  },
)
