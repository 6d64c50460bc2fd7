import { useState } from 'preact/hooks'
import { Copy } from './copy.tsx'

const masked = (secret: string) =>
  `${secret.startsWith('whsec_') ? 'whsec_' : ''}${'•'.repeat(16)}${secret.slice(-4)}`

/** A secret, masked until asked for; copying does not show it. */
export function Secret({ secret, of }: { secret: string; of: string }) {
  const [open, setOpen] = useState(false)
  return (
    <span class="secret">
      <code>{open ? secret : masked(secret)}</code>
      <button
        type="button"
        class="small"
        aria-pressed={open}
        onClick={() => setOpen(!open)}
        aria-label={`Show the secret of ${of}`}
      >
        {open ? 'Hide' : 'Show'}
      </button>
      <Copy text={secret} what={`the secret of ${of}`} />
    </span>
  )
}
