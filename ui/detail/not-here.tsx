import type { ComponentChildren } from 'preact'
import { Back } from '../place/back.tsx'

/** What the detail says where a link leads to something that there is not, or no more. */
export const NotHere = ({ children }: { children: ComponentChildren }) => (
  <>
    <Back />
    <div class="empty">{children}</div>
  </>
)
