import { effect } from '@preact/signals'
import { throttle } from '../kit/pace.ts'
import { health } from '../live/health.ts'
import { type Kind, plurals } from '../live/routes.ts'
import { fromEnd, isRead, readNewer, type Source } from './source.ts'
import { heldAt, rows, span } from './span.ts'
import { drop } from './stream.ts'

/** So many pages at most are looked through for what is gone: what is pinned or unfinished stays below it. */
const mostPages = 5

/** Above every number there is. */
const all = Number.MAX_SAFE_INTEGER

const listed = (kind: Kind) => [...rows.all()].filter((entry) => entry.kind === kind)

/** Takes out of the list what the sandbox no longer has of its oldest. */
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

/** How many of a kind had gone when it was last looked for them. */
const known = new Map<Kind, number>()

/** The retention tells of nothing but how many went. */
const look = throttle(1000, async () => {
  // Who stopped the list reads on in what it showed.
  if (heldAt.peek() !== null) return
  for (const source of span.sources) {
    const gone = health.peek()?.gone[plurals[source.kind]] ?? 0
    const before = known.get(source.kind)
    known.set(source.kind, gone)
    // What is listed for the first time has just been read.
    if (before !== undefined && before !== gone) await takeOut(source)
  }
})

/** Keeps the list to what the sandbox still has, until it is told to stop. */
export const letForgottenGo = (): (() => void) =>
  effect(() => {
    if (health.value !== null && heldAt.value === null) look()
  })
