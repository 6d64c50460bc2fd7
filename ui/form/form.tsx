/**
 * Forms as data: a field says its label, kind, help and validation, and how the request holds its value.
 * Over 300 lines: what a field is, and how each kind is drawn, checked and sent, change together.
 */

import { type ComponentChildren, Fragment, type VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { EditorMark } from '../json/editor/marks.ts'
import type { Options } from '../kit/choice.tsx'
import type { Result } from '../live/api.ts'
import { ProblemBox } from '../live/problem.tsx'
import { isOutage } from '../live/refusal.ts'
import { useSending } from '../live/use-loaded.ts'
import { BodyField } from './body-field.tsx'
import { isSame } from './drafts.ts'
import { Check, Choices, FormActs, SelectField, submits, TextArea, TextField } from './field.tsx'
import { fieldProblems } from './field-problems.ts'
import { filled, numberIn, textIn } from './typed.ts'

/** A form as typed, by the members of its request. A checkbox holds `on` or nothing; `Own` names other values. */
export type Typed<Order, Own = unknown> = {
  readonly [Name in keyof Order & string]: Name extends keyof Own ? Own[Name] : string
}

interface Control<Value> {
  label: string
  value: Value
  problem: string | undefined
  onInput: (value: Value) => void
}

interface Look {
  label: string
  /** Text on one line by default. */
  kind?: 'number' | 'lines' | 'select' | 'check' | 'secret' | 'body'
  hint?: string
  placeholder?: string
  required?: true
  min?: number
  max?: number
  /** The number is not whole. */
  step?: 'any'
  /** The height of lines. */
  rows?: number
  /** The options of a select. */
  options?: () => Options
  /** The completions of a text. */
  suggest?: () => readonly string[] | undefined
}

/** What depends on the value of a field, in a form of the given type. */
interface Handling<Name, Value, Sent, Form> {
  name: Name
  /** Why the server would refuse the value. An empty text only blocks the form: the field shows its own reasons. */
  flaw?(typed: Value, form: Form): string | undefined
  /** The value that is sent. By default the trimmed text, the number, or whether the box is checked. */
  send?(typed: Value, form: Form): Sent | undefined
  /** The text that means the default. The request leaves it out. */
  usual?: string
  /** Whether a body is no JSON, so that JSON mistakes are not marked. */
  isText?(form: Form): boolean
  /** Whether the field is shown and sent. Always by default. */
  when?(form: Form): boolean
  /** Draws a field of its own. */
  draw?: ((control: Control<Value>, form: Form) => VNode) | undefined
}

/** A field, named as the member of the request. */
export type FieldOf<Order, Own = unknown> = {
  [Name in keyof Order & string]: Look &
    Handling<Name, Typed<Order, Own>[Name], Order[Name], Typed<Order, Own>>
}[keyof Order & string]

/** The rows of a form. Fields of one row stand beside each other; a fold hides fields that few readers change. */
export type Rows<Order, Own = unknown> = readonly (
  | FieldOf<Order, Own>
  | readonly FieldOf<Order, Own>[]
  | { fold: string; isOpen: boolean; rows: Rows<Order, Own> }
)[]

type AnyForm = Readonly<Record<string, unknown>>
type AnyField = Look & Handling<string, unknown, unknown, AnyForm>
type AnyRow = AnyField | AnyField[] | { fold: string; isOpen: boolean; rows: readonly AnyRow[] }

// The kit only hands each value on to the field that it belongs to.
const rowsIn = <Order, Own>(rows: Rows<Order, Own>) => rows as unknown as readonly AnyRow[]
const fieldsIn = <Order, Own>(rows: Rows<Order, Own>): readonly AnyField[] =>
  rowsIn(rows).flatMap((row) => ('fold' in row ? fieldsIn(row.rows as typeof rows) : row))
const shownIn = <Order, Own>(rows: Rows<Order, Own>, form: AnyForm) =>
  fieldsIn(rows).filter(({ when }) => when?.(form) ?? true)

function sentOf({ name, kind, usual, send }: AnyField, form: AnyForm): unknown {
  const typed = form[name]
  if (typed === usual) return undefined
  if (send) return send(typed, form)
  if (kind === 'check') return typed === 'on'
  return kind === 'number' ? numberIn(String(typed)) : textIn(String(typed))
}

/** A value as a field shows it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'on'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object') return Object.keys(value).length === 0 ? '' : JSON.stringify(value)
  return String(value)
}

/** The form values of a record, and those that are no text of the record. */
export const typedOf = <Order, Own>(
  rows: Rows<Order, Own>,
  record: Partial<Order>,
  own: Partial<Typed<Order, Own>> = {},
): Typed<Order, Own> =>
  ({
    ...Object.fromEntries(fieldsIn(rows).map(({ name }) => [name, textOf(record[name as keyof Order])])),
    ...own,
  }) as Typed<Order, Own>

/** The request of a form, without its empty fields. */
export const orderOf = <Order, Own>(rows: Rows<Order, Own>, form: Typed<Order, Own>): Partial<Order> =>
  filled(
    Object.fromEntries(shownIn(rows, form).map((field) => [field.name, sentOf(field, form)])),
  ) as Partial<Order>

/** The changed fields as a request. An emptied field sends null, which restores the default. */
export const changesOf = <Order, Own>(
  rows: Rows<Order, Own>,
  form: Typed<Order, Own>,
  before: Typed<Order, Own>,
): Partial<Order> =>
  Object.fromEntries(
    shownIn(rows, form)
      .map((field) => [field, sentOf(field, form)] as const)
      .filter(([field, sent]) => !isSame(sent, sentOf(field, before)))
      .map(([{ name }, sent]) => [name, sent ?? null]),
  ) as Partial<Order>

function numberFlaw({ min, max, step }: Look, typed: string): string | undefined {
  const value = Number(typed)
  const isNumber = Number.isFinite(value) && (step === 'any' || Number.isInteger(value))
  if (isNumber && value >= (min ?? value) && value <= (max ?? value)) return undefined
  const from = min === undefined ? '' : max === undefined ? `, at least ${min}` : ` from ${min} to ${max}`
  return `Must be a ${step === 'any' ? '' : 'whole '}number${from}.`
}

function flawOf(field: AnyField, form: AnyForm, isAsked: boolean): string | undefined {
  const typed = form[field.name]
  if (typeof typed === 'string' && typed.trim() === '')
    return field.required && isAsked ? `${field.label} is required.` : undefined
  if (field.kind === 'number') return numberFlaw(field, String(typed))
  return field.flaw?.(typed, form)
}

/** The problem of each field that the server would refuse. Empty fields are reported when the form `isAsked` to send. */
export const flawsOf = <Order, Own>(
  rows: Rows<Order, Own>,
  form: Typed<Order, Own>,
  isAsked = false,
): Partial<Record<keyof Order & string, string>> =>
  filled(
    Object.fromEntries(shownIn(rows, form).map((field) => [field.name, flawOf(field, form, isAsked)])),
  ) as Partial<Record<keyof Order & string, string>>

/** Whether the server would refuse the form. */
export const isFlawed = <Order, Own>(
  rows: Rows<Order, Own>,
  form: Typed<Order, Own>,
  isAsked = false,
): boolean => Object.keys(flawsOf(rows, form, isAsked)).length > 0

interface FieldsProps<Order, Own> {
  rows: Rows<Order, Own>
  form: Typed<Order, Own>
  onChange: (form: Typed<Order, Own>) => void
  /** Refusals of the server; a field's own flaw comes first. */
  problems?: Partial<Record<string, string>>
  isAsked?: boolean
}

/** The fields of a form, or of a part of it, row by row. */
export function Fields<Order, Own>({
  rows,
  form,
  onChange,
  problems = {},
  isAsked,
}: FieldsProps<Order, Own>) {
  const shown = shownIn(rows, form)
  const flaws: Partial<Record<string, string>> = flawsOf(rows, form, isAsked)
  const one = (field: AnyField) => {
    const { name, label } = field
    if (!shown.includes(field)) return null
    const control = {
      label,
      value: form[name as keyof Order & string] as unknown,
      problem: flaws[name] ?? problems[name],
      onInput: (value: unknown) => onChange({ ...form, [name]: value }),
    }
    if (field.draw) return <Fragment key={name}>{field.draw(control, form)}</Fragment>
    const look = field.isText?.(form) ? { ...field, marks: [] } : field
    return <Drawn key={name} look={look} id={name} control={{ ...control, value: String(control.value) }} />
  }
  const draw = (row: AnyRow, index: number): ComponentChildren => {
    if ('name' in row) return one(row)
    if ('fold' in row)
      return (
        <details key={row.fold} class="exchange" open={row.isOpen}>
          <summary>{row.fold}</summary>
          {row.rows.map(draw)}
        </details>
      )
    return (
      <div key={index} class={classOf(row)}>
        {row.map(one)}
      </div>
    )
  }
  return <>{rowsIn(rows).map(draw)}</>
}

function classOf(row: readonly AnyField[]): string {
  if (row.every(({ kind }) => kind === 'check')) return 'switches'
  return row.length > 2 ? 'columns narrow' : 'columns'
}

interface DrawnProps {
  look: Look & { marks?: readonly EditorMark[] }
  id: string
  control: Control<string>
}

function Drawn({ look, id, control }: DrawnProps) {
  const { kind, options, suggest, label, hint, rows, marks, placeholder, required } = look
  const { value, onInput } = control
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
  if (kind === 'body') return <BodyField {...filled({ rows, marks })} {...field} />
  if (kind === 'lines') return <TextArea rows={rows ?? 2} {...field} placeholder={placeholder ?? ''} />
  return (
    <>
      <TextField
        {...field}
        {...filled({ placeholder, required })}
        {...(kind === 'number' && { inputMode: 'decimal' as const })}
        {...(kind === 'secret' && { class: 'secret-field' as const })}
        {...(suggest && { list: `suggested-${id}` })}
      />
      {suggest && <Choices id={`suggested-${id}`} of={suggest()} />}
    </>
  )
}

interface Props<Order, Own> {
  rows: Rows<Order, Own>
  draft: {
    form: Typed<Order, Own>
    change: (form: Typed<Order, Own>) => void
    isChanged: boolean
    startOver: () => void
    isOvertaken?: boolean
  }
  /** The label of the submit button. */
  title: string
  /** Sends the form; a refusal is shown at the field that it names. */
  send: () => Promise<Result<unknown>>
  /** Given if another button sends too. */
  sending?: ReturnType<typeof useSending>
  disabled?: boolean
  /** A button that sends despite a problem. */
  anyway?: ComponentChildren
  /** Between the fields and the buttons. */
  children?: ComponentChildren
}

/** Focuses the first field with a problem. A click on its label also reaches the editor, which hides its own field. */
function focusFlaw(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('.field:has(.bad) label, [aria-invalid="true"]')
  if (first instanceof HTMLLabelElement) first.click()
  else first?.focus()
}

/** A form with its fields, its refusal, and the buttons that send and discard it. */
export function Form<Order, Own>(props: Props<Order, Own>) {
  const { rows, draft, title, send, disabled = false, anyway, children } = props
  const { form } = draft
  const own = useSending()
  const { problem, setProblem, busy, send: sendOnce } = props.sending ?? own
  const [asked, setAsked] = useState(0)
  const box = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (asked > 0) focusFlaw(box.current)
  }, [asked])
  const names = fieldsIn(rows).map(({ name }) => name)
  const { at, rest } = fieldProblems(problem, names)
  const change = (next: Typed<Order, Own>) => {
    // The refusal belonged to the previous values.
    setProblem(null)
    draft.change(next)
  }
  const submit = async () => {
    const done = isFlawed(rows, form, true) ? null : await sendOnce(send)
    setAsked(done?.ok ? 0 : asked + 1)
  }
  const startOver = () => {
    setProblem(null)
    setAsked(0)
    draft.startOver()
  }
  return (
    <form ref={box} class="stack" noValidate onSubmit={submits(submit)}>
      <Fields rows={rows} form={form} onChange={change} problems={at} isAsked={asked > 0} />
      {children}
      {rest && <ProblemBox problem={rest} act={anyway} />}
      {rest && isOutage(rest) && <p class="hint">The sandbox may have carried out this request.</p>}
      <FormActs title={title} busy={busy} disabled={disabled} draft={{ ...draft, startOver }}>
        {!rest && anyway}
      </FormActs>
    </form>
  )
}
