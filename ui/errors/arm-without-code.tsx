/** Arms a response without an error code: a gateway error, a reset connection, no response. */
import { useDraft } from '../form/drafts.ts'
import { fieldsOf, SelectField, TextArea, TextField } from '../form/field.tsx'
import { Back } from '../place/back.tsx'
import { ArmForm } from './arm-form.tsx'
import {
  type AnswerForm,
  type Armed,
  answerDrafts,
  answersWithoutCode,
  newAnswer,
  nextAnswer,
} from './arm-order.ts'

function armedBy({ answer, status, body }: AnswerForm): Armed {
  if (answer === 'reset' || answer === 'hang') return { kind: answer }
  return { kind: 'status', status: answer === 'other' ? status : answer, body }
}

export function ArmWithoutCode() {
  const { form, change } = useDraft(answerDrafts, newAnswer, () => nextAnswer)
  const armed = armedBy(form)
  const field = fieldsOf(form, change)
  return (
    <div class="form-pane">
      <Back />
      <h2>Arm a response without an error code</h2>
      <p class="quiet">Simulates a gateway or a network failure between the client and the platform.</p>
      <ArmForm
        armed={armed}
        button="Arm"
        form={form}
        onChange={(calls) => change({ ...form, ...calls })}
        onArmed={() => answerDrafts.forget(newAnswer)}
      >
        <SelectField
          label="Response"
          value={form.answer}
          options={answersWithoutCode}
          onInput={(word) =>
            change({ ...form, answer: answersWithoutCode.find(([one]) => one === word)?.[0] ?? '503' })
          }
        />
        {form.answer === 'other' && (
          <TextField label="Status" type="number" min={200} max={599} required {...field('status')} />
        )}
        {armed.kind === 'status' && (
          <TextArea
            label="Body"
            hint="Text or JSON. If empty, the sandbox sends the error page of a gateway."
            rows={2}
            {...field('body')}
          />
        )}
      </ArmForm>
    </div>
  )
}
