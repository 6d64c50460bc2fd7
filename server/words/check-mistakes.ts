/** Words for the mistake of a receiver, and for the single cause of a check's failures. */
import type { FailureCause, ReceiverMistake, RefusalCause } from '../wire.ts'
import { type Framework, type Problem, type SchemeLimits, sayFix } from './check-fixes.ts'

/** The mistake of a receiver, as facts. */
export type Mistaken = Omit<ReceiverMistake, 'summary'>

/** What a mistake is called, and the problem whose fix mends it. */
interface MistakeWords {
  summary: (detail: string) => string
  problem: Problem
}

const row = (problem: Problem, summary: string | ((detail: string) => string)): MistakeWords => ({
  problem,
  summary: typeof summary === 'string' ? () => summary : summary,
})

const signedContent = (detail: string) => `Your receiver computes the signature over ${detail}.`
const parsed = (what: string) =>
  row('raw_body', (detail) => `Your receiver verifies ${what} instead of the bytes that were sent. ${detail}`)

/** Reasons that are no matter of the signature. */
const refusals: Readonly<Record<RefusalCause | Exclude<FailureCause, 'unknown'>, MistakeWords>> = {
  path: row('not_found', 'Nothing at this path receives webhooks (HTTP 404).'),
  method: row('method', 'The receiver takes no POST at this path (HTTP 405).'),
  size: row('body_limit', 'The receiver refuses the body as too large (HTTP 413).'),
  content_type: row('content_type', 'The receiver refuses the content type (HTTP 415).'),
  fields: row('unknown_field', (detail) => `The receiver refuses the content of the event. ${detail}`),
  fields_or_guard: row(
    'csrf_guard',
    'The receiver refuses the content, or its guard against forged forms does.',
  ),
  forgery_guard: row(
    'csrf_guard',
    'The guard against forged forms refuses the delivery before your code runs.',
  ),
  unknown_host: row('unknown_host', 'The receiver refuses the host name of the URL.'),
  speaks_tls: row('redirect', (detail) => `The receiver speaks TLS. Use ${detail}.`),
  slash_missing: row('redirect', (detail) => `The URL lacks the slash at its end. Use ${detail}.`),
  moved: row('redirect', (detail) => `The receiver is at ${detail}.`),
  redirect: row('redirect', (detail) => `The receiver redirects to ${detail}.`),
  login: row('login_guard', 'A login stands before the receiver.'),
  access_protection: row(
    'login_guard',
    (detail) => `The host protects the address before your receiver. ${detail}`,
  ),
  firewall: row('login_guard', (detail) => `A firewall refuses the delivery before your receiver. ${detail}`),
  tunnel_page: row('not_found', (detail) => `The tunnel answers with a page of its own. ${detail}`),
  tunnel_offline: row('not_found', (detail) => `The tunnel is not connected. ${detail}`),
  app_unknown: row('not_found', (detail) => `No app is deployed under this host name. ${detail}`),
  app_failed: row('server_error', (detail) => `The host reports that your app crashed. ${detail}`),
  unreadable_body: row('malformed_json', (detail) => `A parser of the receiver fails on the body. ${detail}`),
  event_unknown: row('unknown_event', (detail) => `The receiver does not know the event. ${detail}`),
  origin: row('login_guard', (detail) => `The CORS setting of the receiver refuses the request. ${detail}`),
  conflict: row('dedupe', 'The receiver reports a conflict for a new event (HTTP 409).'),
  proxy_unanswered: row('stays_alive', 'A proxy gets no answer from the receiver.'),
  proxy_late: row('slow_answer', 'A proxy waited too long for the receiver.'),
  busy: row('burst', 'The receiver or a limit before it is busy (HTTP 429).'),
  unavailable: row('stays_alive', 'The receiver is unavailable (HTTP 503).'),
  duplicate_key: row('dedupe', (detail) => `Your receiver stores a row that exists already: ${detail}`),
  database: row('server_error', (detail) => `The database of your receiver reports an error: ${detail}`),
  unreachable: row('server_error', (detail) => `Your receiver cannot reach another service: ${detail}`),
  decoding: row('server_error', (detail) => `A base64 decoder of your receiver fails: ${detail}`),
  code: row('server_error', (detail) => `The code of your receiver raises an error: ${detail}`),
}

