import '../styles/copy.css'
import { AsWritten } from '../kit/as-written.tsx'
import { Copy } from '../kit/copy.tsx'
import { Masked } from './masked.tsx'

/** A command or address in a box, ready to copy; what is secret in it is masked, and copied all the same. */
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

/** Words of a command, of which no option is broken behind its hyphens. */
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
