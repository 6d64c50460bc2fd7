/** The Check view: the checks of receivers, and the form that starts one. */
import '../styles/things.css'
import '../styles/check.css'
import { useEffect, useState } from 'preact/hooks'
import type { Check } from '../../server/wire.ts'
import { outlineOf } from '../../server/words/check-outline.ts'
import { realEvents, sayProgress, sayReceiver } from '../../server/words/check-report.ts'
import { Terminal } from '../commands/commands.tsx'
import { formCommands } from '../commands/curl.ts'
import { MadeList } from '../detail/made.tsx'
import { useDraft } from '../form/drafts.ts'
import { Form } from '../form/form.tsx'
import { inOneLine } from '../kit/control-marks.ts'
import { many, target } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { titled } from '../kit/titled.ts'
import { NotRead } from '../live/not-read.tsx'
import { checksPath } from '../live/routes/checks.ts'
import { touched } from '../live/touched.ts'
import { Back } from '../place/back.tsx'
import { fromHere, place } from '../place/navigation.ts'
import { checkCommand, checkDrafts, emptyForm, orderOfForm } from './check-draft.ts'
import { checkRows, hasMore } from './check-fields.tsx'
import { checksProblem, readChecks, startCheck } from './checking.ts'
import { checks } from './checks.ts'
import { resultSign } from './probe.tsx'
import { CheckReport } from './report.tsx'

export function Checks() {
  const subscription = place.value.subscription ?? ''
  const problem = checksProblem.value
  const again = problem === null ? 0 : touched.value
  useEffect(() => void readChecks(), [again])
  if (problem !== null && checks.value === null) return <NotRead problem={problem} />
  return (
    <MadeList
      title="Checks"
      make="New check"
      labels={{ one: 'Check', form: 'New check' }}
      all={checks.value ?? undefined}
      idOf={({ id }) => id}
      none="No checks yet. Start one to see whether your receiver is correct."
      card={(check) => <CardText check={check} />}
      detail={(check) =>
        check === null ? (
          <CheckForm key={subscription} subscription={subscription} />
        ) : (
          <CheckReport key={check.id} check={check} />
        )
      }
      gone={(id) => (
        <>
          <p>No such check: a reset deleted it, or it belongs to another sandbox.</p>
          <p class="quiet">
            <code>{inOneLine(id)}</code>
          </p>
        </>
      )}
    />
  )
}

function CardText({ check }: { check: Check }) {
  const { state, score, scheme, started_at } = check
  const address = target(sayReceiver(check), location.origin)
  return (
    <>
      <span class="card-title" title={address}>
        {titled(address)}
      </span>
      <Mark sign={state === 'running' ? { tone: 'wait', text: sayProgress(check) } : cardSign(check)} />
      <span class="quiet">
        {state === 'done' && `score ${score} · `}
        {scheme} · <Measured text={dateTime(started_at)} />
      </span>
    </>
  )
}

/** How a check ended. Counts what its report lists. */
export function cardSign(check: Check) {
  const { tone, problems, warnings } = outlineOf(check)
  const sign = resultSign(tone)
  if (check.state === 'failed')
    return { ...sign, text: check.reason_code === 'stopped' ? 'stopped' : 'not made' }
  if (problems.length > 0) return { ...sign, text: many(problems.length, 'problem') }
  return { ...sign, text: warnings.length > 0 ? many(warnings.length, 'warning') : 'passed' }
}

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
