import { isOfSignature, judgeSent, refusalOf, refusedIn } from '../../server/findings/advice.ts'
import type { Attempt, Delivery, Subscription } from '../../server/wire.ts'
import { sentWords } from '../../server/words/advice.ts'
import { bytes } from '../../server/words/size.ts'
import { foundVerdicts } from '../faults/fault-words.ts'
import { Fact } from '../kit/fact.tsx'
import { sentBody, sizeOf } from '../kit/hex.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { getDelivery, verifySent } from '../live/routes.ts'
import { recipeOf, subscriptions } from '../live/settings.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { Changes } from '../message/changes.tsx'
import { SignedString } from '../message/signed-string.tsx'
import { go, placeOf } from '../place/navigation.ts'
import { masked } from '../secrets/mask.ts'
import { Secret } from '../secrets/secret.tsx'
import { hidesSecrets } from '../secrets/secrets.ts'
import { ShowHandler } from '../verdict/show-handler.tsx'

/** How the newest attempt was signed; and, where the receiver refused it or one before, where to look. */
export function SentSignature({ delivery }: { delivery: Delivery }) {
  const attempt = delivery.attempts.at(-1)
  if (attempt === undefined) return <p class="quiet">Nothing has been sent yet.</p>
  const refused = refusedIn(delivery)
  // Those of a fault stand in its tab.
  const told = delivery.fault === null ? foundVerdicts(delivery) : []
  const { headers } = attempt.request
  const signatures = headers.filter(([name]) => /signature/i.test(name))
  const leftOut = attempt.request.body_left_out ?? 0
  const subscription = subscriptions.value?.find((one) => one.id === delivery.subscription_id)
  const secret = subscription?.secret
  return (
    <>
      {told.map(({ tone, title, why }) => (
        <div key={title} class={`finding ${tone}`}>
          <h3>{title}</h3>
          <p>{why}</p>
        </div>
      ))}
      {refused && told.length === 0 && (
        <Refused attempt={refused} newest={attempt} delivery={delivery} signer={subscription} />
      )}
      {attempt !== refused && attempt.fault !== null && (
        <div class="finding quiet">
          <OnPurpose attempt={attempt} />
        </div>
      )}
      {attempt.signed_content !== null && (
        <SignedString
          recipe={recipeOf(delivery.scheme)}
          content={attempt.signed_content}
          body={{
            text: sentBody(attempt.request).text,
            title: `body as sent, ${bytes(sizeOf({ ...sentBody(attempt.request), leftOut }))}`,
          }}
        />
      )}
      <dl class="facts">
        <Fact name="Scheme">
          <code>{delivery.scheme}</code>
        </Fact>
        {signatures.map(([name, value], index) => (
          <Fact key={`${index}${name}`} name={name}>
            <code>{value}</code>
          </Fact>
        ))}
        {secret !== undefined && (
          <Fact name="Secret">
            <Secret secret={secret} of="the subscription" />
          </Fact>
        )}
      </dl>
      {signatures.length === 0 && <p class="quiet">It carried no signature.</p>}
      {secret !== undefined && <ShowHandler of={{ subscription_id: delivery.subscription_id }} />}
      {secret === undefined && subscriptions.value !== null && (
        <p class="quiet">Its subscription is gone, and its secret with it.</p>
      )}
    </>
  )
}

interface RefusedProps {
  attempt: Attempt
  newest: Attempt
  delivery: Delivery
  signer: Subscription | undefined
}

/** After a refusal: whether what was sent is right, for then the reason lies in the receiver. */
function Refused({ attempt, newest, delivery, signer }: RefusedProps) {
  const status = refusalOf(attempt)
  const { fault, number } = attempt
  return (
    <div class="finding quiet">
      <h3>
        The receiver answered {status}
        {attempt !== newest && ` to attempt ${number}`}
      </h3>
      {fault !== null && <OnPurpose attempt={attempt} />}
      {signer !== undefined && isOfSignature(attempt, delivery) && (
        <>
          {fault === null && (status === 401 || status === 403) && (
            <AskSecret id={delivery.subscription_id} />
          )}
          <Checked attempt={attempt} scheme={delivery.scheme} signer={signer} />
        </>
      )}
    </div>
  )
}

/** What a fault changed: its signature may not fit what stands below. */
const OnPurpose = ({ attempt: { fault, changes } }: { attempt: Attempt }) => (
  <>
    <p>
      It was sent with a fault on purpose: <span class="fault">{fault}</span>
    </p>
    <Changes changes={changes} />
  </>
)

const AskSecret = ({ id }: { id: string }) => (
  <p>
    Does your receiver use this subscription’s secret?{' '}
    <button type="button" class="small" onClick={() => go({ ...placeOf('subscriptions'), open: id })}>
      Show its secret
    </button>
  </p>
)

/** Judges an attempt by all of its body, which the page may have read the beginning of alone. */
async function verifyWhole(attempt: Attempt, scheme: string, secret: string) {
  if (attempt.request.body_left_out === undefined) return verifySent(attempt, scheme, secret)
  const found = await getDelivery(attempt.delivery_id)
  if (!found.ok) return found
  const whole = found.value.delivery.attempts.find(({ id }) => id === attempt.id) ?? attempt
  return verifySent(whole, scheme, secret)
}

interface CheckedProps {
  attempt: Attempt
  scheme: string
  signer: Subscription
}

function Checked({ attempt, scheme, signer }: CheckedProps) {
  const { secret } = signer
  const { value, problem } = useLoaded(`${attempt.id} ${secret}`, 0, () =>
    verifyWhole(attempt, scheme, secret),
  )
  if (problem !== null) return <ProblemBox problem={problem} />
  if (value === null) return <p class="quiet">Checking what was sent…</p>
  const judged = judgeSent(value, attempt, signer)
  if (judged === null) return null
  return sentWords(judged, (one) => masked(one, !hidesSecrets.value)).map((words) => (
    <p key={words}>{words}</p>
  ))
}
