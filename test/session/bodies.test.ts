import { expect, test } from 'vitest'
import { compareSessions } from '../../server/session/compare.ts'
import type { Session, SessionAttempt } from '../../server/session/session.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { replayOf, sessionOf } from './world.ts'

const able = { times: false, signatures: false, answers: true, whole: true }

/** What is told apart of two bodies as one attempt sent them on a clock that ran. */
function apart(expected: Buffer, came: Buffer) {
  const outcome = (body: Buffer): Session['outcome'] => {
    const request = { headers: [], body: body.toString('utf8'), body_base64: body.toString('base64') }
    const attempt = { id: 'att_1', outcome: null, request } as unknown as SessionAttempt
    return {
      events: [],
      deliveries: [],
      attempts: [{ ...attempt, outcome: { kind: 'responded', status: 200 } }],
    }
  }
  const session = { inputs: [], outcome: outcome(expected) }
  return compareSessions(session, { statuses: [], outcome: outcome(came) }, able).differences.map(
    ({ path, expected, came }) => ({ path, expected, came }),
  )
}
const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const [then, now] = ['2026-01-01T09:00:00.123456+00:00', '2026-01-02T10:00:00.5Z']

test.each([false, true])(
  'times in UTF-16 are not compared either where the clock ran, the rest is',
  (big) => {
    expect(apart(utf16(`{"at":"${then}"}`, big), utf16(`{"at":"${now}"}`, big))).toEqual([])
    const [found] = apart(utf16(`{"at":"${then}","a":1}`, big), utf16(`{"at":"${now}","a":2}`, big))
    expect(found?.path).toMatch(/^request\.body/)
  },
)

test('a time is one also where a fault has made a letter of it another', () => {
  const [one, other] = [then, now].map((time) => Buffer.from(`{"at":"${time.replace('T', 'R')}"}`))
  expect(apart(one ?? Buffer.alloc(0), other ?? Buffer.alloc(0))).toEqual([])
})

test('a session in which bodies left in other charsets comes out the same', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe((await startReceiver()).url)
  for (const charset of ['utf-16', 'utf-16be', 'iso-8859-1'])
    await sandbox.trigger('card.created', { subscription_id: id, fault: `charset(${charset})` })
  await sandbox.settle()
  const { code, out } = await replayOf(await sessionOf(sandbox))
  expect([code, out.split('\n').at(-1)]).toEqual([0, 'attempts   3: the same'])
})
