import type { Attempt, DeliveryRow } from '../../../server/wire.ts'
import { inOneLine } from '../../kit/control-marks.ts'
import { capitalized, middleCut, outcomeWords, target } from '../../kit/format.ts'
import type { Answered, Banner, Trouble } from './banner.ts'

/** Statuses by which receivers refuse what they cannot verify. */
export const signatureRefusals: readonly number[] = [400, 401, 403]
/** From how many refusals in a row on they speak of more than one request. */
const againAndAgain = 2
const redirects: readonly number[] = [301, 302, 303, 307, 308]
const lineShown = 120
const addressShown = 48

/** The status of an answer whose headers or body say what is wrong; null for another outcome. */
export function tellingStatus({ last_outcome: outcome }: Pick<DeliveryRow, 'last_outcome'>): number | null {
  if (outcome?.kind !== 'responded') return null
  return outcome.status >= 500 || redirects.includes(outcome.status) ? outcome.status : null
}

/** What an answer to an attempt at `url` says. */
export function answeredBy({ request, response }: Pick<Attempt, 'request' | 'response'>): Answered {
  const [, location = ''] = response?.headers.find(([name]) => name.toLowerCase() === 'location') ?? []
  const body = response?.body ?? ''
  // The first line of a page says nothing: frameworks write what was thrown into it, or at least its title.
  const [, thrown = body] = /<pre>([^<]+)/.exec(body) ?? /<title>([^<]+)/.exec(body) ?? []
  const [line = ''] = thrown
    .replace(/&(?:quot|#39);/g, "'")
    .trim()
    .split(/\r?\n/)
  return {
    location:
      location !== '' && URL.canParse(location, request.url) ? new URL(location, request.url).href : null,
    line: inOneLine(line.length > lineShown ? `${line.slice(0, lineShown)}…` : line),
  }
}

const canAttempt = ({ state }: DeliveryRow) => state === 'retrying' || state === 'pending'

/** Whether it is the time alone that is wrong with the signature, which fits. */
const isOfTime = (fault: string) => /skew|replay/.test(fault) && !/tamper|wrong_secret|unsigned/.test(fault)

/** What to say of a delivery that went wrong. */
export function troubleBanner({ row, refusals, answer }: Trouble, own: string): Banner {
  const { id, event, subscription_id, last_outcome: outcome } = row
  const where = middleCut(target(row.url, own), addressShown)
  const again = canAttempt(row)
    ? { title: 'Attempt now', mend: { kind: 'attempt-now', id } as const }
    : { title: 'Resend', mend: { kind: 'resend', id } as const }
  const open = { title: 'Open it', mend: { kind: 'delivery', id } as const }
  const change = { title: 'Change the address', mend: { kind: 'address', id: subscription_id } as const }
  const signature = { title: 'Show the signature', mend: { kind: 'signature', id } as const }
  const made = (
    kind: string,
    what: string,
    why: string,
    mends: Banner['mends'],
    tone: Banner['tone'] = 'bad',
  ) => ({
    key: `${kind}:${subscription_id}:${id}`,
    about: `${kind}:${subscription_id}`,
    tone,
    what,
    why,
    mends,
  })
  if (row.state === 'wrongly_accepted')
    return made(
      'accepted',
      `${where} accepted ${event} with ${row.fault ?? 'a fault'}.`,
      `It should have been refused with a 4xx: does the receiver check the ${isOfTime(row.fault ?? '') ? 'time of the signature' : 'signature'} before it does anything?`,
      [signature, open],
    )
  const kind = outcome?.kind ?? 'failed'
  // A proxy, or a network without a way there, says something else.
  if (outcome?.kind === 'refused' && /^connect ECONNREFUSED/.test(outcome.detail))
    return made(
      kind,
      `${where} refuses connections.`,
      `Nothing listens there: is the receiver running, and on this port?${canAttempt(row) ? ` ${event} is tried again.` : ''}`,
      [again, change],
    )
  if (kind === 'dns' || kind === 'blocked' || kind === 'tls')
    return made(kind, `${event} did not reach ${where}.`, outcome === null ? '' : sentence(outcome), [
      change,
      open,
    ])
  const status = outcome?.kind === 'responded' ? outcome.status : 0
  if (redirects.includes(status))
    return made(
      'redirect',
      `${where} answered ${status}, a redirect.`,
      answer?.location
        ? `Redirects are not followed: subscribe to ${answer.location} instead.`
        : 'Redirects are not followed: subscribe to the address it leads to instead.',
      [change, open],
    )
  const isRepeated = refusals >= againAndAgain
  // Unlike these, a 400 may be anything the first time.
  if (isRepeated || status === 401 || status === 403)
    return made(
      'signature',
      isRepeated ? `${where} answered ${status} ${refusals} times in a row.` : `${where} answered ${status}.`,
      'Has your receiver the subscription’s secret, and does it verify the raw body?',
      [
        { title: 'Show its secret', mend: { kind: 'subscription', id: subscription_id } },
        { title: 'Open it', mend: { kind: 'signature', id } },
        again,
      ],
      isRepeated ? 'bad' : 'wait',
    )
  const failed = made(
    kind,
    `${event} failed at ${where}.`,
    `${outcome === null ? 'It was given up' : whyOf(row, outcome).replace(/\.$/, '')}${
      row.state === 'retrying' ? '; it is tried again.' : ', and it is not tried again.'
    }`,
    [again, status >= 500 ? { title: 'Open the answer', mend: { kind: 'answer', id } } : open],
    'wait',
  )
  return answer?.line ? { ...failed, says: answer.line } : failed
}

/** A success that does not count is not told by its status alone. */
const whyOf = ({ reason }: DeliveryRow, outcome: NonNullable<DeliveryRow['last_outcome']>) =>
  outcome.kind === 'responded' && outcome.status < 300 && reason !== null ? reason : sentence(outcome)

const sentence = (outcome: NonNullable<DeliveryRow['last_outcome']>) => {
  const words = capitalized(outcomeWords(outcome))
  return `${words}${/[.?]$/.test(words) ? '' : '.'}`
}
