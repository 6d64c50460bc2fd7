/** The form that starts a check. */
import { useState } from 'preact/hooks'
import { realEvents } from '../../server/words/check-report.ts'
import { Terminal } from '../commands/commands.tsx'
import { formCommands } from '../commands/curl.ts'
import { useDraft } from '../form/drafts.ts'
import { Form } from '../form/form.tsx'
import { checksPath } from '../live/routes/checks.ts'
import { Back } from '../place/back.tsx'
import { fromHere } from '../place/navigation.ts'
import { checkCommand, checkDrafts, emptyForm, orderOfForm } from './check-draft.ts'
import { checkRows, hasMore } from './check-fields.tsx'
import { startCheck } from './checking.ts'

/** The draft stays after the start, so that the next check has the same options. */
export function CheckForm({ subscription }: { subscription: string }) {
  const draft = useDraft(checkDrafts, subscription, () => emptyForm(subscription))
  const { form } = draft
  const [isOpen] = useState(() => hasMore(form))
  const order = orderOfForm(form)
  const send = async () => {
    const goOn = fromHere()
    const begun = await startCheck(order)
    if (begun.ok) goOn({ open: begun.value.check.id, subscription: null })
    return begun
  }
  return (
    <div class="form-pane">
      <Back />
      <h2>Check a receiver</h2>
      <p class="quiet">
        Is your webhook receiver correct? The report names each problem, its cause and the fix. {realEvents}
      </p>
      <Form rows={checkRows(isOpen)} draft={draft} title="Start check" send={send} />
      {(form.subscription_id !== '' || form.url !== '') && (
        <Terminal commands={formCommands(checkCommand(order), checksPath, order)} />
      )}
    </div>
  )
}
