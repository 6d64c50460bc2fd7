import { Field, SelectField, TextField } from '../form/field.tsx'
import { ProbabilityField } from '../form/probability-field.tsx'
import type { ArmForm } from './arm-order.ts'

/** Those that the platform has. */
const methods = ['GET', 'POST', 'PATCH', 'DELETE']

interface Props {
  form: ArmForm
  onChange: (form: ArmForm) => void
}

/** For which calls it is armed, how often it fires and how late. */
export function ArmFields({ form, onChange }: Props) {
  const set = (name: keyof ArmForm) => (value: string) => onChange({ ...form, [name]: value })
  return (
    <div class="arm-fields">
      <SelectField
        label="Method"
        value={form.method}
        options={[['', 'any'], ...methods.map((one) => [one, one] as const)]}
        onPick={set('method')}
      />
      <Field label="Path">
        {(id) => (
          <input
            id={id}
            type="text"
            class="path"
            autocomplete="off"
            spellcheck={false}
            placeholder="any, or /cards/*"
            value={form.path}
            onInput={(event) => set('path')(event.currentTarget.value)}
          />
        )}
      </Field>
      <TextField label="Identity" placeholder="any" value={form.identity} onInput={set('identity')} />
      <TextField
        label="Times"
        type="number"
        min={1}
        placeholder="always"
        value={form.times}
        onInput={set('times')}
      />
      <TextField
        label="After calls"
        type="number"
        min={0}
        placeholder="0"
        value={form.after}
        onInput={set('after')}
      />
      <ProbabilityField value={form.probability} onInput={set('probability')} />
      <TextField
        label="Delay, ms"
        type="number"
        min={0}
        max={600_000}
        placeholder="0"
        value={form.delay}
        onInput={set('delay')}
      />
    </div>
  )
}
