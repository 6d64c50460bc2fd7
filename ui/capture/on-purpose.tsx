/** Says that the delivery of a capture had a fault on purpose. */
import { getDelivery } from '../live/routes.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { firstRead } from '../message/bodies.ts'
import { go } from '../place/navigation.ts'

export function OnPurpose({ delivery }: { delivery: string }) {
  const { value } = useLoaded(delivery, 0, () => getDelivery(delivery, firstRead))
  const fault = value?.delivery.fault ?? null
  if (fault === null) return null
  return (
    <p>
      Sent on purpose with the fault <span class="fault">{fault}</span>{' '}
      <button type="button" class="small" onClick={() => go({ tab: 'fault' }, 'replace')}>
        Show changes
      </button>
    </p>
  )
}