const mistakes: Readonly<Record<string, MistakeWords>> = {
  body_only_signed: row('signed_content', signedContent),
  id_not_signed: row('signed_content', signedContent),
  timestamp_not_signed: row('signed_content', signedContent),
  other_order: row('signed_content', signedContent),
  other_separator: row('signed_content', signedContent),
  part_signed: row('signed_content', (detail) => `Your receiver computes another signature base. ${detail}`),
  hex_for_base64: row('wrong_encoding', 'Your receiver expects the signature in hex.'),
  base64_for_hex: row('wrong_encoding', (detail) => `Your receiver expects the signature in ${detail}.`),
  base64url: row('wrong_encoding', (detail) => `Your receiver expects the signature in ${detail}.`),
  other_digest: row('wrong_digest', (detail) => `Your receiver computes an HMAC with ${detail}.`),
  milliseconds: row(
    'signed_content',
    (detail) => `Your receiver uses the timestamp in milliseconds: ${detail}.`,
  ),
  other_timestamp: row('signed_content', (detail) => `Your receiver signs the timestamp as ${detail}.`),
  other_header: row(
    'other_header',
    (detail) => `Your receiver reads the signature from the header ${detail}.`,
  ),
  version_prefix_missing: row(
    'version_prefix',
    (detail) => `Your receiver leaves a version out, or does not expect one: ${detail}.`,
  ),
  version_prefix_wrong: row(
    'version_prefix',
    (detail) => `Your receiver expects another version: ${detail}.`,
  ),
  other_scheme: row('other_scheme', (detail) => `Your receiver verifies like ${detail}.`),
  method_or_url: row('signed_url', (detail) => `Your receiver verifies for another URL: ${detail}.`),
  body_not_read: row(
    'raw_body',
    (detail) =>
      `Your receiver verifies ${detail} instead of the body: the body was read before, or as a form.`,
  ),
  time_refused: row(
    'clock',
    (detail) =>
      `Your receiver considers the signed time too old or too new. Does it read the timestamp in seconds? ${detail}`,
  ),
  clock_off: row('clock', (detail) => `Your receiver's time is ${detail}.`),
  header_not_read: row(
    'header_name_case',
    (detail) => `Your receiver does not find the signature: it answers the same without one. ${detail}`,
  ),
  secret_missing: row('other_secret', (detail) => `Your receiver has no secret: it uses ${detail}.`),
  object_signed: row(
    'raw_body',
    (detail) => `Your receiver verifies an object printed as text, not the body. ${detail}`,
  ),
  event_refused: row(
    'unknown_event',
    (detail) => `Your receiver refuses this event, and accepts ${detail}. Check it with --event ${detail}.`,
  ),
  content_refused: row(
    'server_error',
    (detail) => `Your receiver accepts the signature and refuses the delivery for another reason: ${detail}`,
  ),
  hex_in_base64: row(
    'hex_in_base64',
    'Your receiver writes the digest in hex, and then that text in base64.',
  ),
  base64_unpadded: row('wrong_encoding', 'Your receiver expects base64 without the = at its end.'),
  fields_dropped: row(
    'raw_body',
    'Your receiver verifies the parsed body, written again without the fields that it does not know.',
  ),
  empty_body_signed: row(
    'raw_body',
    'Your receiver verifies an empty text instead of the body: the body was read before, or as a form.',
  ),
  letter_case: row('wrong_encoding', 'Your receiver expects the signature in upper case.'),
  plain_hash: row('wrong_digest', (detail) => `Your receiver computes ${detail}, not an HMAC.`),
  key_message_swapped: row('wrong_digest', 'Your receiver swaps the key and the message of the HMAC.'),
  digest_signed: row('wrong_digest', (detail) => `Your receiver computes ${detail}.`),
  other_secret: row('other_secret', 'Your receiver uses another secret.'),
  other_user: row('other_secret', (detail) => `Your receiver expects ${detail} with this password.`),
  other_credentials: row('other_header', (detail) => `Your receiver expects the credentials as: ${detail}.`),
  lacks_secret: row('other_secret', (detail) => `Your receiver has no secret: ${detail}`),
  parsed_body: row('raw_body', (detail) => `Your receiver verifies the parsed body: ${detail}`),
  reserialised: parsed('the parsed body, written again as JSON,'),
  pretty_printed: parsed('the parsed body, written again as JSON,'),
  keys_sorted: parsed('the parsed body with sorted keys'),
  escapes: parsed('the parsed body, written again with other escapes,'),
  charset: parsed('the body in another character set'),
  body_trimmed: parsed('the body without white space around it'),
  trailing_newline: parsed('the body with another line end'),
  line_endings: parsed('the body with other line ends'),
  secret_has_white_space: row(
    'secret_form',
    (detail) => `Your receiver's secret has white space around it: ${detail}`,
  ),
  ...refusals,
}

