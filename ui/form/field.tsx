/** The form controls: text field, text area, select, checkbox and buttons. */

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { type Options, OptionsOf } from '../kit/choice.tsx'
import { FieldProblem } from '../kit/problem.tsx'
import { UnlessSecret } from '../secrets/unless-secret.tsx'

/** The attributes that connect a control with its hint and problem for screen readers. */
interface Described {
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}
interface FieldProps {
  label: string
  hint?: string | undefined
  /** Why the value was refused. Shown below the control. */
  problem?: string | undefined
  children: (id: string, described: Described) => ComponentChildren
}

/** A label above its control, and the problem and a hint below it. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId()
  const about = [...(hint === undefined ? [] : ['hint']), ...(problem === undefined ? [] : ['problem'])]
  const described = {
    'aria-invalid': problem !== undefined,
    'aria-describedby': about.map((part) => `${id}-${part}`).join(' ') || undefined,
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, described)}
      {problem !== undefined && <FieldProblem id={`${id}-problem`} text={problem} />}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
    </div>
  )
}

interface InputProps extends Described {
  value: string
  onInput: (value: string) => void
  /** A secret is readable only while the field has the focus. */
  class?: 'secret-field'
  id?: string
  type?: 'text' | 'url' | 'number'
  inputMode?: 'url' | 'decimal'
  placeholder?: string
  required?: boolean
  list?: string
  min?: number
  max?: number
  step?: 'any'
  disabled?: boolean
  'aria-label'?: string
}

/** An input for technical text: the browser neither completes nor corrects it. */
export const Input = ({ onInput, ...rest }: InputProps) => (
  <input
    type="text"
    autocomplete="off"
    spellcheck={false}
    {...rest}
    onInput={(event) => onInput(event.currentTarget.value)}
  />
)

type TextProps = Omit<FieldProps, 'children'> & InputProps

/** A one-line text field. In demo mode it hides secrets. */
export function TextField({ label, hint, problem, ...rest }: TextProps) {
  const field = (
    <Field label={label} hint={hint} problem={problem}>
      {(id, described) => <Input id={id} {...described} {...rest} />}
    </Field>
  )
  // A secret field hides its text already.
  if (rest.class === 'secret-field') return field
  return (
    <UnlessSecret label={label} text={rest.value}>
      {field}
    </UnlessSecret>
  )
}

type BoxProps = Pick<TextProps, 'label' | 'hint' | 'problem' | 'value' | 'onInput'>
interface AreaProps extends BoxProps, Pick<TextProps, 'placeholder'> {
  rows: number
}

/** A multi-line text field. In demo mode it hides secrets. */
export const TextArea = ({ label, hint, problem, onInput, ...rest }: AreaProps) => (
  <UnlessSecret label={label} text={rest.value}>
    <Field label={label} hint={hint} problem={problem}>
      {(id, described) => (
        <textarea
          id={id}
          spellcheck={false}
          {...described}
          {...rest}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  </UnlessSecret>
)

export const SelectField = ({ value, options, onInput, ...field }: BoxProps & { options: Options }) => (
  <Field {...field}>
    {(id, described) => (
      <select id={id} {...described} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
        <OptionsOf options={options} />
      </select>
    )}
  </Field>
)

interface CheckProps {
  label: ComponentChildren
  hint?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox with its label, and a hint below it. */
export const Check = ({ label, hint, checked, disabled = false, onChange }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      disabled={disabled}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>
      {label}
      {hint !== undefined && <span class="quiet check-hint">{hint}</span>}
    </span>
  </label>
)

/** The suggestions of a text field. */
export const Choices = ({ id, of = [] }: { id: string; of?: readonly string[] | undefined }) => (
  <datalist id={id}>
    {of.map((one) => (
      <option key={one} value={one} />
    ))}
  </datalist>
)

interface ActsProps {
  /** The label of the submit button. */
  title: string
  busy?: boolean
  disabled?: boolean
  /** The draft that "Discard changes" resets. `isOvertaken` if another client changed the record. */
  draft?: { isChanged: boolean; startOver: () => void; isOvertaken?: boolean }
  children?: ComponentChildren
}

/** The submit button of a form, and the button that discards its draft. */
export const FormActs = ({ title, busy = false, disabled = false, draft, children }: ActsProps) => (
  <div class="form-acts">
    <button type="submit" class="primary" disabled={disabled} aria-busy={busy}>
      {title}
    </button>
    {draft?.isChanged && (
      <button type="button" onClick={draft.startOver}>
        Discard changes
      </button>
    )}
    {children}
    <span role="status" class="wait">
      {busy && 'sending…'}
      {!busy && draft?.isOvertaken && (
        <>
          <span aria-hidden="true">! </span>Changed elsewhere while you typed. Saving overwrites the change;
          Discard changes shows it.
        </>
      )}
    </span>
  </div>
)

/** Handles the submit event of a form without leaving the page. */
export const submits = (act: () => unknown) => (event: Event) => {
  event.preventDefault()
  act()
}
