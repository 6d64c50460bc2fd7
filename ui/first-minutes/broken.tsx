/** Shows how the receiver handled the wrong signature. */

import { receiverFinding } from '../../server/findings/receiver.ts'
import type { DeliveryRow } from '../../server/wire.ts'
import { isOwnAddress } from '../../server/words/address.ts'
import { receiverWords } from '../../server/words/advice.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { target } from '../kit/format.ts'
import { openThing } from '../place/navigation.ts'

export function Broken({ row }: { row: DeliveryRow }) {
  const where = target(row.url, location.origin)
  const accepted = receiverWords(receiverFinding(row), row, where)
  const answer = row.last_outcome === null ? '' : sayOutcome(row.last_outcome)
  return (
    <p class="strip-result" role="status">
      {row.state === 'refused' && (
        <span class="good">
          <span aria-hidden="true">✓ </span>
          {where} refused the request with {answer}, as it should.
        </span>
      )}
      {row.state === 'wrongly_accepted' &&
        (isOwnAddress(row.url, location.origin) ? (
          <span>
            <span aria-hidden="true">! </span>
            {where} accepts every request. The capture shows what is wrong. Your own receiver must refuse the
            request with 4xx.
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
          {where}: {answer}. The request was neither accepted nor refused. A correct receiver refuses with
          4xx.
        </span>
      )}{' '}
      <button type="button" class="small" onClick={() => openThing(row.id, 'signature')}>
        Show the request
      </button>
    </p>
  )
}
