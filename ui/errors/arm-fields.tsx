import { fieldsOf, ProbabilityField, SelectField, TextField } from '../form/field.tsx'
import type { ArmForm } from './arm-order.ts'

/** Those that the platform has. */
const methods = ['GET', 'POST', 'PATCH', 'DELETE']

interface Props {
  form: ArmForm
  onChange: (form: ArmForm) => void
}

/** For which calls it is armed, how often it fires and how late. */
export function ArmFields({ form, onChange }: Props) {
  const field = fieldsOf(form, onChange)
  return (
    <div class="arm-fields">
      <SelectField
        label="Method"
        {...field('method')}
        options={[['', 'any'], ...methods.map((one) => [one, one] as const)]}
      />
      <TextField label="Path" class="path" placeholder="any, or /cards/*" {...field('path')} />
      <TextField label="Identity" placeholder="any" {...field('identity')} />
      <TextField label="Times" type="number" min={1} placeholder="always" {...field('times')} />
      <TextField label="After calls" type="number" min={0} placeholder="0" {...field('after')} />
      <ProbabilityField {...field('probability')} />
      <TextField label="Delay, ms" type="number" min={0} max={600_000} placeholder="0" {...field('delay')} />
    </div>
  )
}
