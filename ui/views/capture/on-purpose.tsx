import { firstRead } from '../../state/bodies.ts'
import { go } from '../../state/navigation.ts'
import { getDelivery } from '../../state/routes.ts'
import { useLoaded } from '../use-loaded.ts'

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
