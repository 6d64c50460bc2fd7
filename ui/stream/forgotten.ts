/** Removes rows from the list that retention deleted in the sandbox. */
import { effect } from '@preact/signals'
import { throttle } from '../kit/pace.ts'
import { health } from '../live/health.ts'
import { type Kind, plurals } from '../live/routes.ts'
import { fromEnd, isRead, readNewer, type Source } from './source.ts'
import { heldAt, rows, span } from './span.ts'
import { drop } from './stream.ts'

/** The most pages to search for deleted rows. Pinned and unfinished records remain below them. */
const mostPages = 5

/** Higher than any sequence number. */
const all = Number.MAX_SAFE_INTEGER

const listed = (kind: Kind) => [...rows.all()].filter((entry) => entry.kind === kind)

/** Removes rows from the list that the sandbox no longer has. */
async function takeOut(source: Source): Promise<void> {
  const { turn } = span
  let from = fromEnd(source)
  for (let pages = 0; pages < mostPages && from.newest < all; pages++) {
    const before = listed(source.kind)
    const page = await readNewer(from, all)
    if (!isRead(page) || turn !== span.turn) return
    const there = new Set(page.rows.map(({ id }) => id))
    const last = page.rows.at(-1)?.seq ?? all
    const { newest } = from
    const gone = before.filter(({ id, seq }) => seq > newest && seq <= last && !there.has(id))
    if (gone.length > 0) return drop(gone.map(({ id }) => id))
    from = { ...from, ...page.known }
  }
}

/** The number of deleted records of a kind at the last check. */
const known = new Map<Kind, number>()

/** The live frame of retention holds only counts. */
const look = throttle(1000, async () => {
  // A paused list keeps its rows.
  if (heldAt.peek() !== null) return
  for (const source of span.sources) {
    const gone = health.peek()?.gone[plurals[source.kind]] ?? 0
    const before = known.get(source.kind)
    known.set(source.kind, gone)
    // A list that was just read is up to date.
    if (before !== undefined && before !== gone) await takeOut(source)
  }
})

/** Keeps the list in step with retention; returns the function that stops it. */
export const letForgottenGo = (): (() => void) =>
  effect(() => {
    if (health.value !== null && heldAt.value === null) look()
  })
