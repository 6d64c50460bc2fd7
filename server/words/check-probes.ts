/** Words of the probes of a receiver check: what each is about, what it sends, and what a correct receiver does. */
import type { ProbeGroup } from '../wire.ts'
import type { Problem } from './check-fixes.ts'

/** Of a probe: its subject, what fails, what is sent, what a correct receiver does. */
export interface ProbeWords {
  title: string
  /** What a receiver does that fails it. */
  wrong: string
  sent: string
  expected: string
  problem: Problem
}

const refusal = 'A refusal with HTTP 4xx.'
const acceptance = 'HTTP 2xx.'

const forged = (title: string, sent: string, problem: Problem = 'missing_signature_check'): ProbeWords => ({
  title,
  wrong: `${title} is accepted`,
  sent,
  expected: refusal,
  problem,
})
const valid = (title: string, sent: string, problem: Problem): ProbeWords => ({
  title,
  wrong: `${title} is refused`,
  sent,
  expected: acceptance,
  problem,
})

/** All probes by group, in the order of a report. */
export const probeWords: Readonly<Record<ProbeGroup, Readonly<Record<string, ProbeWords>>>> = {
  signature: {
    'accepts-valid': valid('A valid delivery', 'An event with a right signature.', 'valid_refused'),
    'rejects-unsigned': forged('A request without a signature', 'An event without its signature headers.'),
    'rejects-empty-signature': forged('An empty signature', 'An event whose signature header is empty.'),
    'rejects-garbage-signature': forged(
      'A made-up signature',
      'An event whose signature header holds a word, and one whose signature has other characters.',
    ),
    'rejects-wrong-secret': forged(
      'A signature made with another secret',
      'An event that is signed with a secret that nobody has.',
    ),
    'rejects-tampered-body': forged(
      'A changed body',
      'An event with one character of its body changed after signing.',
    ),
    'rejects-tampered-id': forged(
      'A changed id',
      'An event with one character of its id header changed after signing.',
      'id_not_signed',
    ),
    'rejects-tampered-timestamp': forged(
      'A changed timestamp',
      'An event whose timestamp was moved by 2 seconds after signing.',
      'timestamp_not_signed',
    ),
    'rejects-truncated-signature': forged(
      'A shortened signature',
      'Events with only the beginning of the right signature.',
      'partial_comparison',
    ),
    'rejects-case-changed-signature': forged(
      'A signature in the other letter case',
      'An event whose signature has upper case for lower case and the reverse.',
      'partial_comparison',
    ),
    'rejects-unknown-version': forged(
      'A signature under an unknown version',
      'An event whose right signature has a version label that does not exist.',
      'version_prefix',
    ),
    'rejects-stale': forged(
      'A delivery that was signed a day ago',
      'An event with a right signature and a timestamp of yesterday.',
      'timestamp_tolerance',
    ),
    'rejects-future': forged(
      'A delivery that is signed a day ahead',
      'An event with a right signature and a timestamp of tomorrow.',
      'future_tolerance',
    ),
    'accepts-several-signatures': valid(
      'A header with two signatures, the right one second,',
      'An event that is signed with two secrets, as during a rotation.',
      'several_signatures',
    ),
    'accepts-second-secret': valid(
      'A delivery signed with the second secret',
      'An event that is signed with --second-secret.',
      'several_signatures',
    ),
    'refuses-with-4xx': {
      title: 'The status of a refusal',
      wrong: 'A forged request is not refused with HTTP 4xx',
      sent: 'Events with a wrong signature, without one, with a word as the signature, and with a word as the timestamp.',
      expected: 'HTTP 400, 401, 403 or 422.',
      problem: 'refuse_with_4xx',
    },
  },
  bytes: {
    'accepts-raw-bytes': valid(
      'A signed body with unusual JSON',
      'Events with unusual white space, key order, escapes and numbers.',
      'raw_body',
    ),
    'accepts-non-ascii': valid(
      'A body with letters beyond ASCII',
      'Events in UTF-8 with accents, Chinese characters and an emoji, one of them in two parts.',
      'non_ascii',
    ),
    'accepts-charset-parameter': valid(
      'A content type with a charset',
      'An event with content-type: application/json; charset=utf-8.',
      'charset_parameter',
    ),
    'accepts-chunked': valid(
      'A chunked body',
      'An event with transfer-encoding: chunked and no content-length.',
      'chunked',
    ),
    'accepts-header-case': valid(
      'A request with header names in another letter case',
      'Events with header names in capitals and in small letters.',
      'header_name_case',
    ),
    'accepts-large-body': valid('A body of 100 kB', 'An event with 100 kB of content.', 'body_limit'),
  },
  tolerance: {
    'accepts-unknown-event': valid(
      'An event that the receiver does not know',
      'An event of a family that does not exist.',
      'unknown_event',
    ),
    'accepts-unknown-field': valid(
      'An event with a new field',
      'Events with a new field at the top and inside an object.',
      'unknown_field',
    ),
    'survives-null-field': {
      title: 'A field that is null',
      wrong: 'A field that is null breaks the receiver',
      sent: 'Events with each field in turn set to null, and the bodies null, [] and {}.',
      expected: 'Any answer but HTTP 5xx.',
      problem: 'null_or_type',
    },
    'survives-wrong-type': {
      title: 'A field of another type',
      wrong: 'A field of another type breaks the receiver',
      sent: 'Events with each field in turn of another type, and the bodies null, [] and {}.',
      expected: 'Any answer but HTTP 5xx.',
      problem: 'null_or_type',
    },
    'rejects-malformed-json': {
      title: 'A signed body that is not JSON',
      wrong: 'A signed body that is not JSON is not refused with HTTP 4xx',
      sent: 'A body without its last character, with a right signature.',
      expected: refusal,
      problem: 'malformed_json',
    },
    'rejects-empty-body': {
      title: 'A signed empty body',
      wrong: 'A signed empty body is not refused with HTTP 4xx',
      sent: 'No body, with a right signature.',
      expected: refusal,
      problem: 'empty_body',
    },
    'rejects-other-methods': {
      title: 'Another method than POST',
      wrong: 'A PUT request is accepted',
      sent: 'A signed event by PUT.',
      expected: 'Any answer but HTTP 2xx, such as 405.',
      problem: 'method',
    },
  },
  delivery: {
    'answers-with-success-status': {
      title: 'The status of the answer',
      wrong: 'The answer to a valid delivery is not a success',
      sent: 'An event with a right signature.',
      expected: 'HTTP 200 or 201.',
      problem: 'success_status',
    },
    'answers-without-redirect': {
      title: 'An answer without a redirect',
      wrong: 'A valid delivery is redirected',
      sent: 'An event with a right signature.',
      expected: 'An answer at this URL. Webhook senders do not follow redirects.',
      problem: 'redirect',
    },
    'answers-in-time': {
      title: 'The time of the answer',
      wrong: 'The answer to a valid delivery is slow',
      sent: 'An event with a right signature.',
      expected: 'An answer within 3 seconds.',
      problem: 'slow_answer',
    },
    'accepts-duplicate': valid(
      'The same event again',
      'The same event twice, one after the other.',
      'dedupe',
    ),
    'accepts-concurrent-duplicate': valid(
      'The same event twice at once',
      'The same event twice at the same moment.',
      'concurrent_duplicate',
    ),
    'accepts-out-of-order': valid(
      'A later event before an earlier one',
      'card.status.active, then card.created of the same card.',
      'out_of_order',
    ),
    'accepts-retry': valid(
      'A retry after a lost answer',
      'An event whose connection ended before the answer, then the event again.',
      'retry',
    ),
    'survives-burst': valid('A burst of deliveries', '50 events, 20 at a time.', 'burst'),
    'stays-alive': {
      title: 'The receiver stays alive',
      wrong: 'The receiver went down',
      sent: 'All requests of this check.',
      expected: 'The receiver answers after every probe.',
      problem: 'stays_alive',
    },
    'leaks-nothing': {
      title: 'Answers without secrets',
      wrong: 'An answer shows what it should not',
      sent: 'All requests of this check.',
      expected: 'No secret, stack trace or path of the machine in any answer.',
      problem: 'leaks',
    },
  },
  effects: {
    'one-effect-per-event': {
      title: 'One event, one effect',
      wrong: 'One event does not have exactly one effect',
      sent: 'An event with a right signature.',
      expected: '1 effect.',
      problem: 'dedupe',
    },
    'one-effect-on-duplicate': {
      title: 'The same event again, one effect',
      wrong: 'The same event twice is processed more than once',
      sent: 'The same event twice, one after the other.',
      expected: '1 effect.',
      problem: 'dedupe',
    },
    'one-effect-on-concurrent-duplicate': {
      title: 'The same event twice at once, one effect',
      wrong: 'The same event twice at once is processed more than once',
      sent: 'The same event twice at the same moment.',
      expected: '1 effect.',
      problem: 'concurrent_duplicate',
    },
    'one-effect-on-retry': {
      title: 'A retry after a lost answer, one effect',
      wrong: 'A retry after a lost answer does not have exactly one effect',
      sent: 'An event whose connection ended before the answer, then the event again.',
      expected: '1 effect.',
      problem: 'retry',
    },
    'no-effect-when-refused': {
      title: 'A forged request, no effect',
      wrong: 'A forged request has an effect',
      sent: 'An unsigned event, and one signed with a secret that nobody has.',
      expected: 'No effect.',
      problem: 'effect_on_refused',
    },
    'effect-before-answer': {
      title: 'The effect before the answer',
      wrong: 'The effect comes after the answer',
      sent: 'An event with a right signature.',
      expected: 'The effect is there when the answer is. A receiver that queues its work may be later.',
      problem: 'effect_later',
    },
  },
}
