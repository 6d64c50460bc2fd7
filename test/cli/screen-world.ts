import { paint } from '../../server/cli/paint.ts'
import type { Key } from '../../server/cli/screen/keys.ts'
import { initialState, type ScreenState, withRow } from '../../server/cli/screen/state.ts'
import { type Effect, press } from '../../server/cli/screen/update.ts'
import { view } from '../../server/cli/screen/view.ts'
import { faultWire } from '../../server/faults/read-once.ts'
import type { DeliveryRow } from '../../server/wire.ts'
import { addressName } from '../../server/words/receiver.ts'

export const row = (seq: number, over: Partial<DeliveryRow> = {}): DeliveryRow => ({
  id: `dlv_${seq}`,
  seq,
  event_id: `evt_${seq}`,
  event: 'card.created',
  summary: null,
  subscription_id: 'sub',
  url: 'http://127.0.0.1:3000/hook',
  scheme: 'standard-webhooks',
  state: 'succeeded',
  attempts_made: 1,
  attempts_max: 8,
  last_outcome: { kind: 'responded', status: 200 },
  last_duration_ms: 12,
  next_attempt_at: null,
  ...faultWire(over.fault ?? null),
  edited: false,
  check_id: null,
  reason: null,
  reason_code: null,
  reason_facts: null,
  created_at: '2026-01-01T09:00:00.000000Z',
  finished_at: '2026-01-01T09:00:01.000000Z',
  ...over,
})

/** A screen of 100 by 12 at 09:00:00, `elapsed` 0. */
export const screen = (rows: readonly DeliveryRow[] = [], over: Partial<ScreenState> = {}): ScreenState =>
  rows.reduce(withRow, {
    ...initialState({
      base: 'http://127.0.0.1:4400',
      trigger: 'webhook-sandbox trigger card.created --url http://127.0.0.1:4400',
      secret: 'secret whsec_abc',
      receiverName: ({ url }) => addressName(url),
      clock: { mode: 'real', now: Date.UTC(2026, 0, 1, 9) * 1000, speed: 1, at: 0 },
      columns: 100,
      height: 12,
    }),
    ...over,
  })

/** What stands on the screen, line by line, without what is empty at the ends. */
export const shown = (state: ScreenState, elapsed = 0): string[] =>
  view(state, elapsed).lines.map((line) => paint(line, { colour: false, columns: state.columns }).trimEnd())

/** The highlighted line. */
export const highlighted = (state: ScreenState): string | undefined =>
  shown(state)[view(state, 0).selected ?? -1]

/** A key by its name, `ctrl-c` with Ctrl, or a text to type. */
const keyNamed = (name: string): Key =>
  name.startsWith('ctrl-')
    ? { name: name.slice(5), ctrl: true, text: '' }
    : { name, ctrl: false, text: [...name].length === 1 ? name : '' }

/** Presses keys one after the other; answers the state and what was asked of the world. */
export function pressed(state: ScreenState, ...names: string[]): { state: ScreenState; effects: Effect[] } {
  const effects: Effect[] = []
  let now = state
  for (const name of names) {
    const step = press(now, keyNamed(name))
    now = step.state
    if (step.effect) effects.push(step.effect)
  }
  return { state: now, effects }
}
