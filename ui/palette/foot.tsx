import { Masked } from '../secrets/masked.tsx'
import type { Entry } from './entry.ts'

interface Props {
  active: Entry | undefined
  said: string
  onCopy: () => void
}

/** The chosen entry as a command in full, and the keys that move. */
export function Foot({ active, said, onCopy }: Props) {
  const command = active?.command?.() ?? null
  return (
    <footer class="palette-foot">
      {command === null ? (
        <p class="quiet palette-keys">
          <kbd>↑</kbd> <kbd>↓</kbd> choose · <kbd>Enter</kbd> do · <kbd>Esc</kbd> close · <kbd>Ctrl C</kbd>{' '}
          copy the command
        </p>
      ) : (
        <code>
          <Masked text={command} />
        </code>
      )}
      {said !== '' && <span class="quiet">{said}</span>}
      {command !== null && (
        <button type="button" class="small" onClick={onCopy}>
          Copy the command
        </button>
      )}
    </footer>
  )
}
