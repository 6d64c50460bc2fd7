import { useEffect, useState } from 'preact/hooks'
import { SelectField, TextArea, TextField } from '../parts/field.tsx'
import { type Armed, nextCall, wantedCall } from '../state/arm-order.ts'
import { ArmForm } from './arm-form.tsx'
import { Back } from './back.tsx'

const choices = [
  ['503', '503 from a gateway'],
  ['504', '504 from a gateway'],
  ['other', 'another status'],
  ['reset', 'connection reset'],
  ['hang', 'no answer at all'],
] as const
type Choice = (typeof choices)[number][0]

/** Arms what has no code: a gateway's answer, a connection that breaks, or silence. */
export function ArmWithoutCode() {
  const [choice, setChoice] = useState<Choice>('503')
  const [status, setStatus] = useState('502')
  const [body, setBody] = useState('')
  const [form, setForm] = useState(() => ({ ...nextCall, ...wantedCall.peek() }))
  useEffect(() => {
    wantedCall.value = {}
  }, [])
  const answers = choice !== 'reset' && choice !== 'hang'
  const armed: Armed = answers
    ? { kind: 'status', status: choice === 'other' ? status : choice, body }
    : { kind: choice }
  return (
    <div class="form-pane">
      <Back />
      <h2>Arm without a code</h2>
      <p class="quiet">What a client meets when not the platform answers, but something in between.</p>
      <ArmForm armed={armed} button="Arm it" form={form} onChange={setForm}>
        <SelectField
          label="Answer"
          value={choice}
          options={choices}
          onPick={(word) => setChoice(choices.find(([one]) => one === word)?.[0] ?? '503')}
        />
        {choice === 'other' && (
          <TextField
            label="Status"
            type="number"
            min={200}
            max={599}
            required
            value={status}
            onInput={setStatus}
          />
        )}
        {answers && (
          <TextArea
            label="Body"
            hint="Text or JSON. Left empty, the page that a gateway sends."
            rows={2}
            value={body}
            onInput={setBody}
          />
        )}
      </ArmForm>
    </div>
  )
}
