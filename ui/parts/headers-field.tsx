import { Field } from './field.tsx'
import { UnlessSecret } from './unless-secret.tsx'

interface Props {
  hint: string
  rows: number
  /** Lines of `name: value`. */
  value: string
  onInput: (value: string) => void
  placeholder?: string
}

/** Headers to be sent, a line each. */
export function HeadersField({ hint, rows, value, onInput, placeholder }: Props) {
  return (
    <UnlessSecret label="Headers" text={value}>
      <Field label="Headers" hint={hint}>
        {(id) => (
          <textarea
            id={id}
            rows={rows}
            spellcheck={false}
            placeholder={placeholder}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )}
      </Field>
    </UnlessSecret>
  )
}
