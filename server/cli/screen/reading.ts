import type { Outside } from '../../outside.ts'
import { StartError } from '../../start-error.ts'
import { fromIso } from '../../time.ts'
import type { DeliveryRow, Frame } from '../../wire.ts'
import { type Client, withQuery } from '../client.ts'
import { decodedAnswers } from '../decoded.ts'
import { createFitting, readDelivery } from '../deliveries.ts'
import { readSecretHint } from '../secret-hint.ts'
import { nowOf, readClock, type ScreenState, withRow, withRows, withStart } from './state.ts'
import type { Effect } from './update.ts'

/** Where the state is, and how it is changed. */
export interface Store {
  read(): ScreenState
  change(how: (state: ScreenState) => ScreenState): void
}

/** Does something that may be refused; a refusal is shown. */
export async function tried({ change }: Store, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const text = `${error.message} ${error.fix}`
    change((state) => ({ ...state, message: { text, isBad: true } }))
  }
}

/** Brings what the sandbox knows and tells into the state. */
export function createReading(needs: Store & { client: Client; outside: Outside }) {
  const { client, outside, read, change } = needs
  /** What came while the list was read. */
  let meanwhile: DeliveryRow[] | null = null
  let turn = 0

  /** The newest deliveries that fit the filter, in place of what is shown. */
  async function readList() {
    const mine = ++turn
    meanwhile = []
    const path = withQuery('/sandbox/deliveries', { ...read().filter, limit: 500 })
    const { deliveries } = await client.get<{ deliveries: DeliveryRow[] }>(path, 'deliveries')
    if (mine !== turn) return
    const since = meanwhile
    meanwhile = null
    change((state) => since.reduce(withRow, withRows(state, deliveries.toReversed())))
    for (const { id, state } of deliveries)
      if (state === 'sending' && !read().started.has(id)) await readStart(id)
  }
  const load = () => tried(needs, readList)

  function start(id: string, startedAt: string) {
    const { clock } = read()
    const elapsed = outside.elapsed()
    const waited = (nowOf(clock, elapsed) - (fromIso(startedAt) ?? 0)) / 1000 / clock.speed
    change((state) => withStart(state, id, elapsed - Math.max(0, waited)))
  }
  async function readStart(id: string) {
    const newest = (await readDelivery(client, id)).delivery.attempts.at(-1)
    if (newest?.outcome === null) start(id, newest.started_at)
  }

  /** Reads the delivery that is looked at. */
  const open = (id: string) =>
    tried(needs, async () => {
      const { delivery } = await readDelivery(client, id)
      const decoded = await decodedAnswers(client, delivery)
      change((state) =>
        state.mode.kind === 'detail' && state.mode.id === id
          ? { ...state, mode: { ...state.mode, delivery, decoded } }
          : state,
      )
    })
  /** As {@link open}, where it is still looked at. */
  async function reopen(id?: string) {
    const { mode } = read()
    if (mode.kind === 'detail' && (id === undefined || mode.id === id)) await open(mode.id)
  }

  async function take(row: DeliveryRow) {
    const { filter, rows } = read()
    // A search looks at what does not change: what fitted once still does.
    const isKnown = rows.some(({ id }) => id === row.id)
    if (filter.q !== undefined && !isKnown && !(await createFitting(client, filter)(row))) return
    meanwhile?.push(row)
    change((state) => withRow(state, row))
  }

  /** What receivers verify with, which a rotation, a deletion and a reset change. */
  async function readSecret() {
    const secret = await readSecretHint(client)
    change((state) => ({ ...state, secret }))
  }

  async function hear(frame: Frame) {
    switch (frame.kind) {
      case 'delivery':
        await take(frame.data)
        return reopen(frame.data.id)
      case 'attempt':
        if (frame.data.outcome === null) start(frame.data.delivery_id, frame.data.started_at)
        return
      case 'clock':
        return change((state) => ({ ...state, clock: readClock(frame.data, outside.elapsed()) }))
      case 'subscription':
        return tried(needs, readSecret)
      case 'reset':
        change((state) => ({
          ...state,
          rows: [],
          started: new Map(),
          selected: null,
          mode: { kind: 'list' },
        }))
        return tried(needs, readSecret)
    }
  }

  return {
    load,
    carryOut: (effect: Extract<Effect, { do: 'load' | 'open' }>) =>
      effect.do === 'load' ? load() : open(effect.id),
    live: {
      hear,
      replaced: () => change((state) => ({ ...state, rows: [], started: new Map() })),
      async fill() {
        await readList()
        await readSecret()
        await reopen()
      },
    },
  }
}
