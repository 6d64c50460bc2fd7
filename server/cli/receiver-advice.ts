import { namesSignature } from '../findings/names-signature.ts'
import type { Attempt, Delivery, FindingKind, Subscription, Verified } from '../wire.ts'
import { printable } from '../words/printable.ts'
import { word } from '../words/shell-words.ts'
import { type Client, commandLine, type TargetFlags } from './client.ts'
import { type Line, span } from './spans.ts'

/**
 * Where to look in the receiver: after a refusal of what had no fault, whether what was sent is right, and what the receiver did
 * where its answer proves it; and after it took what it had to refuse. A refusal that says its own reason needs the next move alone.
 */
export async function adviceLines(client: Client, delivery: Delivery, flags: TargetFlags): Promise<Line[]> {
  const { id, event, subscription_id, scheme, findings, state, attempts } = delivery
  const writes = `${commandLine(`code node-express --subscription ${subscription_id}`, flags)} writes one that verifies, as it does in other languages.`
  const set = (option: string) => commandLine(`subscription set ${subscription_id} ${option}`, flags)
  const endpoint = findings[0]?.endpoint ?? null
  const elsewhere =
    endpoint === null
      ? `${set('--to URL')} sends it to another address.`
      : `${commandLine(`endpoint set ${endpoint} --forward URL`, flags)} passes it on to another address.`
  const again =
    delivery.finished_at === null
      ? `${commandLine(`attempt-now ${id}`, flags)} sends it again at once`
      : `${commandLine(`resend ${id}`, flags)} sends it again`
  const moves: Partial<Record<FindingKind, string[]>> = {
    wants_other_scheme: [`${set('--scheme SCHEME')} has it signed by another scheme.`, writes],
    verifies_parsed_body: [writes],
    lacks_secret: [
      `${commandLine(`subscription show ${subscription_id}`, flags)} prints the secret.`,
      writes,
    ],
    misreads_signature: [writes],
    refused_by_status: isForNow(delivery) ? [`${again}.`] : [elsewhere],
    answered_by_page: [elsewhere],
    ...((state === 'wrongly_accepted' || namesSignature(attempts.at(-1)?.response?.body ?? '')) && {
      success_with_error: [writes],
    }),
    ...(state !== 'wrongly_accepted' &&
      attempts.every(({ fault }) => fault !== null) && {
        refused_by_failure: [
          `${commandLine(`resend ${id} --wait`, flags)} sends it as it should be: where that is taken, its verifier throws an error that nobody catches.`,
        ],
      }),
    // Where nothing is signed, nothing is verified that could fail.
    ...(scheme !== 'none' && {
      failed_inside: [
        `${commandLine(`trigger ${event} --subscription ${subscription_id} --fault 'tamper(signature)' --wait`, flags)} tells where: what answers`,
        'that with 4xx verifies, and fails at what comes behind; what fails at that, too, fails in its verifier or before it, or has none.',
      ],
    }),
    answered_late: [`${again}; ${set('--timeout 60s')} waits longer for it.`],
  }
  const words =
    findings.map(({ finding }) => moves[finding]).find(Boolean) ??
    (state === 'wrongly_accepted'
      ? [...forged, writes]
      : [...unheard(delivery, set), ...(await refusal(client, delivery, writes))])
  return words.length === 0 ? [] : [[], ...words.map((text): Line => [span(printable(text), 'yellow')])]
}

/** Whether its newest answer says that the address is right, but takes nothing for now. */
const isForNow = ({ last_outcome }: Delivery) =>
  last_outcome?.kind === 'responded' && [429, 502, 503, 504].includes(last_outcome.status)

const forged = [
  'The receiver took what somebody may have forged: does it verify the signature before it answers or does anything, and look at',
  'the timestamp?',
]

/** A server that is started at `localhost` listens at one of its two addresses, and which one the system says. */
function unheard({ attempts }: Delivery, set: (option: string) => string): string[] {
  const newest = attempts.findLast(({ outcome }) => outcome !== null)
  if (newest?.outcome?.kind !== 'refused' || !newest.outcome.detail.includes('ECONNREFUSED')) return []
  const url = new URL(newest.request.url)
  if (!['127.0.0.1', '[::1]'].includes(url.hostname)) return []
  url.hostname = 'localhost'
  return [
    `Does the receiver run? One that was started at localhost may listen at its other address alone: ${set(`--to ${word(url.href)}`)} tries both.`,
  ]
}

