/** The field for a fault: completes, explains, and says while typing why the sandbox would refuse the text. */

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Check, Choices } from '../form/field.tsx'
import { FieldProblem } from '../kit/problem.tsx'
import { getFaults } from '../live/routes.ts'
import { completions, faultsIn, isSticky, knownFault, withFault, withSticky } from './fault-words.ts'
import { knownFaults } from './faults.ts'

interface Props {
  value: string
  onInput: (text: string) => void
  /** Why the server refused the form, if because of the fault. */
  problem?: string | undefined
  /** Increases to move the focus into the field. */
  focus?: number
}

export function FaultField({ value, onInput, problem, focus = 0 }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (focus > 0) field.current?.focus()
  }, [focus])
  const refused = useFlaw(value) ?? problem
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
        aria-invalid={refused !== undefined}
        aria-describedby={`${id}-about`}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <Choices id={`${id}-known`} of={completions(value, knownFaults.value)} />
      <div id={`${id}-about`} class="fault-about">
        {refused && <FieldProblem text={refused} />}
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

/** How long typing rests before the sandbox reads the text, ms. */
const restMs = 250

/** Why the sandbox would refuse the text. */
function useFlaw(text: string): string | undefined {
  const [flaw, setFlaw] = useState<{ text: string; words: string } | null>(null)
  useEffect(() => {
    if (text.trim() === '') return
    let isWanted = true
    const rest = setTimeout(async () => {
      const read = await getFaults(text)
      const problem = read.ok ? read.value.problem : null
      if (isWanted) setFlaw(problem && { text, words: `${problem.message} ${problem.fix}` })
    }, restMs)
    return () => {
      isWanted = false
      clearTimeout(rest)
    }
  }, [text])
  return flaw?.text === text ? flaw.words : undefined
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
