/** The message for a link to a record that does not exist. */
import type { ComponentChildren } from 'preact'
import { Back } from '../place/back.tsx'

export const NotHere = ({ children }: { children: ComponentChildren }) => (
  <>
    <Back />
    <div class="empty">{children}</div>
  </>
)
