import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { UnlessSecret } from '../secrets/unless-secret.tsx'
import { FieldProblem } from './field-problem.tsx'

interface FieldProps {
  label: string
  hint?: string
  children: (id: string) => ComponentChildren
}

/** A label over its control, with a quiet line on what to put in. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
    </div>
  )
}

/** What is read out of a control beside its label: the line below it, and what was refused of it. */
const describe = (
  id: string,
  { hint, problem }: { hint?: string | undefined; problem?: string | undefined },
) => ({
  'aria-invalid': problem !== undefined,
  'aria-describedby':
    `${hint === undefined ? '' : `${id}-hint`}${problem === undefined ? '' : ` ${id}-problem`}` || undefined,
})

interface TextProps {
  label: string
  hint?: string
  value: string
  onInput: (value: string) => void
  /** What was refused of it; said below it. */
  problem?: string | undefined
  /** A secret, shown only while it is typed. */
  class?: 'secret-field'
  placeholder?: string
  required?: boolean
  type?: 'text' | 'url' | 'number'
  list?: string
  min?: number
  max?: number
  step?: 'any'
  disabled?: boolean
}

/** A one-line text field; while others look on, it tells no secret. */
export function TextField({ label, hint, problem, value, onInput, ...rest }: TextProps) {
  const field = (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(id) => (
        <>
          <input
            id={id}
            type="text"
            autocomplete="off"
            spellcheck={false}
            {...describe(id, { hint, problem })}
            {...rest}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          {problem !== undefined && <FieldProblem id={`${id}-problem`} text={problem} />}
        </>
      )}
    </Field>
  )
  // Its letters are dots already.
  if (rest.class === 'secret-field') return field
  return (
    <UnlessSecret label={label} text={value}>
      {field}
    </UnlessSecret>
  )
}

interface AreaProps
  extends Pick<TextProps, 'label' | 'hint' | 'value' | 'onInput' | 'problem' | 'placeholder'> {
  rows: number
}

/** A text field of several lines, as above. */
export function TextArea({ label, hint, problem, value, onInput, ...rest }: AreaProps) {
  return (
    <UnlessSecret label={label} text={value}>
      <Field label={label} {...(hint === undefined ? {} : { hint })}>
        {(id) => (
          <>
            <textarea
              id={id}
              spellcheck={false}
              {...describe(id, { hint, problem })}
              {...rest}
              value={value}
              onInput={(event) => onInput(event.currentTarget.value)}
            />
            {problem !== undefined && <FieldProblem id={`${id}-problem`} text={problem} />}
          </>
        )}
      </Field>
    </UnlessSecret>
  )
}

interface SelectProps {
  label: string
  hint?: string
  value: string
  options: readonly (readonly [value: string, title: string])[]
  onPick: (value: string) => void
}

/** One of a few. */
export function SelectField({ label, hint, value, options, onPick }: SelectProps) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(id) => (
        <select
          id={id}
          {...describe(id, { hint })}
          value={value}
          onChange={(event) => onPick(event.currentTarget.value)}
        >
          {options.map(([word, title]) => (
            <option key={word} value={word}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
