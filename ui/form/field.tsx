import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { type Options, OptionsOf } from '../kit/choice.tsx'
import { FieldProblem } from '../kit/problem.tsx'
import { UnlessSecret } from '../secrets/unless-secret.tsx'

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
  class?: 'secret-field' | 'path'
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

interface SelectProps extends Pick<TextProps, 'label' | 'hint' | 'value' | 'onInput' | 'problem'> {
  options: Options
}

/** One of a few. */
export function SelectField({ label, hint, problem, value, options, onInput }: SelectProps) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(id) => (
        <select
          id={id}
          {...describe(id, { hint, problem })}
          value={value}
          onChange={(event) => onInput(event.currentTarget.value)}
        >
          <OptionsOf options={options} />
        </select>
      )}
    </Field>
  )
}

interface CheckProps {
  label: ComponentChildren
  hint?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Something that is on or off. */
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

/** What a text field proposes to whoever types. */
export const Choices = ({ id, of = [] }: { id: string; of?: readonly string[] | undefined }) => (
  <datalist id={id}>
    {of.map((one) => (
      <option key={one} value={one} />
    ))}
  </datalist>
)

interface ActsProps {
  /** The words of the button that sends the form. */
  title: string
  busy?: boolean
  disabled?: boolean
  /** Takes back what was typed; absent where nothing was. */
  onStartOver?: (() => void) | false
  children?: ComponentChildren
}

/** The button that sends a form, and the one that takes back what was typed. */
export const FormActs = ({ title, busy = false, disabled = false, onStartOver, children }: ActsProps) => (
  <div class="form-acts">
    <button type="submit" class="primary" disabled={disabled} aria-busy={busy}>
      {title}
    </button>
    {onStartOver && (
      <button type="button" onClick={onStartOver}>
        Start over
      </button>
    )}
    {children}
  </div>
)

/** Answers the sending of a form in place. */
export const submits = (act: () => unknown) => (event: Event) => {
  event.preventDefault()
  act()
}

/** What each text field of a form holds and changes, and what is wrong with it. */
export function fieldsOf<Form extends object>(
  form: Form,
  change: (form: Form) => void,
  problems: Partial<Record<keyof Form, string>> = {},
) {
  return <Name extends keyof Form>(name: Form[Name] extends string ? Name : never) => ({
    value: String(form[name]),
    problem: problems[name],
    onInput: (value: string) => change({ ...form, [name]: value }),
  })
}

interface Props {
  value: string
  problem?: string | undefined
  onInput: (value: string) => void
}

/** How likely something deliberate is each time that it could happen. */
export const ProbabilityField = (props: Props) => (
  <TextField label="Probability" type="number" min={0} max={1} step="any" placeholder="always" {...props} />
)

/** That what one is changing has been changed elsewhere meanwhile: in another window, or by a command. */
export const Overtaken = ({ isOvertaken }: { isOvertaken: boolean }) => (
  <span role="status" class="wait">
    {isOvertaken && (
      <>
        <span aria-hidden="true">! </span>Changed elsewhere while you typed: saving overwrites that, Start
        over shows it.
      </>
    )}
  </span>
)
