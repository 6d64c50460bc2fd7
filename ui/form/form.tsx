/** Forms as data: a field says its label, kind, help and validation, and how the request holds its value. */

import type { ComponentChildren, VNode } from 'preact'
import type { Options } from '../kit/choice.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import type { Result } from '../live/api.ts'
import { useSending } from '../live/use-loaded.ts'
import { isSame } from './drafts.ts'
import { Check, Choices, FormActs, SelectField, submits, TextArea, TextField } from './field.tsx'
import { fieldProblems } from './field-problems.ts'
import { filled, numberIn, textIn } from './typed.ts'

/** A form as typed, by the members of its request. A checkbox holds `on` or nothing. */
export type Typed<Order> = Readonly<Record<keyof Order & string, string>>

interface Control {
  label: string
  value: string
  problem: string | undefined
  onInput: (value: string) => void
}

interface Look {
  label: string
  /** Text on one line by default. */
  kind?: 'number' | 'lines' | 'select' | 'check' | 'secret'
  hint?: string
  placeholder?: string
  required?: true
  min?: number
  max?: number
  /** The number is not whole. */
  step?: 'any'
  class?: 'path'
  /** The options of a select. */
  options?: () => Options
  /** The completions of a text. */
  suggest?: () => readonly string[] | undefined
  /** Why the server would refuse the value. */
  flaw?: (typed: string) => string | undefined
  /** Draws a field of its own. */
  draw?: (control: Control) => VNode
}

/** A field, named as the member of the request. */
export type FieldOf<Order> = {
  [Name in keyof Order & string]: Look & {
    name: Name
    /** The value that is sent. By default the trimmed text, the number, or whether the box is checked. */
    send?: (typed: string) => Order[Name] | undefined
    /** Whether the field is shown and sent. Always by default. */
    when?: (form: Typed<Order>) => boolean
  }
}[keyof Order & string]

/** The rows of a form. Fields of one row stand beside each other. */
export type Rows<Order> = readonly (FieldOf<Order> | readonly FieldOf<Order>[])[]

const fieldsIn = <Order,>(rows: Rows<Order>): readonly FieldOf<Order>[] => rows.flat() as FieldOf<Order>[]

const shownIn = <Order,>(rows: Rows<Order>, form: Typed<Order>) =>
  fieldsIn(rows).filter(({ when }) => when?.(form) ?? true)

function sentOf<Order>(field: FieldOf<Order>, form: Typed<Order>): unknown {
  const typed = form[field.name]
  if (field.send) return field.send(typed)
  if (field.kind === 'check') return typed === 'on'
  return field.kind === 'number' ? numberIn(typed) : textIn(typed)
}

/** A value as a field shows it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'on'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object') return Object.keys(value).length === 0 ? '' : JSON.stringify(value)
  return String(value)
}

/** The form values of a record. */
export const typedOf = <Order,>(rows: Rows<Order>, record: Partial<Order>): Typed<Order> =>
  Object.fromEntries(fieldsIn(rows).map(({ name }) => [name, textOf(record[name])])) as Typed<Order>

/** The request of a form, without its empty fields. */
export const orderOf = <Order,>(rows: Rows<Order>, form: Typed<Order>): Partial<Order> =>
  Object.fromEntries(
    shownIn(rows, form)
      .map((field) => [field.name, sentOf(field, form)] as const)
      .filter(([, value]) => value !== undefined),
  ) as Partial<Order>

/** The changed fields as a request. An emptied field sends null, which restores the default. */
export const changesOf = <Order,>(
  rows: Rows<Order>,
  form: Typed<Order>,
  before: Typed<Order>,
): Partial<Order> =>
  Object.fromEntries(
    shownIn(rows, form)
      .filter(({ name }) => !isSame(form[name], before[name]))
      .map((field) => [field.name, sentOf(field, form) ?? null]),
  ) as Partial<Order>

