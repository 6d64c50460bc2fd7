import { computed } from '@preact/signals'
import { runs } from './simulator.ts'

/** A run that moves the sandbox's clock at a pace of its own. */
interface Mover {
  id: string
  scenario: string
  speed: number
}

/** The run that moves the clock on just now, the newest of them; null where none does. */
export const mover = computed<Mover | null>(() => {
  for (const { id, scenario, speed, state, paused } of runs.value ?? [])
    if (state === 'running' && !paused && speed !== null) return { id, scenario, speed }
  return null
})
