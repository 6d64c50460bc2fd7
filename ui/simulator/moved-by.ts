/** Finds the run that advances the clock. */

import { computed } from '@preact/signals'
import { runs } from './simulator.ts'

/** A run that advances the clock at its own speed. */
interface Mover {
  id: string
  scenario: string
  speed: number
}

/** The newest such run, or null. */
export const mover = computed<Mover | null>(() => {
  for (const { id, scenario, speed, state, paused } of runs.value ?? [])
    if (state === 'running' && !paused && speed !== null) return { id, scenario, speed }
  return null
})
