import type { Attempt, EvidenceOf, Finding, FindingCode, Found, RefusalCause } from '../wire.ts'
import { sayOutcome } from './outcome.ts'
import { plural } from './plural.ts'

/** A finding in words: what it concludes, without a stop; what was answered; and what to do. */
export function findingWords(
  found: Found,
  attempts: readonly Pick<Attempt, 'number' | 'outcome'>[],
  endpoint: string | null,
): Pick<Finding, 'summary' | 'detail' | 'fix'> {
  const [one = 0, other = 0] = found.attempts
  const cameOf = (wanted: number) => {
    const outcome = attempts.find(({ number }) => number === wanted)?.outcome
    return outcome ? sayOutcome(outcome) : 'no outcome'
  }
  const passedOn = endpoint === null ? '' : `, passed on by the endpoint ${endpoint}`
  const came = `Attempt ${one}${passedOn}: ${cameOf(one)}`
  return { summary: summaries[found.code], detail: detailOf(), fix: fixOf(found) }

  function detailOf(): string {
    switch (found.code) {
      case 'acted_twice': {
        const { field, values } = found.evidence
        return `The answers to attempts ${one} and ${other}, one event with one id, name different things: ${field ?? 'the body'}: ${values.join(', then ')}.`
      }
      case 'knew_copy': {
        const { field, value } = found.evidence
        return `Of the answers to attempts ${one} and ${other}, one alone says so: ${field === null ? '' : `${field}: `}${value}.`
      }
      case 'copies_untold':
        return `The answers to attempts ${one} and ${other} ${found.evidence.are_same ? 'are the same' : 'differ only in what any two answers may'}.`
      case 'copy_failed':
        return `Your receiver accepted attempt ${one}, but not attempt ${other} of the same event: ${cameOf(other)}.`
      case 'fault_failed':
        return `Attempt ${one}, with the fault: ${cameOf(one)}. Attempt ${other}, without it: ${cameOf(other)}.`
      case 'refused_by_failure': {
        const without = {
          accepted: ` Attempt ${other}, without the fault, was accepted: ${cameOf(other)}.`,
          failed: ` Attempt ${other}, without the fault, failed as well, so the fault may not be the cause: ${cameOf(other)}.`,
          untold: '',
        }
        return `Your receiver should refuse attempt ${one} with 4xx: ${cameOf(one)}.${without[found.evidence.without_fault]}`
      }
      case 'answered_by_page':
        return `${came}, with a page of HTML.`
      default:
        return 'line' in found.evidence && found.evidence.line !== null
          ? `${came}, “${found.evidence.line}”.`
          : `${came}.`
    }
  }
}

const summaries: Record<FindingCode, string> = {
  acted_twice: 'Your receiver probably acted twice',
  knew_copy: 'Your receiver recognised the copy',
  copies_untold: 'The answers do not show whether your receiver acted once',
  copy_failed: 'Your receiver did not accept each copy',
  fault_failed: 'Your receiver accepted the event only without the fault',
  refused_by_failure: 'Your receiver failed where it should refuse',
  wants_other_scheme: 'Your receiver looks for the signature of another scheme',
  verifies_parsed_body: 'Your receiver verifies a parsed body',
  lacks_secret: 'Your receiver has no secret that it can read',
  misreads_signature: 'Your receiver misreads the signature',
  refused_by_status: 'Your receiver probably refused something other than the signature',
  failed_inside: 'Your receiver crashed',
  counts_as_failure: 'The status does not count as delivered',
  success_with_error: 'Your receiver answered success with an error in it',
  answered_by_page: 'A web page answered, probably not your receiver',
  answered_late: 'Your receiver did not answer in time',
}

function fixOf({ code, evidence }: Found): string {
  switch (code) {
    case 'acted_twice':
      return 'Remember the id of each event, and act on it once. A value that is new for each request, such as a request id, shows nothing.'
    case 'knew_copy':
      return ''
    case 'copies_untold':
      return 'Look at what your receiver did, on its own side.'
    case 'copy_failed':
      return 'Answer each copy with success. After any other answer the platform sends the event again.'
    case 'fault_failed':
      return evidence.right.join(' ')
    case 'refused_by_failure':
      return `Answer 4xx. After any other answer the platform sends the event again.${evidence.without_fault === 'accepted' ? ' Does the verifier throw an error that nothing catches?' : ''}`
    case 'wants_other_scheme':
      return `Your receiver verifies ${evidence.wanted}, and this delivery is signed by ${evidence.signed_by}. Give the subscription the scheme ${evidence.wanted}, or your receiver a verifier of ${evidence.signed_by}.`
    case 'verifies_parsed_body':
      return "Verify the raw bytes, before anything parses them: express.raw({ type: '*/*' }) on the path in Express, await request.text() where there is a web Request, request.body in Django, request.get_data() in Flask."
    case 'lacks_secret':
      return "Your receiver has no secret, or not in the form that it reads. Set its variable where the receiver runs, to all of the subscription's secret."
    case 'misreads_signature':
      return misreadings[evidence.cause](evidence)
    case 'refused_by_status':
      return refusals[evidence.cause]({ ...evidence, path: new URL(evidence.url).pathname })
    case 'failed_inside':
      return 'Nothing catches the error, of the verifier or of what comes behind it. The log of your receiver shows it.'
    case 'counts_as_failure':
      return `The sandbox sends the event again. Answer ${evidence.success.join(' or ')}, or change delivery.success in the configuration.`
    case 'success_with_error':
      return 'The status alone counts. Answer an error with 4xx, or with 5xx where the event should come again.'
    case 'answered_by_page':
      return `Check that your receiver listens at ${new URL(evidence.url).pathname} and takes ${evidence.method} there. A server of pages may answer in its place.`
    case 'answered_late':
      return 'Answer first and work afterwards, on each way through the handler. A handler that waits for a body that was parsed before never answers. A dev server that compiles at the first request is late only once: send the event again.'
  }
}

