/** The button back to the list, for narrow pages. */
import { Icon } from '../kit/icon.tsx'
import { close } from './navigation.ts'

export function Back() {
  return (
    <button type="button" class="small back" onClick={() => close()}>
      <Icon name="back" /> Back to the list
    </button>
  )
}
