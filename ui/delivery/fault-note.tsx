/** The Fault tab: the verdict, the faults, and the bytes they changed. */
import type { Attempt, Delivery } from '../../server/wire.ts'
import { faultVerdicts, knownFault, mustWords, sticky } from '../faults/fault-words.ts'
import { knownFaults } from '../faults/faults.ts'
import { Fact } from '../kit/fact.tsx'
import { changeOf } from '../message/byte-change.ts'
import { Changes } from '../message/changes.tsx'
import { Difference } from '../message/difference.tsx'
import { Finding } from '../message/finding.tsx'
import { openResend, resend } from './resending.ts'

export function DeliveryFault({ delivery }: { delivery: Delivery }) {
  const { id, attempts } = delivery
  const touched = attempts.filter((one) => one.fault !== null)
  const parts = delivery.fault_parts ?? touched[0]?.fault_parts ?? null
  if (parts === null)
    return (
      <>
        <p>Sent without a fault.</p>
        <p class="quiet">
          A fault breaks a delivery on purpose to test your receiver: a wrong signature, a changed byte, the
          same event twice.
        </p>
        <div class="form-acts">
          <button type="button" onClick={() => openResend(id, 'fault')}>
            Resend with a fault
          </button>
        </div>
      </>
    )
  return (
    <>
      {faultVerdicts(delivery).map(({ tone, title, why }) => (
        <Finding key={title} sign={{ tone, text: title }}>
          <p>{why}</p>
        </Finding>
      ))}
      <section>
        <h3>Faults</h3>
        <ul class="fault-parts">
          {parts
            .filter(({ name }) => name !== sticky)
            .map(({ text }, index) => (
              <Part key={`${index}${text}`} part={text} />
            ))}
        </ul>
        <p class="quiet">
          {parts.at(-1)?.name === sticky
            ? 'Applies to every attempt (sticky).'
            : `Applies only to the first attempt${touched.length > 1 ? ' and its copies' : ''}.`}
        </p>
      </section>
      {touched.map((attempt) => (
        <Touched key={attempt.id} attempt={attempt} delivery={delivery} />
      ))}
      <div class="form-acts">
        <button type="button" data-once onClick={() => void resend(id)}>
          Resend without the fault
        </button>
        <button type="button" onClick={() => openResend(id, 'fault')}>
          Resend with another fault
        </button>
      </div>
    </>
  )
}

function Part({ part }: { part: string }) {
  const known = knownFault(part, knownFaults.value)
  if (known === undefined)
    return (
      <li>
        <span class="fault">{part}</span>
      </li>
    )
  const { description, right } = known
  return (
    <li>
      <span class="fault">{part}</span> {right === null ? description : description.slice(0, -right.length)}
      <dl class="facts">
        <Fact name="Expected">
          {right} <span class="quiet">{mustWords(known)}</span>
        </Fact>
      </dl>
    </li>
  )
}

/** The changes of a fault in an attempt, in words and as bytes. */
function Touched({ attempt, delivery }: { attempt: Attempt; delivery: Delivery }) {
  const isWholeText = [delivery, attempt.request].every(
    ({ body_base64, body_left_out }) => body_base64 === null && body_left_out === undefined,
  )
  const change = isWholeText ? changeOf(delivery.body, attempt.request.body) : null
  return (
    <section>
      <h3>Changes in attempt {attempt.number}</h3>
      {attempt.changes.length === 0 && <p class="quiet">The fault changed no byte of the request.</p>}
      <Changes changes={attempt.changes} />
      {change !== null && (
        <Difference
          difference={change}
          sides={{ sender: 'without the fault', here: 'as sent' }}
          words={{ sender: 'without the fault', here: 'as sent' }}
        />
      )}
    </section>
  )
}
