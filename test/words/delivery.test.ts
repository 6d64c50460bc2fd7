import { expect, test } from 'vitest'
import type { DeliveryRow } from '../../server/wire.ts'
import { isSpoilt, onPurpose, quoted, sayAnswer, spoiltBy } from '../../server/words/delivery.ts'
import { headline } from '../../server/words/delivery-lines.ts'
import { repliedOnPurpose } from '../../server/words/reply.ts'

const said = (body: string) => quoted({ body, body_base64: null })

test('the own words of a receiver are the message of its body, else the first line', () => {
  const problem = { type: 'about:blank', title: 'Maintenance', detail: 'Back at 12:00.' }
  expect(said(JSON.stringify(problem))).toBe('"Maintenance: Back at 12:00."')
  for (const body of [
    { error: { code: 'E1', message: 'no such card' } },
    { Code: 'E1', Message: 'no such card' },
    { errors: ['no such card', 'and more'] },
    { error: 'no such card' },
  ])
    expect(said(JSON.stringify(body))).toBe('"no such card"')
  expect(said('{\n  "ok": false,\n  "reason": { "code": "bad_signature", "at": [1, 2] }\n}')).toBe(
    '"ok: false, code: bad_signature, 1, 2"',
  )
  expect(said('"invalid   signature"')).toBe('"invalid signature"')
  expect([said('{}'), said('[]'), said('{"of":{}}')]).toEqual([undefined, undefined, undefined])
  expect(said('{"message": cut')).toBe('"{"message": cut"')
  expect(said('first\nsecond')).toBe('"first"')
  expect(said('<html>')).toBeUndefined()
  expect(said(`refused ${'because it is '.repeat(9)}`)).toMatch(
    /^"refused (because it is )+because…"$|^"refused .{50,72} (because|it|is)…"$/,
  )
  expect(said('x'.repeat(200))).toHaveLength(82)
})

test('a copy that the receiver did not accept is no success', () => {
  const row = (status: number) =>
    ({
      ...{ id: 'dlv_1', event: 'card.created', url: 'http://box/', state: 'succeeded', summary: null },
      ...{ fault_parts: [{ name: 'duplicate', text: 'duplicate', args: {} }], reason_facts: null },
      ...{
        last_outcome: { kind: 'responded', status },
        attempts_made: 1,
        next_attempt_at: null,
        last_duration_ms: null,
      },
    }) as unknown as DeliveryRow
  const said = (status: number) => headline(row(status))[0]?.text
  expect(said(200)).toBe('✓ card.created → box/: HTTP 200 OK')
  expect(said(500)).toBe('✕ card.created → box/: accepted, but a copy got HTTP 500 Internal Server Error')
})

test('a status is said with its name, and a status without a name by its number', () => {
  const answer = (status: number) => sayAnswer({ kind: 'responded', status }, null)
  expect(answer(503)).toBe('HTTP 503 Service Unavailable')
  expect(answer(599)).toBe('HTTP 599')
})

test('what a fault did is a headline, and a fault that could not change the signature is only named', () => {
  const of = (name: string, signed_content: string | null = 'signed') => {
    const fault_parts = [{ name, text: name, args: {} }]
    return { fault: name, fault_parts, signed_content } as Parameters<typeof onPurpose>[0]
  }
  expect(onPurpose(of('tamper(signature)'))).toBe('Tampered on purpose: one character of the signature')
  expect(onPurpose(of('tamper(signature)', null))).toBe('Sent on purpose with tamper(signature)')
  expect(onPurpose(of('http10'))).toBe('Sent on purpose with http10')
  expect(onPurpose({ ...of('drop'), fault: null })).toBeUndefined()
  expect([isSpoilt(of('skew')), isSpoilt(of('delay'))]).toEqual([true, false])
  const spoilt = (name: string, result: 'failed' | 'verified' | 'unsigned') => spoiltBy(of(name), { result })
  expect(spoilt('tamper(signature)', 'failed')).toBe('Tampered on purpose: one character of the signature')
  expect([spoilt('tamper(signature)', 'verified'), spoilt('delay', 'failed')]).toEqual([null, null])
})

test('a failure that an endpoint answered as set was on purpose', () => {
  const replied = (kind: Parameters<typeof repliedOnPurpose>[0]['kind'], status: number) =>
    repliedOnPurpose({ kind, status, to: null })
  expect(replied('forced', 503)).toBe('Answered on purpose: 503 Service Unavailable')
  expect(replied('hang', 0)).toBe('Answered on purpose: no response')
  expect([replied('fixed', 200), replied('forward_failed', 502), replied('too_large', 413)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
