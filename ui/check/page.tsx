/** The Check view: the checks of receivers, and the form that starts one. */
import '../styles/things.css'
import '../styles/check.css'
import { useEffect } from 'preact/hooks'
import type { Check } from '../../server/wire.ts'
import { outlineOf } from '../../server/words/check-outline.ts'
import { sayProgress, sayReceiver } from '../../server/words/check-report.ts'
import { MadeList } from '../detail/made.tsx'
import { inOneLine } from '../kit/control-marks.ts'
import { many, target } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { titled } from '../kit/titled.ts'
import { NotRead } from '../live/not-read.tsx'
import { touched } from '../live/touched.ts'
import { place } from '../place/navigation.ts'
import { CheckForm } from './check-form.tsx'
import { checksProblem, readChecks } from './checking.ts'
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
  const { tone } = outlineOf(check)
  const address = target(sayReceiver(check), location.origin)
  return (
    <>
      <span class="card-title" title={address}>
        {titled(address)}
      </span>
      <Mark sign={state === 'running' ? { tone: 'wait', text: sayProgress(check) } : cardSign(check, tone)} />
      <span class="quiet">
        {state === 'done' && `score ${score} · `}
        {scheme} · <Measured text={dateTime(started_at)} />
      </span>
    </>
  )
}

function cardSign({ state, reason_code, failed, warned }: Check, tone: Parameters<typeof resultSign>[0]) {
  const sign = resultSign(tone)
  if (state === 'failed') return { ...sign, text: reason_code === 'stopped' ? 'stopped' : 'not made' }
  if (failed > 0) return { ...sign, text: many(failed, 'problem') }
  return { ...sign, text: warned > 0 ? many(warned, 'warning') : 'passed' }
}
