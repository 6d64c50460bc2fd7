/** Shows what was just deleted, with buttons to undo. */
import { Key } from '../kit/icon.tsx'
import { pending } from './pending.ts'
import { holdUndo, undo } from './undo.ts'

export function UndoBar() {
  const all = pending.value
  return (
    <div
      onPointerEnter={() => holdUndo(true)}
      onPointerLeave={() => holdUndo(false)}
      onFocusIn={() => holdUndo(true)}
      onFocusOut={() => holdUndo(false)}
    >
      {all.slice(-3).map(({ number, said }, index, shown) => (
        <p key={number}>
          <span>{said}</span>
          <button type="button" onClick={() => taken(number)}>
            Undo<span class="unseen"> {said}</span>
            {index === shown.length - 1 && <Key name="z" />}
          </button>
        </p>
      ))}
    </div>
  )
}

function taken(number: number): void {
  undo(number)
  // The focused button was removed.
  holdUndo(false)
  document.getElementById('main')?.focus()
}
