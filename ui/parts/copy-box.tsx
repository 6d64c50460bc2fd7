import '../styles/copy.css'
import { Copy } from './copy.tsx'
import { Masked } from './masked.tsx'

/** A command or address in a box, ready to copy; what is secret in it is masked, and copied all the same. */
export function CopyBox({ text, what }: { text: string; what: string }) {
  return (
    <div class="copy-box">
      <code>
        <Masked text={text} />
      </code>
      <Copy text={text} what={what} />
    </div>
  )
}
