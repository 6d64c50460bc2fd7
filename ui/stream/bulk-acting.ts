/** Runs a bulk action on all listed records, and shows the result. */
import { count } from '../kit/format.ts'
import { type Result, request } from '../live/api.ts'
import type { Entry } from '../live/entries.ts'
import { said } from '../live/refusal.ts'
import { touched } from '../live/touched.ts'
import { doLater } from '../live/undo.ts'
import { close, place, question } from '../place/navigation.ts'
import { type BulkAct, type BulkAnswer, type BulkOrder, bulkActs, bulkWords } from './bulk.ts'
import { bulkOutcome } from './bulk-asked.ts'
import { hasOlder, hide, loading, rows, shown } from './stream.ts'

const listedEntries = () => rows.between(shown.value.from, shown.value.to)

/** The sequence number of the newest listed record. */
export function newestListed(): number {
  const { to } = shown.value
  return rows.line(to - 1)?.entry.seq ?? 0
}

/** The number of affected records up to a sequence number; null if only the sandbox can count them. */
export function knownCount(act: BulkAct, newest: number): number | null {
  if (loading.value || hasOlder.value) return null
  const { kind } = bulkActs[act]
  if (act === 'recover') return null
  return listedEntries().filter((entry) => entry.kind === kind && entry.seq <= newest && isMeant(act, entry))
    .length
}

function isMeant(act: BulkAct, entry: Entry): boolean {
  if (entry.kind === 'delivery') {
    const { state } = entry.data
    if (act === 'attempt-now') return state === 'pending' || state === 'retrying'
    if (act === 'cancel') return state === 'pending' || state === 'retrying' || state === 'sending'
  }
  if (entry.kind === 'capture') {
    if (act === 'pin') return !entry.data.pinned
    if (act === 'unpin') return entry.data.pinned
    if (act === 'delete') return goes(entry)
  }
  return true
}

const goes = (entry: Entry) =>
  entry.kind === 'capture' && (!entry.data.pinned || /(^|\s)pinned:true\b/.test(place.value.q))

const send = (order: BulkOrder) => request<BulkAnswer>('POST', order.path, { body: order.body })

/** Runs the action and returns the problem, if any. A deletion can be undone for a few seconds. */
export async function doToAll(order: BulkOrder): Promise<Result<unknown>> {
  if (order.act === 'delete') {
    removeAll(order)
    return { ok: true, value: null }
  }
  const done = await send(order)
  if (done.ok) tell(bulkWords(order.act, done.value))
  return done
}

function tell(words: string): void {
  bulkOutcome.value = words
  said.value = words
  touched.value++
}

function removeAll(order: BulkOrder): void {
  const { up_to: newest = 0 } = order.body as { up_to?: number }
  const asked = JSON.stringify(question.value)
  const leaving = listedEntries().filter((entry) => entry.seq <= newest && goes(entry))
  const ids = new Set(leaving.map(({ id }) => id))
  const isAll = knownCount('delete', newest) !== null
  const before = place.value
  if (before.open !== null && ids.has(before.open)) close('replace')
  const end = hide(
    (entry) =>
      ids.has(entry.id) ||
      // Records that load now also belong to the deletion while the filter is the same.
      (entry.seq <= newest && goes(entry) && JSON.stringify(question.value) === asked),
  )
  doLater({
    said: isAll
      ? `Deleted ${count(ids.size)} ${ids.size === 1 ? 'capture' : 'captures'}`
      : 'Deleted all captures that match',
    async run() {
      const done = await send(order)
      end(false)
      if (done.ok) tell(bulkWords('delete', done.value))
      return done
    },
    undo: () => end(true),
  })
}
