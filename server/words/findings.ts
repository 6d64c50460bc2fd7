import type { Finding, Found, RefusalCause } from '../wire.ts'
import { plural } from './plural.ts'

/** What the words of a finding need besides its facts. */
interface Told {
  endpoint: string | null
  /** How an attempt ended, in words. */
  came(attempt: number): string
  /** What a right receiver does with a fault. */
  rightOf(fault: string): string
}

/** A finding in words: what it concludes, without a stop; what was answered; and what to do. */
export function findingWords(found: Found, told: Told): Pick<Finding, 'summary' | 'detail' | 'fix'> {
  const [one = 0, other = 0] = found.attempts
  const passedOn = told.endpoint === null ? '' : `, passed on by the endpoint ${told.endpoint}`
  const came = `Attempt ${one}${passedOn}: ${told.came(one)}`
  const quoted = (line: string) => `${came}, “${line}”.`
  switch (found.code) {
    case 'acted_twice': {
      const { field, values } = found.evidence
      return {
        summary: 'Your receiver probably acted twice',
        detail: `The answers to attempts ${one} and ${other}, one event with one id, name different things: ${field ?? 'the body'}: ${values.join(', then ')}.`,
        fix: 'Remember the id of each event, and act on it once. A value that is new for each request, such as a request id, shows nothing.',
      }
    }
    case 'knew_copy': {
      const { field, value } = found.evidence
      return {
        summary: 'Your receiver recognised the copy',
        detail: `Of the answers to attempts ${one} and ${other}, one alone says so: ${field === null ? '' : `${field}: `}${value}.`,
        fix: '',
      }
    }
    case 'copies_untold':
      return {
        summary: 'The answers do not show whether your receiver acted once',
        detail: `The answers to attempts ${one} and ${other} ${found.evidence.are_same ? 'are the same' : 'differ only in what any two answers may'}.`,
        fix: 'Look at what your receiver did, on its own side.',
      }
    case 'copy_failed':
      return {
        summary: 'Your receiver did not accept each copy',
        detail: `Your receiver accepted attempt ${one}, but not attempt ${other} of the same event: ${told.came(other)}.`,
        fix: 'Answer each copy with success. After any other answer the platform sends the event again.',
      }
    case 'fault_failed':
      return {
        summary: 'Your receiver accepted the event only without the fault',
        detail: `Attempt ${one}, with the fault: ${told.came(one)}. Attempt ${other}, without it: ${told.came(other)}.`,
        fix: found.evidence.faults.map(told.rightOf).join(' '),
      }
    case 'refused_by_failure': {
      const without = {
        accepted: ` Attempt ${other}, without the fault, was accepted: ${told.came(other)}.`,
        failed: ` Attempt ${other}, without the fault, failed as well, so the fault may not be the cause: ${told.came(other)}.`,
        untold: '',
      }[found.evidence.without_fault]
      return {
        summary: 'Your receiver failed where it should refuse',
        detail: `Your receiver should refuse attempt ${one} with 4xx: ${told.came(one)}.${without}`,
        fix: `Answer 4xx. After any other answer the platform sends the event again.${found.evidence.without_fault === 'accepted' ? ' Does the verifier throw an error that nothing catches?' : ''}`,
      }
    }
    case 'wants_other_scheme': {
      const { line, wanted, signed_by } = found.evidence
      return {
        summary: 'Your receiver looks for the signature of another scheme',
        detail: quoted(line),
        fix: `Your receiver verifies ${wanted}, and this delivery is signed by ${signed_by}. Give the subscription the scheme ${wanted}, or your receiver a verifier of ${signed_by}.`,
      }
    }
    case 'verifies_parsed_body':
      return {
        summary: 'Your receiver verifies a parsed body',
        detail: quoted(found.evidence.line),
        fix: "Verify the raw bytes, before anything parses them: express.raw({ type: '*/*' }) on the path in Express, await request.text() where there is a web Request, request.body in Django, request.get_data() in Flask.",
      }
    case 'lacks_secret':
      return {
        summary: 'Your receiver has no secret that it can read',
        detail: quoted(found.evidence.line),
        fix: "Your receiver has no secret, or not in the form that it reads. Set its variable where the receiver runs, to all of the subscription's secret.",
      }
    case 'misreads_signature':
      return {
        summary: 'Your receiver misreads the signature',
        detail: quoted(found.evidence.line),
        fix: misreadings[found.evidence.cause](found.evidence),
      }
    case 'refused_by_status': {
      const { line, cause } = found.evidence
      return {
        summary: 'Your receiver probably refused something other than the signature',
        detail: line === null ? `${came}.` : quoted(line),
        fix: refusals[cause]({ ...found.evidence, path: new URL(found.evidence.url).pathname }),
      }
    }
    case 'failed_inside':
      return {
        summary: `Your receiver crashed (HTTP ${found.evidence.status})`,
        detail: `${came}.`,
        fix: 'Nothing catches the error, of the verifier or of what comes behind it. The log of your receiver shows it.',
      }
    case 'counts_as_failure': {
      const { status, success } = found.evidence
      return {
        summary: `HTTP ${status} does not count as delivered`,
        detail: `${came}.`,
        fix: `The sandbox sends the event again. Answer ${success.join(' or ')}, or change delivery.success in the configuration.`,
      }
    }
    case 'success_with_error':
      return {
        summary: 'Your receiver answered success with an error in it',
        detail: quoted(found.evidence.line),
        fix: 'The status alone counts. Answer an error with 4xx, or with 5xx where the event should come again.',
      }
    case 'answered_by_page':
      return {
        summary: 'A web page answered, probably not your receiver',
        detail: `${came}, with a page of HTML.`,
        fix: atPath(new URL(found.evidence.url).pathname, found.evidence.method),
      }
    case 'answered_late':
      return {
        summary: 'Your receiver did not answer in time',
        detail: `${came}.`,
        fix: 'Answer first and work afterwards, on each way through the handler. A handler that waits for a body that was parsed before never answers. A dev server that compiles at the first request is late only once: send the event again.',
      }
  }
}

type EvidenceOf<Code> = Extract<Found, { code: Code }>['evidence']

const atPath = (path: string, method: string) =>
  `Check that your receiver listens at ${path} and takes ${method} there. A server of pages may answer in its place.`

const lowerCase = "In Node's request.headers each name is in lower case"

const misreadings: Record<
  EvidenceOf<'misreads_signature'>['cause'],
  (evidence: EvidenceOf<'misreads_signature'>) => string
> = {
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
const refusals: Record<
  RefusalCause,
  (evidence: EvidenceOf<'refused_by_status'> & { path: string }) => string
> = {
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
