/** Divides lists of records by the days of the shown zone. */
import { type ComponentChild, Fragment } from 'preact'
import { firstThat } from '../kit/first-that.ts'
import { dayOf } from '../kit/time.ts'
import { sandboxNow } from './clock.ts'
import type { Entry } from './entries.ts'

/** A day that begins at a row. */
export interface NewDay {
  index: number
  /** `2026-01-31` */
  day: string
}

/**
 * The rows at which the day changes, from the top. Rows without a time belong to the row above. The first row begins a day
 * unless its day is `above`.
 */
export function newDays(
  count: number,
  atOf: (index: number) => string | null | undefined,
  above = dayOf(Date.now()),
): NewDay[] {
  const found: NewDay[] = []
  let last = above
  let minute = ' '
  for (let index = 0; index < count; index++) {
    const at = atOf(index)
    // All times of one minute are of one day: a long list has many of them.
    if (at == null || at.startsWith(minute)) continue
    minute = at.slice(0, 16)
    const day = dayOf(at)
    if (day !== last) found.push({ index, day })
    last = day
  }
  return found
}

const words = (day: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(Date.parse(day))

/** `Saturday, 28 November`; `Today, 28 November` by the sandbox's clock; with the year if the year is not the clock's. */
export function dayWords(day: string, now = sandboxNow()): string {
  const today = dayOf(now)
  const ago = (Date.parse(today) - Date.parse(day)) / 86_400_000
  const name = ago === 0 ? 'Today' : ago === 1 ? 'Yesterday' : words(day, { weekday: 'long' })
  const isThisYear = day.slice(0, -6) === today.slice(0, -6)
  return `${name}, ${words(day, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })}`
}

/** When an entry happened. */
export function happenedAt({ kind, data }: Entry): string {
  switch (kind) {
    case 'event':
      return data.occurred_at
    case 'delivery':
      return data.created_at
    case 'capture':
      return data.received_at
    case 'call':
      return data.at
  }
}

interface ByDayProps<T> {
  of: readonly T[]
  at: (one: T) => string | null
  as: 'h4' | 'li'
  children: (one: T) => ComponentChild
}

/** A short list with the day above each first record of a day. */
export function ByDay<T>({ of, at, as: Label, children }: ByDayProps<T>) {
  const days = new Map(
    newDays(of.length, (index) => at(of[index] as T)).map(({ index, day }) => [index, day]),
  )
  return of.map((one, index) => {
    const day = days.get(index)
    return (
      <Fragment key={index}>
        {day !== undefined && <Label class="label">{dayWords(day)}</Label>}
        {children(one)}
      </Fragment>
    )
  })
}

/** The places of rows in a list with a divider above each row of `days`. */
export function createPlaces(days: readonly NewDay[]) {
  /** The number of dividers above a place. */
  const passed = (at: number) => firstThat(days.length, (nth) => (days[nth]?.index ?? 0) + nth >= at)
  return {
    /** The place of a row; -1 stays -1. */
    of: (index: number): number =>
      index < 0 ? index : index + firstThat(days.length, (nth) => (days[nth]?.index ?? 0) > index),
    /** The row at a place, or below its divider. */
    rowAt: (at: number): number => at - passed(at),
    /** The day that a place names; undefined at a row. */
    dayAt(at: number): string | undefined {
      const nth = passed(at)
      const next = days[nth]
      return next !== undefined && next.index + nth === at ? next.day : undefined
    },
  }
}
