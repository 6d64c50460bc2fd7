/** The report of a check, while it runs and when it has ended. */
import { useRef } from 'preact/hooks'
import type { Check, CheckProbe } from '../../server/wire.ts'
import { outlineOf } from '../../server/words/check-outline.ts'
import { sayProgress, sayReceiver, secretEndsIn } from '../../server/words/check-report.ts'
import { duration } from '../../server/words/duration.ts'
import { Commands } from '../commands/commands.tsx'
import { Copy } from '../kit/copy.tsx'
import { Fact } from '../kit/fact.tsx'
import { capitalized } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { dateTime } from '../kit/time.ts'
import { reportsOf } from '../live/routes/checks.ts'
import { subscriptions } from '../live/settings.ts'
import { Back } from '../place/back.tsx'
import { go, placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { Secret } from '../secrets/secret.tsx'
import { checkCommand, checkDrafts, draftAgain, emptyCheck } from './check-draft.ts'
import { stop } from './checking.ts'
import { Fix, ProbeFacts, ProbeLine, resultSign } from './probe.tsx'

export function CheckReport({ check }: { check: Check }) {
  const { id, state, score, probes, subscription_id } = check
  const outline = outlineOf(check)
  const isRunning = state === 'running'
  const again = () => {
    const key = subscription_id ?? ''
    if (subscription_id === null && checkDrafts.of(key)?.form.url !== check.url)
      checkDrafts.keep(key, { before: emptyCheck, form: draftAgain(check) })
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
            <button type="button" class="primary" onClick={again}>
              Check again
            </button>
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
              text: checkCommand(
                subscription_id === null ? { url: check.url, scheme: check.scheme } : { subscription_id },
              ),
            },
          ]}
        />
        {!isRunning && <Reports id={id} />}
      </header>
      <div class="tab-panel check-report">
        {isRunning && probes.length === 0 && <Awaited check={check} />}
        {!isRunning && outline.diagnosis && (
          <section class="finding bad">
            <h3>Cause</h3>
            <p>{outline.diagnosis.summary}</p>
            <Fix text={outline.diagnosis.fix} />
          </section>
        )}
        {!isRunning && (
          <>
            <Problems probes={outline.problems} diagnosis={outline.diagnosis} check={check} />
            <Folded title="Warnings" probes={outline.warnings} check={check} />
            <Folded title="Notes" probes={outline.notes} check={check} />
          </>
        )}
        {isRunning ? <Turning check={check} /> : <Groups check={check} />}
        {[outline.effects, outline.notJudged].map(
          (text) =>
            !isRunning &&
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
  const { probes, pending } = check
  return (
    <div class="check-progress">
      <progress
        aria-label="Progress of the check"
        value={probes.length}
        max={Math.max(1, probes.length + pending.length)}
      />
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
        <Mark sign={{ tone: 'wait', text: 'The check waits for the first answer of your receiver.' }} />
      </h3>
      <p>
        Your receiver must have this secret: <Secret secret={own.secret} of="this check" />
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
      <h3>Problems</h3>
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
              <ProbeFacts probe={probe} check={check.id} />
              {probe.id === 'accepts-valid' && check.secret_hint !== null && (
                <p class="quiet">{secretEndsIn(check.secret_hint)}</p>
              )}
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
      <ProbeLine key={probe.id} probe={probe} check={check.id} />
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
          <ProbeLine key={id} probe={probe} check={check.id} />
        ) : (
          <li key={id} class="probe pending">
            <span class="step-mark" role="img" aria-label="Pending">
              ◌
            </span>
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
      <h3>All probes</h3>
      {groups.map(({ name, passed, judged, tone }) => (
        <details key={name} class="check-group">
          <summary>
            <Mark sign={{ ...resultSign(tone), text: capitalized(name) }} />{' '}
            <span class="quiet">
              {passed} of {judged} passed
            </span>
          </summary>
          <Lines probes={check.probes.filter(({ group }) => group === name)} check={check} />
        </details>
      ))}
    </section>
  )
}

function Facts({ check }: { check: Check }) {
  const { id, scheme, framework, started_at, duration_ms, seed, subscription_id } = check
  return (
    <dl class="facts">
      <Fact name="Id">
        <code>{id}</code>
      </Fact>
      <Fact name="Scheme">{scheme}</Fact>
      {subscription_id !== null && (
        <Fact name="Subscription">
          <PlaceLink to={{ ...placeOf('subscriptions'), open: subscription_id }}>{subscription_id}</PlaceLink>
        </Fact>
      )}
      {framework !== null && <Fact name="Framework">{framework}</Fact>}
      <Fact name="Started">{dateTime(started_at)}</Fact>
      {duration_ms !== null && <Fact name="Took">{duration(duration_ms)}</Fact>}
      <Fact name="Seed">{seed}</Fact>
    </dl>
  )
}