/** All mistakes with the secret, and all others with the body. */
const secret = row('secret_form', (detail) => `Your receiver uses the secret ${detail}.`)
const body = parsed('another text')

const wordsOf = (code: string): MistakeWords => mistakes[code] ?? (code.startsWith('secret_') ? secret : body)

/** Whether the same change mends both mistakes. */
export const haveSameFix = (one: string, other: string): boolean =>
  wordsOf(one).problem === wordsOf(other).problem

/** The mistake, and how it is mended in the receiver's framework. */
export function sayMistake(
  { code, detail, also }: Mistaken,
  framework: Framework | null,
  limits: SchemeLimits,
): { summary: string; fix: string } {
  const found = [{ code, detail: detail ?? '' }, ...(also ? [also] : [])]
  const fixes = found.map((one) => sayFix(wordsOf(one.code).problem, framework, limits))
  return {
    summary: found.map((one) => wordsOf(one.code).summary(one.detail).trim()).join(' '),
    fix: [...new Set(fixes)].join('\n'),
  }
}

/** The single cause of all failures of a check, as facts. */
export type CheckDiagnosis =
  | {
      code:
        | 'no_verification'
        | 'signature_not_compared'
        | 'refuses_with_success'
        | 'rate_limited'
        | 'goes_down'
        | 'crashes'
        | 'no_answer'
    }
  | { code: 'mistake'; mistake: Mistaken }

const causes: Readonly<
  Record<Exclude<CheckDiagnosis['code'], 'mistake'>, { summary: string; problem: Problem }>
> = {
  no_verification: {
    summary: 'Your receiver accepts requests without verifying a signature.',
    problem: 'missing_signature_check',
  },
  signature_not_compared: {
    summary: 'Your receiver asks for a signature, and accepts a wrong one.',
    problem: 'missing_signature_check',
  },
  refuses_with_success: {
    summary: 'Your receiver refuses a forged request with HTTP 2xx: only the text of its answer says no.',
    problem: 'refuse_with_4xx',
  },
  rate_limited: {
    summary: 'Your receiver refuses deliveries because there are too many (HTTP 429).',
    problem: 'rate_limit',
  },
  goes_down: { summary: 'Your receiver goes down.', problem: 'stays_alive' },
  crashes: { summary: 'Your receiver fails on a valid delivery (HTTP 5xx).', problem: 'server_error' },
  no_answer: { summary: 'Your receiver does not answer a valid delivery in time.', problem: 'slow_answer' },
}

export function sayDiagnosis(
  diagnosis: CheckDiagnosis,
  framework: Framework | null,
  limits: SchemeLimits,
): { code: string; summary: string; fix: string } {
  if (diagnosis.code === 'mistake')
    return { code: diagnosis.mistake.code, ...sayMistake(diagnosis.mistake, framework, limits) }
  const { summary, problem } = causes[diagnosis.code]
  return { code: diagnosis.code, summary, fix: sayFix(problem, framework, limits) }
}
