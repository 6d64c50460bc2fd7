import { getDelivery } from '../live/routes.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { firstRead } from '../message/bodies.ts'
import { go } from '../place/navigation.ts'

/** That the delivery which brought a capture was spoilt on purpose, where it was. */
export function OnPurpose({ delivery }: { delivery: string }) {
  const { value } = useLoaded(delivery, 0, () => getDelivery(delivery, firstRead))
  const fault = value?.delivery.fault ?? null
  if (fault === null) return null
  return (
    <p>
      The delivery that brought it was spoilt on purpose: <span class="fault">{fault}</span>{' '}
      <button type="button" class="small" onClick={() => go({ tab: 'fault' }, 'replace')}>
        Show what that changed
      </button>
    </p>
  )
}
