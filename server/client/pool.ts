/** Keeps idle connections for reuse. */
import type { Outside } from '../outside.ts'
import type { Connection } from './connection.ts'
import { boundPlaces } from './remembered.ts'

/** Less than the 5 s after which a Node server closes an idle connection, the shortest common limit. */
const idleMs = 4000
/** Subtracted from the receiver's own limit, for the time on the way. */
const marginMs = 1000
const sweepMs = 1500
const idlePerKey = 64
const idleInAll = 256
/** A receiver that closes a connection this soon after its response, without announcing it, keeps none. */
const hastyMs = 1000
/** Where reuse has worked before, a connection idle no longer than this is used without a check. */
const trustedRestMs = 2
/** The close may arrive slightly after the response, so an unknown receiver is watched longer. */
const firstTurns = 4
/** How long this is remembered. A restarted receiver may behave differently. */
const rememberedMs = 60_000

interface Idle {
  connection: Connection
  since: number
  until: number
}

/** Idle connections by destination. The most recently used is reused first, so that the others can close. */
export function createPool(outside: Outside) {
  const idle = new Map<string, Idle[]>()
  /** Until when no connection is kept, by destination. */
  const hasty = new Map<string, number>()
  /** Destinations where a reused connection got a response. */
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
  /** A connection idle for this long was found closed by the receiver. */
  function endedAt(key: string, restedMs: number) {
    proved.delete(key)
    if (restedMs >= hastyMs) return
    hasty.set(key, outside.elapsed() + rememberedMs)
    boundPlaces(hasty)
  }

  return {
    endedAt,
    /** A reused connection got a response. */
    servedAgain(key: string) {
      proved.add(key)
      boundPlaces(proved)
    },
    /** For how many event loop turns a connection is watched for a close before reuse. */
    turnsToLook: (key: string, restedMs: number): number =>
      !proved.has(key) ? firstTurns : restedMs <= trustedRestMs ? 0 : 1,
    /** Keeps an idle connection. `idleS` is how long the receiver keeps it. */
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
    /** Takes the most recently used idle connection, and says how long it was idle in milliseconds. */
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
    /** Closes all idle connections. */
    endIdle() {
      cancelSweep?.()
      cancelSweep = undefined
      for (const entries of idle.values()) for (const { connection } of entries) connection.destroy()
      idle.clear()
      count = 0
    },
  }
}
