import { signal } from '@preact/signals'
import type { Run, Traffic } from '../../server/wire.ts'
import { put } from './settings.ts'

/** Newest first; null until they have been read. */
export const runs = signal<Run[] | null>(null)
export const traffic = signal<Traffic | null>(null)

/** Takes in a live frame about a run. */
export function takeRun(run: Run): void {
  runs.value = put(runs.value, run, (other) => other.id === run.id)
}

/** Takes in a live frame about the traffic. */
export function takeTraffic(now: Traffic): void {
  traffic.value = now
}