async function refusal(client: Client, delivery: Delivery, writes: string): Promise<string[]> {
  const attempt = refusedIn(delivery)
  if (attempt?.outcome?.kind !== 'responded' || delivery.scheme === 'none') return []
  const { status } = attempt.outcome
  const all = await client.all<Subscription>('/sandbox/subscriptions', 'subscriptions')
  const subscription = all.find(({ id }) => id === delivery.subscription_id)
  if (subscription === undefined) return []
  const { secret } = subscription

  const { url, headers, body, body_base64 } = attempt.request
  const found = await client.post<Verified>('/sandbox/verify', 'verdict', {
    url,
    headers,
    ...(body_base64 === null ? { body } : { body_base64 }),
    scheme: delivery.scheme,
    secret,
    at: attempt.signed_at,
    answer: attempt.response?.body ?? '',
  })
  // What a fault has made unverifiable says nothing of the secret.
  if (attempt.fault !== null && found.verdict.result !== 'verified') return []
  return wordsOf(found, { status, secret, writes, others: otherSigners(found, { subscription, attempt }) })
}

/** Whatever fault it came with, these say that something else than the signature is amiss. */
const ofSomethingElse: readonly number[] = [404, 405, 413, 415, 422, 429]

/**
 * Whether the signature may be why: a verifier whose error nobody catches is answered as a failure of the receiver, and one that
 * got a part of the body refuses that.
 */
const isRefused = ({ outcome, response, fault }: Attempt) =>
  outcome?.kind === 'responded' &&
  outcome.status >= 400 &&
  (outcome.status < 500 || namesSignature(response?.body ?? '')) &&
  !ofSomethingElse.includes(outcome.status) &&
  !fault?.includes('truncate')

/** The attempt that was refused though it need not be: the newest, or else one whose fault a right receiver takes. */
function refusedIn({ state, attempts }: Delivery): Attempt | undefined {
  if (state === 'refused') return undefined
  const last = attempts.at(-1)
  return last && isRefused(last) ? last : attempts.findLast((one) => one.fault !== null && isRefused(one))
}

/** The secrets before the present one that have signed it too, each told by how it ends. */
function otherSigners(
  { verdict }: Verified,
  { subscription, attempt }: { subscription: Subscription; attempt: Attempt },
): string[] {
  const digests = verdict.received?.match(/[A-Za-z0-9+/_-]{43,}/g) ?? []
  // Some schemes have room for one signature alone.
  if (digests.length < 2) return []
  return subscription.old_secrets
    .filter(({ until }) => until > attempt.signed_at)
    .map(({ secret }) => secret.slice(-4))
}

function wordsOf(
  { verdict, answered = [] }: Verified,
  { status, secret, writes, others }: { status: number; secret: string; writes: string; others: string[] },
): string[] {
  if (verdict.result !== 'verified')
    return [`What was sent does not fit the subscription's secret of now: ${verdict.reason}`]
  const proved = answered.flatMap(({ signature, verdict }) =>
    verdict.causes
      .filter((cause) => cause.proved)
      .map(({ detail, fix }) => `Your receiver came to the signature ${signature}. ${detail} ${fix}`),
  )
  return [
    `What was sent is right: it is signed with the subscription's secret, which ends in ${secret.slice(-4)}.`,
    ...(others.length === 0
      ? []
      : [
          `Beside it stands a signature with the one before, which ends in ${others.join(', ')}: does the receiver look at each, not only at the first?`,
        ]),
    ...(proved.length > 0
      ? proved
      : [
          `If the signature is why it was answered ${status}, the reason lies in the receiver: does it verify the raw body rather than a`,
          "parsed one, does it use the secret's text or its decoded bytes as the scheme asks, and is its clock right? Let it answer",
          'the signature that it came to, and here stands which mistake it makes.',
        ]),
    writes,
  ]
}