const lowerCase = "In Node's request.headers each name is in lower case"

type Misread = EvidenceOf<'misreads_signature'>
const misreadings: Record<Misread['cause'], (evidence: Misread) => string> = {
  lengths: () =>
    'Your receiver compares texts of different lengths. It writes the signature in another form, such as hex for base64, or without the text before the signature in its header.',
  time: () =>
    "Your receiver takes the signed time for too old or too new. Compare its clock with this machine's, and check that it reads seconds. Where delivery.timestamps is clock, the sandbox signs its own time, which no receiver accepts after the clock was moved.",
  nothing: () =>
    `Your receiver found nothing where it looked for a text, such as the signature in its header. ${lowerCase}.`,
  header: ({ header }) =>
    `${header} was sent. Your receiver looks for it under another name, or did not hand it on. ${lowerCase}; read a web Headers object with get(), and hand it on as Object.fromEntries(request.headers); in request.META of Django and $_SERVER of PHP it is HTTP_${header?.toUpperCase().replaceAll('-', '_')}.`,
  more: ({ header, before }) =>
    `Your receiver answered the signature in ${header}. If your receiver computed it, it compares the signature with more than that, such as the whole header, where ${JSON.stringify(before)} stands before the signature.`,
}

/** Code that checks an event against a schema runs before the signature is verified. */
const fields =
  'Your receiver checks the request against a model or a schema, which misses a field or takes it otherwise. Verify the bytes first, then read what the event has.'
const redirected = ({ to }: { to: string | null }) =>
  `Your receiver redirects to ${to}, and the sandbox does not follow redirects.`

/** What refused a request, and what to do about it. */
type Refused = EvidenceOf<'refused_by_status'> & { path: string }
const refusals: Record<RefusalCause, (evidence: Refused) => string> = {
  speaks_tls: ({ to }) => `Your receiver speaks TLS. Send to ${to} instead.`,
  forgery_guard: ({ path }) =>
    `A guard against forged forms (CSRF) refuses the request. Except ${path} from the guard: @csrf_exempt in Django, skip_forgery_protection in Rails, validateCsrfTokens in Laravel.`,
  unknown_host: ({ url }) =>
    `Your receiver does not know ${new URL(url).hostname} as its own name. Allow the name: ALLOWED_HOSTS in Django, config.hosts in Rails, server.allowedHosts in Vite.`,
  slash_missing: ({ to }) => `Send to ${to} instead.`,
  fields: () => fields,
  fields_or_guard: ({ path }) =>
    `In Rails a guard against forged forms answers so: skip_forgery_protection excepts ${path} from it. Or a model misses a field.`,
  moved: (evidence) => `${redirected(evidence)} Send to that address instead.`,
  redirect: (evidence) =>
    `${redirected(evidence)} Is that your receiver, or does a login stand in front of it?`,
  login: ({ asks_for, path }) =>
    `Your receiver asks for Authorization: ${asks_for}, which a webhook does not bring. Except ${path} from the guard in front of the receiver${asks_for?.toLowerCase() === 'basic' ? ', or give the address a user and a password' : ''}.`,
  path: ({ path, method }) => `Check that your receiver listens at ${path} and takes ${method} there.`,
  method: ({ path, method }) => `Your receiver does not take ${method} at ${path}.`,
  size: ({ size }) => `Your receiver does not take a body of ${plural(size, 'byte')}.`,
  content_type: ({ content_type }) =>
    `Your receiver does not take ${content_type ?? 'a body without a Content-Type'}.`,
  busy: () => 'A limit in front of your receiver takes no more requests for now.',
  proxy_unanswered: () =>
    'A proxy gets no answer from what is behind it. Check that your receiver runs, where the proxy looks for it.',
  unavailable: () => 'The server is unavailable. Check that your receiver runs and is ready.',
  proxy_late: () =>
    'A proxy waited too long for what is behind it. Answer first and work afterwards in your receiver.',
}
