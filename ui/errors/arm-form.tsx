import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { armCommand, sandboxCurl } from '../commands/curl.ts'
import { Mark } from '../kit/mark.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import { useProblem } from '../live/use-problem.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { ArmFields } from './arm-fields.tsx'
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
  /** Fields that say what is armed, where that is not settled. */
  children?: ComponentChildren
}

/** Arms an answer for calls that match; what is armed of its kind stands below. */
export function ArmForm({ armed, button, form, onChange, onArmed, children }: Props) {
  const [problem, setProblem] = useProblem()
  const [note, setNote] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const order = orderOf(armed, form)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const done = await arm(order)
    setBusy(false)
    setProblem(done.ok ? null : done.problem)
    setNote(done.ok ? done.value.note : null)
    if (done.ok) onArmed()
  }
  const code = armed.kind === 'code' ? armed.code : null
  const already = armedErrors.value?.filter((one) => one.code === code) ?? []
  return (
    <>
      <form onSubmit={(event) => void submit(event)}>
        {children}
        <ArmFields form={form} onChange={onChange} />
        {problem && <ProblemBox problem={problem} />}
        {note !== null && (
          <p>
            <Mark sign={{ tone: 'wait', shape: '!', text: 'Armed, but' }} /> {note}
          </p>
        )}
        <div class="form-acts">
          <button type="submit" class="primary" aria-busy={busy}>
            {button}
          </button>
        </div>
      </form>
      {already.length > 0 && <ArmedList armed={already} label="Armed of this kind" />}
      <h3 class="label">The same from a terminal</h3>
      <CopyBox text={armCommand(order)} what="the command" />
      <CopyBox
        text={sandboxCurl('POST', `${location.origin}/sandbox/armed-errors`, order)}
        what="the curl command"
      />
    </>
  )
}
