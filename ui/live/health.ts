/** Reads the health of the sandbox and the facts that come with it. */
import { computed, signal } from '@preact/signals'
import type { Health } from '../../server/wire.ts'
import { throttle } from '../kit/pace.ts'
import { setClock } from './clock.ts'
import { getClock, getHealth } from './routes.ts'
import { besideTold } from './told.ts'

export const health = signal<Health | null>(null)
/** The statuses that count as delivered. */
export const successes = computed(() => health.value?.delivery.success ?? [])
/** The number of deliveries that are failing: given up, waiting for another attempt, or wrongly accepted. */
export const failing = computed(() => {
  const { failed = 0, retrying = 0, wrongly_accepted = 0 } = health.value?.failing ?? {}
  return failed + retrying + wrongly_accepted
})
/** The response time of the last health request, ms. */
export const roundTrip = signal<number | null>(null)

/** Reads the health of the sandbox, and its clock. */
export const readHealth = () =>
  besideTold(async () => {
    const [known, told] = await Promise.all([getHealth(), getClock()])
    if (known.ok) health.value = known.value
    if (told.ok) setClock(told.value.clock)
  })

/** Reads the health again, at most once a second. */
export const recount = throttle(1000, async () => {
  const asked = performance.now()
  const known = await getHealth()
  roundTrip.value = performance.now() - asked
  if (known.ok) health.value = known.value
})
