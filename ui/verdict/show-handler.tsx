import { useState } from 'preact/hooks'
import { lazily } from '../kit/lazily.tsx'
import type { HandlerOf } from '../live/routes/capture.ts'

const Handler = lazily(async () => (await import('./handler.tsx')).Handler)

/** A handler that verifies such requests, once it is asked for. */
export function ShowHandler({ of }: { of: HandlerOf }) {
  const [open, setOpen] = useState(false)
  return (
    <section class="handler">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide the handler' : 'Show a handler that verifies it'}
      </button>
      {open && <Handler of={of} />}
    </section>
  )
}