/** The problem of each field that the server would refuse. */
export const flawsOf = <Order,>(rows: Rows<Order>, form: Typed<Order>): Partial<Typed<Order>> =>
  Object.fromEntries(
    shownIn(rows, form).flatMap(({ name, flaw }) => {
      const text = form[name] === '' ? undefined : flaw?.(form[name])
      return text === undefined ? [] : [[name, text]]
    }),
  ) as Partial<Typed<Order>>

interface FieldsProps<Order> {
  rows: Rows<Order>
  form: Typed<Order>
  onChange: (form: Typed<Order>) => void
  /** Refusals of the server; a field's own flaw comes first. */
  problems?: Partial<Record<string, string>>
}

/** The fields of a form, row by row. */
function Fields<Order>({ rows, form, onChange, problems = {} }: FieldsProps<Order>) {
  const flaws = flawsOf(rows, form)
  const one = (field: FieldOf<Order>) => {
    const { name } = field
    if (!(field.when?.(form) ?? true)) return null
    return (
      <Drawn
        key={name}
        look={field}
        id={name}
        control={{
          label: field.label,
          value: form[name],
          problem: flaws[name] ?? problems[name],
          onInput: (value) => onChange({ ...form, [name]: value }),
        }}
      />
    )
  }
  return (
    <>
      {rows.map((row, index) =>
        'name' in row ? (
          one(row)
        ) : (
          <div key={index} class={row.length > 2 ? 'columns narrow' : 'columns'}>
            {row.map(one)}
          </div>
        ),
      )}
    </>
  )
}

function Drawn({ look, id, control }: { look: Look; id: string; control: Control }) {
  const { kind, options, suggest, draw, flaw, label, hint, ...rest } = look
  const { value, onInput } = control
  if (draw) return draw(control)
  const field = { ...control, hint }
  if (kind === 'select') return <SelectField {...field} options={options?.() ?? []} />
  if (kind === 'check')
    return (
      <Check
        label={label}
        {...(hint !== undefined && { hint })}
        checked={value === 'on'}
        onChange={(isOn) => onInput(isOn ? 'on' : '')}
      />
    )
  if (kind === 'lines') return <TextArea rows={2} {...field} placeholder={rest.placeholder ?? ''} />
  const { min, max, step, placeholder, required } = rest
  return (
    <>
      <TextField
        {...field}
        {...filled({ min, max, step, placeholder, required })}
        {...(kind === 'number' && { type: 'number' as const })}
        {...(kind === 'secret' && { class: 'secret-field' as const })}
        {...(rest.class && { class: rest.class })}
        {...(suggest && { list: `suggested-${id}` })}
      />
      {suggest && <Choices id={`suggested-${id}`} of={suggest()} />}
    </>
  )
}

interface Props<Order> extends Omit<FieldsProps<Order>, 'form' | 'onChange' | 'problems'> {
  draft: {
    form: Typed<Order>
    change: (form: Typed<Order>) => void
    isChanged: boolean
    startOver: () => void
    isOvertaken?: boolean
  }
  /** The label of the submit button. */
  title: string
  /** Sends the form; a refusal is shown at the field that it names. */
  send: () => Promise<Result<unknown>>
  disabled?: boolean
  /** Between the fields and the buttons. */
  children?: ComponentChildren
}

/** A form with its fields, its refusal, and the buttons that send and discard it. */
export function Form<Order>({ rows, draft, title, send, disabled = false, children }: Props<Order>) {
  const { form } = draft
  const { problem, setProblem, busy, send: sendOnce } = useSending()
  const names = fieldsIn(rows).map(({ name }) => name)
  const { at, rest } = fieldProblems(problem, names)
  const isFlawed = Object.keys(flawsOf(rows, form)).length > 0
  const change = (next: Typed<Order>) => {
    // The refusal belonged to the previous values.
    setProblem(null)
    draft.change(next)
  }
  return (
    <form onSubmit={submits(() => !isFlawed && sendOnce(send))}>
      <Fields rows={rows} form={form} onChange={change} problems={at} />
      {children}
      {rest && <ProblemBox problem={rest} />}
      <FormActs title={title} busy={busy} disabled={disabled} draft={draft} />
    </form>
  )
}
