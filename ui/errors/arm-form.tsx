/** The form that arms a response for matching calls. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Terminal } from '../commands/commands.tsx'
import { armCommand, formCommands } from '../commands/curl.ts'
import { FormActs, fieldsOf, ProbabilityField, SelectField, submits, TextField } from '../form/field.tsx'
import { Mark } from '../kit/mark.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import { useSending } from '../live/use-loaded.ts'
import { type Armed, type ArmForm as Form, orderOf } from './arm-order.ts'
import { ArmedList } from './armed.tsx'
import { arm } from './arming.ts'
import { armedErrors } from './errors.ts'

interface Props {
  armed: Armed
  button: string
  form: Form
  onChange: (form: Form) => void
  onArmed: () => void
  /** Fields that choose the response, if the code does not. */
  children?: ComponentChildren
}

export function ArmForm({ armed, button, form, onChange, onArmed, children }: Props) {
  const { problem, busy, send } = useSending()
  const [note, setNote] = useState<string | null>(null)
  const order = orderOf(armed, form)
  const submit = async () => {
    const done = await send(() => arm(order))
    if (done === null) return
    setNote(done.ok ? done.value.note : null)
    if (done.ok) onArmed()
  }
  const code = armed.kind === 'code' ? armed.code : null
  const already = armedErrors.value?.filter((one) => one.code === code) ?? []
  return (
    <>
      <form onSubmit={submits(submit)}>
        {children}
        <ArmFields form={form} onChange={onChange} />
        {problem && <ProblemBox problem={problem} />}
        {note !== null && (
          <p>
            <Mark sign={{ tone: 'wait', shape: '!', text: 'Armed.' }} /> {note}
          </p>
        )}
        <FormActs title={button} busy={busy} />
      </form>
      {already.length > 0 && <ArmedList armed={already} label="Armed errors of this kind" />}
      <Terminal commands={formCommands(armCommand(order), '/sandbox/armed-errors', order)} />
    </>
  )
}

/** The methods of the platform. */
const methods = ['GET', 'POST', 'PATCH', 'DELETE']

interface FieldsProps {
  form: Form
  onChange: (form: Form) => void
}

/** The calls to match, the number of uses and the delay. */
function ArmFields({ form, onChange }: FieldsProps) {
  const field = fieldsOf(form, onChange)
  return (
    <div class="arm-fields">
      <SelectField
        label="Method"
        {...field('method')}
        options={[['', 'any'], ...methods.map((one) => [one, one] as const)]}
      />
      <TextField label="Path" class="path" placeholder="any, such as /cards/*" {...field('path')} />
      <TextField label="Identity" placeholder="any" {...field('identity')} />
      <TextField label="Times" type="number" min={1} placeholder="always" {...field('times')} />
      <TextField label="Skip first calls" type="number" min={0} placeholder="0" {...field('after')} />
      <ProbabilityField {...field('probability')} />
      <TextField label="Delay (ms)" type="number" min={0} max={600_000} placeholder="0" {...field('delay')} />
    </div>
  )
}
