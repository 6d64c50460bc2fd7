/** Draws a secret, masked until a click. */

import '../styles/copy.css'
import { useState } from 'preact/hooks'
import { Copy } from '../kit/copy.tsx'
import { masked } from './mask.ts'
import { hidesSecrets } from './secrets.ts'

/** Copying does not show the secret. In demo mode it stays masked. */
export function Secret({ secret, of }: { secret: string; of: string }) {
  const [open, setOpen] = useState(false)
  const isHidden = hidesSecrets.value
  return (
    <span class="secret">
      <code>{open && !isHidden ? secret : masked(secret, !isHidden)}</code>
      {!isHidden && (
        <button
          type="button"
          class="small"
          aria-pressed={open}
          onClick={() => setOpen(!open)}
          aria-label={`Show the secret of ${of}`}
        >
          {open ? 'Hide' : 'Show'}
        </button>
      )}
      <Copy text={secret} what={`the secret of ${of}`} />
    </span>
  )
}
