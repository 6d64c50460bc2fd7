/** The checks of receivers that the page knows, newest first. */
import { signal } from '@preact/signals'
import type { Check } from '../../server/wire.ts'

export const checks = signal<readonly Check[]>([])

/** Takes the newest state of a check. */
export function takeCheck(check: Check): void {
  const others = checks.value.filter(({ id }) => id !== check.id)
  checks.value = [check, ...others].toSorted((a, b) => b.seq - a.seq)
}
