/** The report of a check, while it runs and when it has ended. */
import { useRef } from 'preact/hooks'
import type { Check, CheckProbe } from '../../server/wire.ts'
import { outlineOf } from '../../server/words/check-outline.ts'
import {
  checkFacts,
  progressOf,
  reportTitles,
  sayPassed,
  sayProgress,
  sayReceiver,
} from '../../server/words/check-report.ts'
import { Commands } from '../commands/commands.tsx'
import { Copy } from '../kit/copy.tsx'
import { Fact } from '../kit/fact.tsx'
import { capitalized } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { dateTime } from '../kit/time.ts'
import { reportsOf } from '../live/routes/checks.ts'
import { subscriptions } from '../live/settings.ts'
import { Back } from '../place/back.tsx'
import { fromHere, go, placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { Secret } from '../secrets/secret.tsx'
import { checkCommand, checkDrafts, emptyForm, formOfCheck, orderOfCheck } from './check-draft.ts'
import { again, stop } from './checking.ts'
import { Fix, PendingMark, ProbeFacts, ProbeLine, resultSign } from './probe.tsx'

export function CheckReport({ check }: { check: Check }) {
  const { id, state, score, probes, subscription_id } = check
  const outline = outlineOf(check)
  const isRunning = state === 'running'
  /** While probes run again, the rest of the report stays. */
  const isFirst = isRunning && check.finished_at === null
  const checkAgain = async () => {
    const goOn = fromHere()
    const begun = await again(id)
    if (begun) goOn({ open: begun.id })
  }
  const edit = () => {
    const key = subscription_id ?? ''
    const { form } = checkDrafts.of(key) ?? {}
    const typed = form?.url === check.url || subscription_id !== null ? form : undefined
    checkDrafts.keep(key, {
      before: emptyForm(key),
      form: {
        ...formOfCheck(check),
        secret: typed?.secret ?? '',
        second_secret: typed?.second_secret ?? '',
      },
    })
    go({ open: 'new', subscription: subscription_id })
  }
  return (
    <article class="thing">
      <Back />
      <header class="thing-head">
        <h2>{sayReceiver(check)}</h2>
        {isRunning ? (
          <Progress check={check} />
        ) : (
          <p class="thing-state check-conclusion" role="status">
            <Mark sign={{ ...resultSign(outline.tone), text: outline.conclusion }} />
            {state === 'done' && <strong class="check-score">Score {score}</strong>}
          </p>
        )}
        <div class="acts">
          {isRunning ? (
            <button type="button" data-once class="danger" onClick={() => void stop(id)}>
              Stop
            </button>
          ) : (
            <>
              <button type="button" data-once class="primary" onClick={() => void checkAgain()}>
                Check again
              </button>
              <button type="button" onClick={edit}>
                Edit options
              </button>
            </>
          )}
          <button type="button" onClick={() => go({ ...placeOf('stream'), kind: 'deliveries', run: id })}>
            Show deliveries in the stream
          </button>
          <Copy text={() => location.href} label="Link" what="to this check" />
        </div>
        <Commands
          commands={[
            {
              what: 'the check as a command',
              text: checkCommand(orderOfCheck(check)),
            },
          ]}
        />
        {!isFirst && <Reports id={id} />}
      </header>
      <div class="tab-panel check-report">
        {isRunning && probes.length === 0 && <Awaited check={check} />}
        {!isFirst && outline.diagnosis && (
          <section class="finding bad">
            <h3>{reportTitles.cause}</h3>
            <p>{outline.diagnosis.summary}</p>
            <Fix text={outline.diagnosis.fix} />
          </section>
        )}
        {!isFirst && (
          <>
            <Problems probes={outline.problems} diagnosis={outline.diagnosis} check={check} />
            <Folded title={reportTitles.warnings} probes={outline.warnings} check={check} />
            <Folded title={reportTitles.notes} probes={outline.notes} check={check} />
          </>
        )}
        {isFirst ? <Turning check={check} /> : <Groups check={check} />}
        {[outline.effects, outline.notJudged].map(
          (text) =>
            !isFirst &&
            text !== '' && (
              <p key={text} class="quiet">
                {text}
              </p>
            ),
        )}
        <Facts check={check} />
      </div>
    </article>
  )
}

/** Not a status line: a screen reader would read each of its changes. */
function Progress({ check }: { check: Check }) {
  const { done, of } = progressOf(check)
  return (
    <div class="check-progress">
      <progress aria-label="Progress of the check" value={done} max={Math.max(1, of)} />
      <span class="quiet">{sayProgress(check)}</span>
    </div>
  )
}

/** The secret, until the receiver accepts a first delivery. The check removes its subscription at its end. */
function Awaited({ check }: { check: Check }) {
  const own = subscriptions.value?.find(({ identity }) => identity === check.id)
  if (own === undefined || check.subscription_id !== null) return null
  return (
    <section class="finding wait">
      <h3>
        <Mark sign={{ tone: 'wait', text: 'The check waits until your receiver accepts a delivery.' }} />
      </h3>
      {check.reason !== null && <p>{check.reason}</p>}
      <p>
        Set this secret in your receiver: <Secret secret={own.secret} of="this check" />
      </p>
    </section>
  )
}

const Reports = ({ id }: { id: string }) => (
  <p class="check-reports">
    <span class="quiet">Download the report:</span>
    {reportsOf(id).map(({ title, href, file }) => (
      <a key={title} href={href} download={file}>
        {title}
      </a>
    ))}
  </p>
)

interface ListProps {
  check: Check
  probes: readonly CheckProbe[]
}

/** A problem that the cause above explains is folded. */
function Problems({ check, probes, diagnosis }: ListProps & { diagnosis: Check['diagnosis'] }) {
  const explained = probes.filter(({ fix }) => fix === diagnosis?.fix)
  const others = probes.filter((probe) => !explained.includes(probe))
  if (probes.length === 0) return null
  return (
    <section>
      <h3>{reportTitles.problems}</h3>
      {explained.length > 0 && <Lines probes={explained} check={check} />}
      {others.length > 0 && (
        <ol class="check-problems">
          {others.map((probe) => (
            <li key={probe.id}>
              <h4>
                <Mark sign={{ tone: 'bad', text: probe.headline }} />{' '}
                <span class="quiet">
                  <code>{probe.id}</code> · {probe.severity}
                </span>
              </h4>
              <ProbeFacts probe={probe} check={check} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const Lines = ({ check, probes }: ListProps) => (
  <ul class="probes">
    {probes.map((probe) => (
      <ProbeLine key={probe.id} probe={probe} check={check} />
    ))}
  </ul>
)

function Folded({ title, probes, check }: ListProps & { title: string }) {
  if (probes.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <Lines probes={probes} check={check} />
    </section>
  )
}

/** All probes of a running check, in the order in which they were pending. */
function Turning({ check }: { check: Check }) {
  const order = useRef<string[]>([])
  order.current = inOrder(order.current, check)
  const done = new Map(check.probes.map((probe) => [probe.id, probe]))
  return (
    <ul class="probes turning" aria-label="Probes">
      {order.current.map((id) => {
        const probe = done.get(id)
        return probe ? (
          <ProbeLine key={id} probe={probe} check={check} />
        ) : (
          <li key={id} class="probe pending">
            <PendingMark />
            <code class="probe-id">{id}</code>
          </li>
        )
      })}
    </ul>
  )
}

/** The ids of all probes. Known ids keep their place. */
export const inOrder = (before: readonly string[], { probes, pending }: Check): string[] => [
  ...new Set([...before, ...probes.map(({ id }) => id), ...pending]),
]

/** One line for each group, which unfolds. */
function Groups({ check }: { check: Check }) {
  const { groups } = outlineOf(check)
  return (
    <section>
      <h3>{reportTitles.all}</h3>
      {groups.map(({ name, tone, ...counted }) => (
        <details key={name} class="check-group">
          <summary>
            <Mark sign={{ ...resultSign(tone), text: capitalized(name) }} />{' '}
            <span class="quiet">{sayPassed(counted)}</span>
          </summary>
          <Lines probes={check.probes.filter(({ group }) => group === name)} check={check} />
        </details>
      ))}
    </section>
  )
}

function Facts({ check }: { check: Check }) {
  const { id, subscription_id } = check
  return (
    <dl class="facts">
      <Fact name="Id">
        <code>{id}</code>
      </Fact>
      {subscription_id !== null && (
        <Fact name="Subscription">
          <PlaceLink to={{ ...placeOf('subscriptions'), open: subscription_id }}>{subscription_id}</PlaceLink>
        </Fact>
      )}
      {checkFacts(check, dateTime).map(([name, text]) => (
        <Fact key={name} name={name}>
          {text}
        </Fact>
      ))}
    </dl>
  )
}
