/** What is set for everybody: armed errors, fault rules, a clock that is not the wall's, traffic, and what is switched off. */

import { computed } from '@preact/signals'
import { armedErrors } from '../errors/errors.ts'
import { faultRules } from '../faults/faults.ts'
import { clock } from '../live/clock.ts'
import { subscriptions } from '../live/settings.ts'
import { isErrorSpent, isRuleSpent } from '../live/spent.ts'
import { mover, traffic } from '../simulator/simulator.ts'
import { paused } from '../stream/stream.ts'

/** An offset of the clock that comes from the way of the frame, ms. */
const unnoticed = 5000

/** The clock in words if it is not the wall's. A run that advances the clock gives it back. */
function otherClock(): string | null {
  if (clock.value === null || mover.value !== null) return null
  const { mode, speed, offset_ms } = clock.value
  if (mode === 'manual') return 'clock stopped'
  if (speed !== 1) return `clock ×${speed}`
  return Math.abs(offset_ms) < unnoticed ? null : 'clock moved'
}

export const setForAll = computed(() => ({
  armed: (armedErrors.value ?? []).filter((one) => !isErrorSpent(one)),
  rules: (faultRules.value ?? []).filter((one) => !isRuleSpent(one)),
  clock: otherClock(),
  traffic: traffic.value?.running ? traffic.value : null,
  disabled: (subscriptions.value ?? []).filter(({ status }) => status !== 'enabled'),
  isPaused: paused.value,
}))

export const isAnythingSet = computed(() => {
  const { armed, rules, clock, traffic, disabled, isPaused } = setForAll.value
  return armed.length + rules.length + disabled.length > 0 || clock !== null || traffic !== null || isPaused
})
