/** A command or address to copy, with its secrets masked. */

import '../styles/copy.css'
import { AsWritten } from '../kit/as-written.tsx'
import { Copy } from '../kit/copy.tsx'
import { Masked } from './masked.tsx'

/** The copy contains the secrets. */
export function CopyBox({ text, what }: { text: string; what: string }) {
  return (
    <div class="copy-box">
      <code>
        <Masked text={text} plain={Words} />
      </code>
      <Copy text={text} what={what} />
    </div>
  )
}

/** The words of a command. Options do not break at their hyphens. */
const Words = ({ text }: { text: string }) => (
  <>
    {text.split(/(?<=\s)(--?\w[\w-]*)/).map((part, index) =>
      index % 2 === 1 ? (
        <span key={index} class="option">
          {part}
        </span>
      ) : (
        <AsWritten key={index} text={part} />
      ),
    )}
  </>
)
