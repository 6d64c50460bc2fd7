/** The form fields that override values of the payload. */

import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Choices, Input } from '../form/field.tsx'
import { knownPath, type Reading, readingOf, type SchemaPath } from '../json/schema/schema-paths.ts'
import { Icon } from '../kit/icon.tsx'
import { type Override, type OverrideProblem, overrideProblem } from './trigger-draft.ts'

interface Props {
  /** The event name, or a pattern. */
  name: string
  paths: readonly SchemaPath[]
  overrides: readonly Override[]
  onChange: (overrides: readonly Override[]) => void
}

/** The schema suggests the paths and checks the values. */
export function Overrides({ name, paths, overrides, onChange }: Props) {
  const id = useId()
  const list = useRowFocus(overrides.length)
  return (
    <fieldset class="overrides" ref={list} aria-label="Custom values">
      <div class="overrides-head">
        <span class="label" aria-hidden="true">
          Custom values
        </span>
        <span class="spring" />
        <button type="button" class="small" onClick={() => onChange([...overrides, { path: '', typed: '' }])}>
          Add value
        </button>
      </div>
      <datalist id={`${id}-paths`}>
        {paths.map(({ path, type }) => (
          <option key={path} value={path} label={type} />
        ))}
      </datalist>
      {overrides.map((one, index) => (
        <Row
          key={index}
          number={index + 1}
          listId={`${id}-paths`}
          override={one}
          known={knownPath(paths, one.path)}
          problem={overrideProblem(one, paths, name)}
          placeholder={paths.findLast(({ types }) => !types.includes('object'))?.path ?? 'path'}
          onChange={(part) =>
            onChange(overrides.map((other, at) => (at === index ? { ...other, ...part } : other)))
          }
          onRemove={() => onChange(overrides.filter((_, at) => at !== index))}
        />
      ))}
    </fieldset>
  )
}

interface RowProps {
  number: number
  listId: string
  override: Override
  known: SchemaPath | undefined
  problem: OverrideProblem | null
  placeholder: string
  onChange: (part: Partial<Override>) => void
  onRemove: () => void
}

function Row({ number, listId, override, known, problem, placeholder, onChange, onRemove }: RowProps) {
  const id = useId()
  const { path, typed } = override
  const reading = override.reading ?? readingOf(known?.types ?? [])
  return (
    <div class="override">
      <Input
        aria-label={`Path ${number}`}
        placeholder={placeholder}
        list={listId}
        aria-invalid={problem !== null && problem.kind !== 'value'}
        aria-describedby={`${id}-about`}
        value={path}
        onInput={(path) => onChange({ path: path.trim() })}
      />
      <Input
        aria-label={`Value ${number}`}
        placeholder={known?.values.join(' or ') || known?.type || 'value'}
        list={`${id}-values`}
        aria-invalid={problem?.kind === 'value'}
        aria-describedby={`${id}-about`}
        value={typed}
        onInput={(typed) => onChange({ typed })}
      />
      <Choices
        id={`${id}-values`}
        of={[...(known?.values ?? []), ...(known?.types.includes('null') ? ['null'] : [])]}
      />
      <select
        aria-label={`Type of value ${number}`}
        value={reading}
        onChange={(event) => onChange({ reading: event.currentTarget.value as Reading })}
      >
        <option value="text">text</option>
        <option value="json">JSON</option>
      </select>
      <button type="button" class="small" aria-label={`Remove value ${number}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
      <p id={`${id}-about`} class={problem === null ? 'override-about quiet' : 'override-about bad'}>
        {problem
          ? `✕ ${problem.text}`
          : known && `${known.type}${known.description && ` · ${known.description}`}`}
      </p>
    </div>
  )
}

/** Keeps the focus in a list of rows: in a new row after adding, in place after removing. */
export function useRowFocus(count: number) {
  const list = useRef<HTMLFieldSetElement>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    const last = [...(list.current?.querySelectorAll<HTMLElement>('.override') ?? [])].at(-1)
    const first = (last ?? list.current)?.querySelector<HTMLElement>('input, button')
    const isLost = () => list.current?.querySelector(':focus:enabled') === null
    if (count > before.current || (count < before.current && isLost())) first?.focus()
    before.current = count
  }, [count])
  return list
}
