/** What was found, in the colour of its tone. */
import type { ComponentChildren } from 'preact'
import { Mark } from '../kit/mark.tsx'

export const Finding = ({
  sign,
  children,
}: {
  sign: Parameters<typeof Mark>[0]['sign']
  children: ComponentChildren
}) => (
  <div class={`finding ${sign.tone}`}>
    <h3>
      <Mark sign={sign} />
    </h3>
    {children}
  </div>
)
