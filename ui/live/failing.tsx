/** The number of failing deliveries, which every view shows until they are resolved. */
import { count, many, upTo } from '../kit/format.ts'
import { failing, health } from './health.ts'

/** Example: `2 deliveries failed, 1 retries`. Undefined if none does. */
export function failingWords(): string | undefined {
  const { failed = 0, retrying = 0, wrongly_accepted = 0 } = health.value?.failing ?? {}
  const parts = [
    failed > 0 && `${many(failed, 'delivery', 'deliveries')} failed`,
    retrying > 0 && `${count(retrying)} retrying`,
    wrongly_accepted > 0 && `${count(wrongly_accepted)} wrongly accepted`,
  ]
  return parts.filter((one) => one !== false).join(', ') || undefined
}

/** Draws nothing while no delivery fails. */
export const Failing = () =>
  failing.value > 0 && (
    <span class="failing number" title={failingWords()}>
      {upTo(failing.value)}
      <span class="unseen"> failing</span>
    </span>
  )
