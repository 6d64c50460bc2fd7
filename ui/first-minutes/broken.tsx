import { receiverFinding } from '../../server/findings/receiver.ts'
import type { DeliveryRow } from '../../server/wire.ts'
import { receiverWords } from '../../server/words/advice.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { isOwn } from '../kit/address.ts'
import { target } from '../kit/format.ts'
import { openThing } from '../place/navigation.ts'

/** What the receiver did with the signature that was broken. */
export function Broken({ row }: { row: DeliveryRow }) {
  const where = target(row.url, location.origin)
  const accepted = receiverWords(receiverFinding(row), row, where)
  const answer = row.last_outcome === null ? '' : sayOutcome(row.last_outcome)
  return (
    <p class="strip-result" role="status">
      {row.state === 'refused' && (
        <span class="good">
          <span aria-hidden="true">✓ </span>
          {where} answered {answer}: refused, as it should be.
        </span>
      )}
      {row.state === 'wrongly_accepted' &&
        (isOwn(row.url, location) ? (
          <span>
            <span aria-hidden="true">! </span>
            {where} takes everything. Its capture says what is wrong; your own receiver has to refuse this
            with a 4xx.
          </span>
        ) : (
          <span class="bad">
            <span aria-hidden="true">✕ </span>
            {accepted.summary}. {accepted.fix}
          </span>
        ))}
      {row.state !== 'refused' && row.state !== 'wrongly_accepted' && (
        <span class="wait">
          <span aria-hidden="true">! </span>
          {where}: {answer}. So it was neither taken nor refused; a receiver refuses with a 4xx.
        </span>
      )}{' '}
      <button type="button" class="small" onClick={() => openThing(row.id, 'signature')}>
        Show what was sent
      </button>
    </p>
  )
}
