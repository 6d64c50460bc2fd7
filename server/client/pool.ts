import type { Outside } from '../outside.ts'
import type { Connection } from './connection.ts'
import { boundPlaces } from './remembered.ts'

/** Below the 5 s after which a Node server closes an idle connection, the shortest wait that is common. */
const idleMs = 4000
/** What the other side says is taken less this, for the way there. */
const marginMs = 1000
const sweepMs = 1500
const idlePerKey = 64
const idleInAll = 256
/** A receiver that ends a connection so soon after its answer, without a word of it there, keeps none. */
const hastyMs = 1000
/** Where others were used again, one that has rested no longer is taken as it is. */
const trustedRestMs = 2
/** Its end may come a little behind the answer: where nothing is known yet one looks for longer. */
const firstTurns = 4
/** For how long that is remembered: it may be started anew, and keep them then. */
const rememberedMs = 60_000

interface Idle {
  connection: Connection
  since: number
  until: number
}

/** Connections that are free, by what they lead to. The one used last is used first, so that the others may end. */
export function createPool(outside: Outside) {
  const idle = new Map<string, Idle[]>()
  /** Until when nothing is kept, by what it would lead to. */
  const hasty = new Map<string, number>()
  /** Where a connection was used again and answered. */
  const proved = new Set<string>()
  let count = 0
  let cancelSweep: (() => void) | undefined

  function sweep() {
    cancelSweep = undefined
    const now = outside.elapsed()
    for (const [key, until] of hasty) if (until <= now) hasty.delete(key)
    for (const [key, entries] of idle) {
      const kept = entries.filter(({ connection, until }) => until > now && connection.isUsable())
      for (const entry of entries) if (!kept.includes(entry)) entry.connection.destroy()
      count -= entries.length - kept.length
      if (kept.length > 0) idle.set(key, kept)
      else idle.delete(key)
    }
    arm()
  }
  function arm() {
    if (count > 0) cancelSweep ??= outside.after(sweepMs, sweep)
  }
  /** One that had rested for so long was found ended by the other side. */
  function endedAt(key: string, restedMs: number) {
    proved.delete(key)
    if (restedMs >= hastyMs) return
    hasty.set(key, outside.elapsed() + rememberedMs)
    boundPlaces(hasty)
  }

  return {
    endedAt,
    /** One was used again and answered. */
    servedAgain(key: string) {
      proved.add(key)
      boundPlaces(proved)
    },
    /** For how many turns of the event loop one that has rested so long is to be looked at, in which an end that came is told. */
    turnsToLook: (key: string, restedMs: number): number =>
      !proved.has(key) ? firstTurns : restedMs <= trustedRestMs ? 0 : 1,
    /** Keeps a free connection; `idleS` is for how long the other side does. */
    put(key: string, connection: Connection, idleS: number | null) {
      const goodMs = idleS === null ? idleMs : Math.min(idleMs, idleS * 1000 - marginMs)
      let entries = idle.get(key)
      if (
        goodMs <= 0 ||
        (hasty.get(key) ?? 0) > outside.elapsed() ||
        count >= idleInAll ||
        (entries?.length ?? 0) >= idlePerKey
      )
        return connection.destroy()
      if (entries === undefined) {
        entries = []
        idle.set(key, entries)
      }
      const since = outside.elapsed()
      entries.push({ connection, since, until: since + goodMs })
      count++
      arm()
    },
    /** Takes the free connection that was used last, and says for how long it has rested, in milliseconds. */
    take(key: string): { connection: Connection; restedMs: number } | undefined {
      const entries = idle.get(key)
      if (entries === undefined) return undefined
      const now = outside.elapsed()
      for (let entry = entries.pop(); entry !== undefined; entry = entries.pop()) {
        count--
        if (entry.until > now) {
          if (entry.connection.isUsable())
            return { connection: entry.connection, restedMs: now - entry.since }
          endedAt(key, now - entry.since)
        }
        entry.connection.destroy()
      }
      idle.delete(key)
      return undefined
    },
    /** Ends all that are free. */
    endIdle() {
      cancelSweep?.()
      cancelSweep = undefined
      for (const entries of idle.values()) for (const { connection } of entries) connection.destroy()
      idle.clear()
      count = 0
    },
  }
}
