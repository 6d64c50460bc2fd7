/** The form field for a fault, with completion and explanations. */

import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Check, Choices } from '../form/field.tsx'
import type { Problem } from '../live/api.ts'
import { completions, faultsIn, isSticky, knownFault, withFault, withSticky } from './fault-words.ts'
import { knownFaults } from './faults.ts'

interface Props {
  value: string
  onInput: (text: string) => void
  /** The last refusal of the form. The field shows it if it concerns the fault. */
  problem: Problem | null
  required?: boolean
  /** Increases to move the focus into the field. */
  focus?: number
}

/** Whether a refusal concerns the fault field. */
export const isOfFault = (problem: Problem | null): boolean => problem?.code === 'fault_invalid'

export function FaultField({ value, onInput, problem, required = false, focus = 0 }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (focus > 0) field.current?.focus()
  }, [focus])
  const refused = isOfFault(problem) ? problem : null
  const parts = faultsIn(value)
  return (
    <div class="field fault-field">
      <label for={id}>Fault</label>
      <input
        ref={field}
        id={id}
        type="text"
        autocomplete="off"
        spellcheck={false}
        list={`${id}-known`}
        placeholder="none"
        required={required}
        aria-invalid={refused !== null}
        aria-describedby={`${id}-about`}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <Choices id={`${id}-known`} of={completions(value, knownFaults.value)} />
      <div id={`${id}-about`} class="fault-about">
        {refused && (
          <p class="bad" role="alert">
            <span aria-hidden="true">✕ </span>
            {refused.message} {refused.fix}
          </p>
        )}
        {parts.length === 0 ? (
          <p class="quiet">Faults to inject. Join several with |.</p>
        ) : (
          <ul>
            {parts.map((part, index) => (
              <Note key={`${index}${part}`} part={part} />
            ))}
          </ul>
        )}
      </div>
      <Choose onAdd={(fault) => onInput(withFault(value, fault))} />
      {parts.length > 0 && (
        <Check
          label="On every attempt, not only the first"
          checked={isSticky(value)}
          onChange={(sticky) => onInput(withSticky(value, sticky))}
        />
      )}
    </div>
  )
}

function Note({ part }: { part: string }) {
  const known = knownFault(part, knownFaults.value)
  if (known === undefined) return null
  return (
    <li>
      <span class="fault">{part}</span> <span class="quiet">{known.description}</span>
    </li>
  )
}

function Choose({ onAdd }: { onAdd: (fault: string) => void }) {
  const [picked, setPicked] = useState('')
  const known = knownFaults.value.find(({ fault }) => fault === picked)
  return (
    <>
      <div class="fault-choose">
        <select
          aria-label="Fault to add"
          value={picked}
          onChange={(event) => setPicked(event.currentTarget.value)}
        >
          <option value="">choose a fault</option>
          {knownFaults.value.map(({ fault, usage }) => (
            <option key={fault} value={fault}>
              {usage}
            </option>
          ))}
        </select>
        <button
          type="button"
          disabled={known === undefined}
          onClick={() => {
            if (known) onAdd(known.example)
            setPicked('')
          }}
        >
          Add
        </button>
      </div>
      {known && <p class="quiet">{known.description}</p>}
    </>
  )
}
