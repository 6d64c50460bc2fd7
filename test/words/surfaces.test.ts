import { expect, test } from 'vitest'
import { detailLines } from '../../server/cli/delivery-detail.ts'
import { attemptWire } from '../../server/delivery/attempts.ts'
import type { Capture, Delivery, Exchange, Outcome } from '../../server/wire.ts'
import { rowLine } from '../../server/words/delivery-lines.ts'
import type { Line } from '../../server/words/spans.ts'
import { answeredWords } from '../../ui/capture/answered.ts'
import { deliveryRow } from '../ui/samples.ts'

const at = '127.0.0.1:3000'
const outcomes: Exclude<Outcome, { kind: 'responded' }>[] = [
  { kind: 'timed_out', after_ms: 10_000, phase: 'waiting' },
  { kind: 'refused', code: 'ECONNREFUSED', address: at },
  { kind: 'reset', code: 'closed', address: at },
  { kind: 'dns', code: 'ENOTFOUND', address: 'nobody.test' },
  { kind: 'tls', code: 'no_tls', address: at },
  { kind: 'blocked', code: 'public_address', address: '8.8.8.8' },
  { kind: 'interrupted', code: 'stopped' },
  { kind: 'aborted', code: 'by_hand', after_ms: 1200 },
  { kind: 'dropped', code: 'fault_drop' },
]

const textOf = (lines: readonly Line[]) => lines.flatMap((line) => line.map(({ text }) => text)).join(' ')

test.each(outcomes)('$kind reads the same in the API, on the command line and on the page', (outcome) => {
  const attempt = attemptWire({
    seq: 1,
    id: 'att_1',
    deliverySeq: 1,
    deliveryId: 'dlv_1',
    number: 1,
    startedAt: 0,
    signedAt: 0,
    durationMs: 1,
    outcome,
    phases: null,
    fault: null,
  })
  const words = attempt.outcome && 'detail' in attempt.outcome ? attempt.outcome.detail : ''
  expect(words).not.toBe('')
  const row = deliveryRow(1, { state: 'failed', attempts_made: 1, last_outcome: attempt.outcome })
  const delivery = {
    ...row,
    findings: [],
    attempts: [
      { ...attempt, released: false, request: { headers: [], body: '' }, response: null, changes: [] },
    ],
  } as unknown as Delivery
  const exchange = { kind: 'forward', outcome: attempt.outcome } as Exchange
  const capture = { reply: { status: 502 }, duration_ms: 1, exchanges: [exchange] } as Capture
  for (const surface of [
    textOf([rowLine(row)]),
    textOf(detailLines(delivery, { all: false })),
    answeredWords(capture),
  ])
    expect(surface).toContain(words)
})
