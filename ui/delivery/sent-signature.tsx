/** The Signature tab of a delivery: findings, and how the newest attempt was signed. */
import { judgeSent, refusalOf } from '../../server/findings/advice.ts'
import type { Attempt, Delivery, Subscription } from '../../server/wire.ts'
import { buttons, sentWords } from '../../server/words/advice.ts'
import { bytes } from '../../server/words/size.ts'
import { statusWords } from '../../server/words/status.ts'
import { foundVerdicts } from '../faults/fault-words.ts'
import { Fact } from '../kit/fact.tsx'
import { sentBody, sizeOf } from '../kit/hex.ts'
import { NotRead } from '../live/not-read.tsx'
import { verifySent } from '../live/routes/verify.ts'
import { getDelivery } from '../live/routes.ts'
import { recipeOf, subscriptions } from '../live/settings.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { Changes } from '../message/changes.tsx'
import { SignedString } from '../message/signed-string.tsx'
import { go, placeOf } from '../place/navigation.ts'
import { masked } from '../secrets/mask.ts'
import { Secret } from '../secrets/secret.tsx'
import { hidesSecrets } from '../secrets/secrets.ts'
import { ShowHandler } from '../verdict/show-handler.tsx'

export function SentSignature({ delivery }: { delivery: Delivery }) {
  const attempt = delivery.attempts.at(-1)
  if (attempt === undefined) return <p class="quiet">Nothing has been sent yet.</p>
  // The Fault tab shows the findings of faults.
  const found = delivery.fault === null ? foundVerdicts(delivery) : []
  const { headers } = attempt.request
  const signatures = headers.filter(([name]) => /signature/i.test(name))
  const leftOut = attempt.request.body_left_out ?? 0
  const subscription = subscriptions.value?.find((one) => one.id === delivery.subscription_id)
  const secret = subscription?.secret
  return (
    <>
      {found.map(({ tone, title, why }) => (
        <div key={title} class={`finding ${tone}`}>
          <h3>{title}</h3>
          <p>{why}</p>
        </div>
      ))}
      <Changes changes={attempt.changes} />
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
      {signatures.length === 0 && <p class="quiet">The request has no signature.</p>}
      {secret !== undefined && <ShowHandler of={{ subscription_id: delivery.subscription_id }} />}
      {secret === undefined && subscriptions.value !== null && (
        <p class="quiet">The subscription was deleted, and its secret with it.</p>
      )}
    </>
  )
}

interface RefusedProps {
  attempt: Attempt
  delivery: Delivery
  signer: Subscription
}

/** Checks the signature of a refused attempt. If it is valid, the mistake is in the receiver. */
export function Refused({ attempt, delivery, signer }: RefusedProps) {
  const { fault, number } = attempt
  const status = refusalOf(attempt)
  return (
    <div class={`finding ${fault === null ? 'bad' : 'quiet'}`}>
      <h3>
        Your receiver answered {status === undefined ? '' : statusWords(status)}
        {attempt !== delivery.attempts.at(-1) && ` to attempt ${number}`}
      </h3>
      {fault === null && (status === 401 || status === 403) && <AskSecret id={delivery.subscription_id} />}
      <Checked attempt={attempt} scheme={delivery.scheme} signer={signer} />
    </div>
  )
}

const AskSecret = ({ id }: { id: string }) => (
  <p>
    Does your receiver use this subscription’s secret?{' '}
    <button type="button" class="small" onClick={() => go({ ...placeOf('subscriptions'), open: id })}>
      {buttons.show_secret}
    </button>
  </p>
)

/** Verifies an attempt by its whole body; the page may have loaded only the beginning. */
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
  const { value, problem, retry } = useLoaded(`${attempt.id} ${secret}`, 0, () =>
    verifyWhole(attempt, scheme, secret),
  )
  if (problem !== null) return <NotRead problem={problem} again={retry} />
  if (value === null) return <p class="quiet">Checking the signature…</p>
  const judged = judgeSent(value, attempt, signer)
  if (judged === null) return null
  const { causes, fixes, evidence } = sentWords(judged, (one) => masked(one, !hidesSecrets.value))
  // Where nothing is proved, the last of the causes asks what to look for.
  const questions = judged.kind === 'right' && judged.proved.length === 0 ? causes.pop() : undefined
  return (
    <>
      {[...causes, ...fixes, ...evidence].map((words) => (
        <p key={words}>{words}</p>
      ))}
      {questions !== undefined && (
        <details class="exchange">
          <summary>What to check</summary>
          <p>{questions}</p>
        </details>
      )}
    </>
  )
}
