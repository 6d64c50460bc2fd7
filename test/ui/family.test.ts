import { afterEach, expect, test, vi } from 'vitest'
import type { CaptureRow } from '../../server/wire.ts'
import { readFamily, type Thing } from '../../ui/stream/grouping-family.ts'
import { attemptRow, callRow, captureRow, deliveryRow, eventRow } from './samples.ts'

/** A sandbox that answers by path, query left out; what it does not know is refused. Answers what it was asked. */
function answering(answers: Record<string, unknown>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const answer = answers[path.split('?')[0] ?? '']
    return answer === undefined ? Response.json({}, { status: 404 }) : Response.json(answer)
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

const event = { ...eventRow(2), call_id: 'cal_1', payload: {} }
const delivery = deliveryRow(3, {
  event_id: 'evt_2',
  state: 'retrying',
  attempts_made: 1,
  next_attempt_at: 'soon',
})
const capture = captureRow(4, { delivery_id: 'dlv_3', webhook_id: 'evt_2' })

/** A capture as its detail reads it. */
const asRead = (row: CaptureRow) => ({ ...row, body: null, body_base64: null, exchanges: [] })

async function treeOf(thing: Thing): Promise<string[] | null> {
  const family = await readFamily(thing)
  return family.ok
    ? family.value.lines.map(
        ({ entry, attempt, branch }) =>
          `${'  '.repeat(branch?.depth ?? 0)}${entry.id}${attempt > 0 ? `:${attempt}` : ''}`,
      )
    : null
}

test('a capture leads to its call through event, delivery and attempts', async () => {
  const asked = answering({
    '/sandbox/events/evt_2': { event },
    '/sandbox/calls/cal_1': { call: callRow(1) },
    '/sandbox/events': { events: [event], next: null },
    '/sandbox/deliveries': { deliveries: [delivery], next: null },
    '/sandbox/deliveries/dlv_3': { delivery: { ...delivery, attempts: [attemptRow('dlv_3', 1)] } },
    '/sandbox/captures': { captures: [capture], next: null },
  })
  expect(await treeOf({ kind: 'capture', data: asRead(capture) })).toEqual([
    'cal_1',
    '  evt_2',
    '    dlv_3',
    '      dlv_3:1',
    '        cap_4',
    '      dlv_3:2',
  ])
  expect(asked).toContain('/sandbox/deliveries/dlv_3?body_limit=0')
})

test('the remaining records stay together after call and event were deleted', async () => {
  answering({
    '/sandbox/deliveries': { deliveries: [delivery], next: null },
    '/sandbox/captures': { captures: [capture], next: null },
  })
  expect(await treeOf({ kind: 'capture', data: asRead(capture) })).toEqual([
    'dlv_3',
    '  dlv_3:1',
    '  dlv_3:2',
    '  cap_4',
  ])
})

test('a capture from an unknown sender has no group', async () => {
  answering({})
  expect(await treeOf({ kind: 'capture', data: asRead(captureRow(9)) })).toEqual(['cap_9'])
})
