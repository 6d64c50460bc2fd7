import { TextField } from './field.tsx'

interface Props {
  value: string
  onInput: (value: string) => void
}

/** How likely something deliberate is each time that it could happen. */
export const ProbabilityField = (props: Props) => (
  <TextField label="Probability" type="number" min={0} max={1} step="any" placeholder="always" {...props} />
)
