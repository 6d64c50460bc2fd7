/** The button that shows a generated receiver. */

import { useState } from 'preact/hooks'
import { lazily } from '../live/lazily.tsx'
import type { HandlerOf } from '../live/routes/capture.ts'

const Handler = lazily(async () => (await import('./handler.tsx')).Handler)

export function ShowHandler({ of }: { of: HandlerOf }) {
  const [open, setOpen] = useState(false)
  return (
    <section class="handler">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide handler' : 'Show a handler that verifies this'}
      </button>
      {open && <Handler of={of} />}
    </section>
  )
}
