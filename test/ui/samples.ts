import type { AttemptRow, CaptureRow, DeliveryRow, EventRow } from '../../server/wire.ts'

const at = '2026-01-01T09:00:00.000000Z'

/** Rows as the sandbox lists them, with only what a test cares for spelled out. */
export const eventRow = (seq: number): EventRow => ({
  id: `evt_${seq}`,
  seq,
  event: 'card.created',
  occurred_at: at,
  source: 'trigger',
  run_id: null,
})

export const deliveryRow = (seq: number, change: Partial<DeliveryRow> = {}): DeliveryRow => ({
  id: `dlv_${seq}`,
  seq,
  event_id: 'evt_1',
  event: 'card.created',
  subscription_id: 's',
  url: 'http://localhost:3000/hook',
  scheme: 'standard-webhooks',
  state: 'pending',
  attempts_made: 0,
  attempts_max: 8,
  last_outcome: null,
  last_duration_ms: null,
  next_attempt_at: null,
  fault: null,
  reason: null,
  created_at: at,
  finished_at: null,
  ...change,
})

export const captureRow = (seq: number, change: Partial<CaptureRow> = {}): CaptureRow => ({
  id: `cap_${seq}`,
  seq,
  endpoint: 'demo',
  received_at: at,
  method: 'POST',
  path: '/in/demo',
  query: '',
  http_version: '1.1',
  framing: 'length',
  expects_continue: false,
  peer: '127.0.0.1:50000',
  duration_ms: 1,
  body_size: 2,
  body_omitted: false,
  body_cut: false,
  event: null,
  headers: [],
  trailers: [],
  verdict: {
    result: 'verified',
    scheme: 'standard-webhooks',
    reason: '',
    hint: null,
    signed_at: at,
    secret_of: null,
    signed_content: null,
    expected: null,
    received: null,
    checks: [],
    causes: [],
    explained: true,
    tried: null,
  },
  reply: { status: 200, rule: 'default', delay_ms: 0 },
  webhook_id: null,
  delivery_id: null,
  mistakes: [],
  pinned: false,
  note: null,
  ...change,
})

export const attemptRow = (
  delivery: string,
  number: number,
  change: Partial<AttemptRow> = {},
): AttemptRow => ({
  id: `att_${delivery}_${number}`,
  delivery_id: delivery,
  number,
  started_at: at,
  signed_at: at,
  duration_ms: 5,
  outcome: { kind: 'responded', status: 503 },
  phases: null,
  fault: null,
  ...change,
})
