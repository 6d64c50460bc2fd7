/** Counts what a receiver did: by a URL that answers a number or keys, or by what it reports. */
import type { Outside } from '../outside.ts'
import { pause } from './post.ts'

/** A reading: how many effects there are in all, and their keys where they have some. */
export interface Reading {
  total: number
  keys: readonly string[] | null
}
/** Undefined where the effects could not be read. */
export type ReadEffects = (signal: AbortSignal) => Promise<Reading | undefined>

/** How often a number is looked at, and how long it must stay the same, in milliseconds. */
const everyMs = 100
const stableMs = 500
/** The longest that an effect is waited for. */
const patienceMs = 10_000

/** A number, a JSON list of keys, or lines with a key each. Undefined for anything else. */
export function readingIn(text: string): Reading | undefined {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed)) return { total: Number(trimmed), keys: null }
  if (trimmed === '') return { total: 0, keys: [] }
  let keys: string[]
  try {
    const value: unknown = JSON.parse(trimmed)
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0)
      return { total: value, keys: null }
    if (!Array.isArray(value)) return undefined
    keys = value.map(String)
  } catch {
    keys = trimmed.split(/\r?\n/).map((line) => line.trim())
  }
  return { total: keys.length, keys }
}

/** What the receiver reports of a running check. */
export function createBeacon() {
  const keys: string[] = []
  return {
    report: (key: string) => void (keys.length < 10_000 && keys.push(key.slice(0, 200))),
    read: (): Promise<Reading> => Promise.resolve({ total: keys.length, keys: [...keys] }),
  }
}
export type Beacon = ReturnType<typeof createBeacon>

/** Counts the effects that belong to one probe at a time. */
export function createEffects({
  read,
  outside,
  isOther,
}: {
  read: ReadEffects
  outside: Outside
  /** Whether a key is the id of an event of another probe. */
  isOther(key: string, own: ReadonlySet<string>): boolean
}) {
  /** How long the slowest effect took to appear, in milliseconds. */
  let lagMs = 0

  const countOf = (before: Reading, now: Reading, own: ReadonlySet<string>): number => {
    if (now.keys === null || before.keys === null) return now.total - before.total
    const left = [...before.keys]
    const fresh = now.keys.filter((key) => {
      const at = left.indexOf(key)
      if (at < 0) return true
      left.splice(at, 1)
      return false
    })
    return fresh.filter((key) => !isOther(key, own)).length
  }

  return {
    read,
    /** Waits until what earlier requests started has come: until the number stays the same. */
    async rest(signal: AbortSignal): Promise<void> {
      const began = outside.elapsed()
      let [total, since] = [-1, began]
      for (;;) {
        const reading = await read(signal)
        const now = outside.elapsed()
        if (reading === undefined || signal.aborted || now - began >= patienceMs) return
        if (reading.total !== total) [total, since] = [reading.total, now]
        else if (now - since >= Math.max(stableMs, 2 * lagMs)) return
        await pause(outside, everyMs, signal)
      }
    },
    /**
     * Waits until the number of effects stays the same.
     * @param expected how many there should be: fewer are waited for longer
     * @returns how many there were at the first look, and in the end, and after how many milliseconds the first was there;
     * undefined where they could not be read
     */
    async settle(
      before: Reading,
      { expected, own, signal }: { expected: number; own: ReadonlySet<string>; signal: AbortSignal },
    ): Promise<{ atOnce: number; counted: number; firstMs: number | null } | undefined> {
      const began = outside.elapsed()
      let [counted, since] = [0, began]
      let atOnce: number | undefined
      let firstMs: number | null = null
      for (;;) {
        const reading = await read(signal)
        if (reading === undefined) return undefined
        const now = outside.elapsed()
        const count = countOf(before, reading, own)
        atOnce ??= count
        if (count !== counted) since = now
        if (count > 0 && firstMs === null) firstMs = now - began
        counted = count
        // An effect that is late once may be late again.
        const restMs = Math.max(stableMs, 2 * lagMs)
        const isLate =
          counted < expected && now - began < (lagMs > 0 ? Math.max(2000, 4 * lagMs) : patienceMs)
        if ((!isLate && now - since >= restMs) || now - began >= patienceMs || signal.aborted) break
        await pause(outside, everyMs, signal)
      }
      lagMs = Math.max(lagMs, firstMs ?? 0)
      return { atOnce: atOnce ?? 0, counted, firstMs }
    },
  }
}
export type Effects = ReturnType<typeof createEffects>
