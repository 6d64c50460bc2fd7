import { Icon } from '../kit/icon.tsx'
import { close } from './navigation.ts'

/** Leads back to the list where the detail covers it. */
export function Back() {
  return (
    <button type="button" class="small back" onClick={() => close()}>
      <Icon name="back" /> Back to the list
    </button>
  )
}
