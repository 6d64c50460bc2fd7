/** Draws text with masked secrets, which a click shows. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { AsWritten } from '../kit/as-written.tsx'
import { masked, piecesOf } from './mask.ts'
import { hidesSecrets, knownSecrets } from './secrets.ts'

const showIt = 'Masked secret: show'

interface Props {
  text: string
  /** Masks the whole text. */
  whole?: boolean
  /** Draws the parts that are not secret. */
  plain?: (part: { text: string }) => VNode
}

export function Masked({ text, whole = false, plain: Plain = AsWritten }: Props) {
  const pieces = whole ? [{ text, isSecret: true }] : piecesOf(text, knownSecrets.value)
  return (
    <>
      {pieces.map((piece, index) =>
        piece.isSecret ? (
          <Hidden key={`${index}${piece.text}`} secret={piece.text} />
        ) : (
          <Plain key={index} text={piece.text} />
        ),
      )}
    </>
  )
}

/** The button's name contains its visible text without the dots, which screen readers would read one by one. */
function nameOf(secret: string): string {
  const seen = masked(secret).replace(/•+/, '…')
  return seen === '…' ? showIt : `${showIt}, ${seen}`
}

function Hidden({ secret }: { secret: string }) {
  const [open, setOpen] = useState(false)
  if (hidesSecrets.value) return <span class="masked">{masked(secret, false)}</span>
  return (
    <button
      type="button"
      class="masked"
      aria-pressed={open}
      aria-label={open ? `Secret shown: ${secret}` : nameOf(secret)}
      title={open ? 'Mask the secret' : 'Click to show the secret'}
      onClick={() => setOpen(!open)}
    >
      {open ? <AsWritten text={secret} /> : masked(secret)}
    </button>
  )
}
