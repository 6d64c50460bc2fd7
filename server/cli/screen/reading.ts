/** Reads the deliveries from the sandbox, and keeps the state of the screen up to date. */

import { withQuery } from '../../library/ask.ts'
import { createOneAtATime } from '../../memory/one-at-a-time.ts'
import type { Outside } from '../../outside.ts'
import type { DeliveryRow, Frame } from '../../wire.ts'
import { fromIso } from '../../words/time.ts'
import type { Client } from '../client.ts'
import { decodedAnswers } from '../decoded.ts'
import { readDelivery } from '../deliveries.ts'
import { anyState, type DeliveryFilter, fitsFilter } from '../delivery-filter.ts'
import { fittingOf } from '../delivery-fitting.ts'
import type { KnownSubscriptions } from '../known-subscriptions.ts'
import { tellUnfitting, tellUnlisted } from '../nothing-found.ts'
import { withWholeIds } from '../subscription/meant.ts'
import {
  emptied,
  keptRows,
  nowOf,
  readClock,
  type ScreenState,
  withRow,
  withRows,
  withStart,
} from './state.ts'
import { type Store, tried } from './tried.ts'
import { type Effect, withFilterLine } from './update.ts'

interface Page {
  deliveries: DeliveryRow[]
  next: string | null
}

export function createReading(
  needs: Store & { client: Client; subscriptions: KnownSubscriptions; outside: Outside },
) {
  const { client, subscriptions, outside, read, change } = needs
  const unasked = createUnasked(needs)
  /** The deliveries that were reported while the list was read. */
  let meanwhile: DeliveryRow[] | null = null
  const oneAtATime = createOneAtATime()

  /** Reads the newest matching deliveries. A new filter takes effect once the sandbox has accepted it. */
  const readList = (by?: Pick<ScreenState, 'filter' | 'filterText' | 'selected'>) =>
    oneAtATime(async () => {
      const came: DeliveryRow[] = []
      meanwhile = came
      try {
        const path = withQuery('/sandbox/deliveries', { ...(by ?? read()).filter, limit: 500 })
        const { deliveries, next } = await client.get<Page>(path, 'deliveries')
        unasked.clear()
        change((state) => withRows({ ...state, ...by, hasOlder: next !== null }, deliveries.toReversed()))
      } finally {
        meanwhile = null
      }
      for (const row of came) take(row)
      for (const { id, state } of read().rows)
        if (state === 'sending' && !read().started.has(id)) await tried(needs, () => readStart(id))
    })
  const load = () => tried(needs, () => readList())

  /** After an empty result, shows which events and subscriptions of the filter do not exist. */
  async function tellWhyNone(filter: DeliveryFilter) {
    if (read().rows.length > 0) return
    const said: string[] = []
    const terminal = { log: (line: string) => void said.push(line) }
    tellUnfitting(terminal, filter.event)
    await tellUnlisted({ client, terminal }, { subscription: filter.subscription_id })
    if (said.length === 0 || read().filter !== filter) return
    change((state) => ({ ...state, message: { text: said.join(' '), isBad: true } }))
  }

  /** A refused filter returns to the input line, and the old filter stays in effect. */
  const filterBy = ({ filter: typed, text }: Extract<Effect, { do: 'filter' }>) =>
    tried(needs, async () => {
      try {
        const filter = await withWholeIds(client, typed)
        await readList({ filter, filterText: text, selected: null })
        await tellWhyNone(filter)
      } catch (error) {
        change((state) => withFilterLine(state, text))
        throw error
      }
    })

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

  /** Reads the delivery in the detail view. */
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
  /** As {@link open}, if the delivery is still shown. */
  async function reopen(id?: string) {
    const { mode } = read()
    if (mode.kind === 'detail' && (id === undefined || mode.id === id)) await open(mode.id)
  }

  function take(row: DeliveryRow) {
    meanwhile?.push(row)
    const { filter, rows } = read()
    // A delivery that matched once is assumed to match still.
    if (anyState(filter).q !== undefined && fitsFilter(filter, row) && !rows.some(({ id }) => id === row.id))
      return unasked.put(row)
    unasked.delete(row.id)
    change((state) => withRow(state, row))
  }

  /** A rotation, a deletion or a reset changes the secret that receivers verify with. */
  const showSecret = () => change((state) => ({ ...state, secret: subscriptions.secretHint() }))
  async function readSubscriptions() {
    await subscriptions.read()
    showSecret()
  }

  async function hear(frame: Frame) {
    switch (frame.kind) {
      case 'delivery':
        take(frame.data)
        return reopen(frame.data.id)
      case 'attempt':
        if (frame.data.outcome === null) start(frame.data.delivery_id, frame.data.started_at)
        return
      case 'clock':
        return change((state) => ({ ...state, clock: readClock(frame.data, outside.elapsed()) }))
      case 'subscription':
        subscriptions.take(frame.data)
        return showSecret()
      case 'reset':
        unasked.clear()
        change(emptied)
        return tried(needs, readSubscriptions)
    }
  }

  return {
    load,
    carryOut: (effect: Extract<Effect, { do: 'filter' | 'open' }>) =>
      effect.do === 'filter' ? filterBy(effect) : open(effect.id),
    live: {
      hear,
      replaced() {
        unasked.clear()
        change((state) => ({ ...state, rows: [], hasOlder: false, started: new Map() }))
      },
      async fill() {
        await readList()
        await readSubscriptions()
        await reopen()
      },
      lost: (lost: string) => change((state) => ({ ...state, lost })),
      back() {
        // An error message about the lost sandbox no longer applies.
        const kept = ({ message }: ScreenState) => (message?.isBad ? null : message)
        change((state) => ({ ...state, lost: null, message: kept(state) }))
        void unasked.goOn()
      },
    },
  }
}

/** Reported deliveries that wait for a search: only the sandbox can search for the words of `q`. */
function createUnasked(needs: Store & { client: Client }) {
  const { client, read, change } = needs
  const unasked = new Map<string, DeliveryRow>()
  let isAsking = false

  async function askAll() {
    if (isAsking) return
    isAsking = true
    try {
      while (unasked.size > 0) {
        const { filter } = read()
        const asked = [...unasked.values()]
        const fitting = await fittingOf(client, filter, asked)
        if (filter === read().filter) for (const row of asked) settle(row, fitting.has(row.id))
      }
    } finally {
      isAsking = false
    }
  }

  function settle(asked: DeliveryRow, fits: boolean) {
    // The delivery may have changed since, and may contain the words now.
    const newest = unasked.get(asked.id)
    if (newest === undefined || (!fits && newest !== asked)) return
    unasked.delete(asked.id)
    if (fits) change((state) => withRow(state, newest))
  }

  /** After an error, the deliveries wait for the next search. */
  const goOn = () => tried(needs, askAll)

  return {
    goOn,
    put(row: DeliveryRow) {
      unasked.delete(row.id)
      unasked.set(row.id, row)
      const [oldest] = unasked.keys()
      if (unasked.size > keptRows && oldest !== undefined) unasked.delete(oldest)
      void goOn()
    },
    delete: (id: string) => void unasked.delete(id),
    clear: () => unasked.clear(),
  }
}
