import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { AsWritten } from '../kit/as-written.tsx'
import { masked, piecesOf } from './mask.ts'
import { hidesSecrets, knownSecrets } from './secrets.ts'

const showIt = 'Secret, masked: show it'

interface Props {
  text: string
  /** Masks all of it. */
  whole?: boolean
  /** How what is not secret is drawn. */
  plain?: (part: { text: string }) => VNode
}

/** Text that may hold secrets: each is masked until it is clicked. */
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

/** The name of the button that shows a secret: it holds what is seen of it, whose dots are not read out one by one. */
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
      title={open ? 'Mask it again' : 'A secret: click to show it'}
      onClick={() => setOpen(!open)}
    >
      {open ? <AsWritten text={secret} /> : masked(secret)}
    </button>
  )
}
