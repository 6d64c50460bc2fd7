/** The checks of receivers that the page knows, newest first. */
import { signal } from '@preact/signals'
import type { Check } from '../../server/wire.ts'
import { takeTold } from '../live/told.ts'

/** Null until the Check view has loaded them. */
export const checks = signal<readonly Check[] | null>(null)

/** A list with the newest state of a check. */
export const withCheck = (list: readonly Check[], check: Check): Check[] =>
  [check, ...list.filter(({ id }) => id !== check.id)].toSorted((a, b) => b.seq - a.seq)

/** Takes in the newest state of a check. */
export const takeCheck = (check: Check): void =>
  takeTold(() => {
    if (checks.value !== null) checks.value = withCheck(checks.value, check)
  })
