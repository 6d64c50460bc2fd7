/** The forms that arm a response for matching calls: an error code, or a response without one. */
import { useState } from 'preact/hooks'
import { Terminal } from '../commands/commands.tsx'
import { armCommand, formCommands } from '../commands/curl.ts'
import { useDraft } from '../form/drafts.ts'
import { Form, orderOf } from '../form/form.tsx'
import { Mark } from '../kit/mark.tsx'
import { Back } from '../place/back.tsx'
import { answerFields, armDrafts, callFields, newAnswer, nextCall } from './arm-order.ts'
import { ArmedList } from './armed.tsx'
import { arm } from './arming.ts'
import { armedErrors } from './errors.ts'

interface Props {
  /** Null for a response without an error code. */
  code: string | null
  draft: ReturnType<typeof useArmDraft>
}

/** The unsent form of an error code, or of a response without one. */
export const useArmDraft = (code: string | null) => useDraft(armDrafts, code ?? newAnswer, () => nextCall)

export function ArmForm({ code, draft }: Props) {
  const [note, setNote] = useState<string | null>(null)
  const rows = code === null ? answerFields : callFields
  const order = { ...(code !== null && { code }), ...orderOf(rows, draft.form) }
  const send = async () => {
    const done = await arm(order)
    setNote(done.ok ? done.value.note : null)
    if (done.ok) armDrafts.forget(code ?? newAnswer)
    return done
  }
  const already = armedErrors.value?.filter((one) => one.code === code) ?? []
  return (
    <>
      <Form rows={rows} draft={draft} title={code === null ? 'Arm' : `Arm ${code}`} send={send}>
        {note !== null && (
          <p>
            <Mark sign={{ tone: 'wait', shape: '!', text: 'Armed.' }} /> {note}
          </p>
        )}
      </Form>
      {already.length > 0 && <ArmedList armed={already} label="Armed errors of this kind" />}
      <Terminal commands={formCommands(armCommand(order), '/sandbox/armed-errors', order)} />
    </>
  )
}

/** Arms a response without an error code: a gateway error, a reset connection, no response. */
export const ArmWithoutCode = () => (
  <div class="form-pane">
    <Back />
    <h2>Arm a response without an error code</h2>
    <p class="quiet">Simulates a gateway or a network failure between the client and the platform.</p>
    <ArmForm code={null} draft={useArmDraft(null)} />
  </div>
)
