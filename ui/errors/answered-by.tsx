/** The operations that can return an error code; a click selects one for arming. */
import { operationOf } from '../commands/curl.ts'
import type { ArmForm } from './arm-order.ts'

interface Props {
  operations: readonly string[]
  form: ArmForm
  onChange: (form: ArmForm) => void
}

/** The number shown at first: every operation can return some codes. */
const shown = 8

export function AnsweredBy({ operations, form, onChange }: Props) {
  const rest = operations.slice(shown)
  const buttons = (names: readonly string[]) => (
    <div class="operations wrapping">
      {names.map((name) => {
        const { method, path } = operationOf(name)
        const isChosen = form.method === method && form.path === path
        return (
          <button
            key={name}
            type="button"
            class="small"
            aria-label={`Arm at ${name}`}
            aria-pressed={isChosen}
            onClick={() => onChange({ ...form, ...(isChosen ? { method: '', path: '' } : { method, path }) })}
          >
            <b>{method}</b> {path}
          </button>
        )
      })}
    </div>
  )
  return (
    <div class="answered-by">
      {buttons(operations.slice(0, shown))}
      {rest.length > 0 && (
        <details>
          <summary>and {rest.length} more</summary>
          {buttons(rest)}
        </details>
      )}
      <p class="quiet">Choose {operations.length === 1 ? 'the' : 'an'} operation to arm the code there.</p>
    </div>
  )
}
