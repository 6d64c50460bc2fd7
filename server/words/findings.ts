/** Describes findings in words. */
import type { Attempt, EvidenceOf, FailureCause, Finding, FindingCode, Found, RefusalCause } from '../wire.ts'
import { sayOutcome } from './outcome.ts'
import { plural } from './plural.ts'

/** Puts findings into words: a summary without a full stop, the detail and the fix. */
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
  return { summary: summaryOf(found), detail: detailOf(), fix: fixOf(found) }

  function detailOf(): string {
    switch (found.code) {
      case 'acted_twice': {
        const { field, values } = found.evidence
        return `Attempts ${one} and ${other} carried the same event, and their answers differ: ${field ?? 'the body'}: ${values.join(', then ')}.`
      }
      case 'knew_copy': {
        const { field, value } = found.evidence
        return `Only one of the answers to attempts ${one} and ${other} reports a copy: ${field === null ? '' : `${field}: `}${value}.`
      }
      case 'copies_untold':
        return `The answers to attempts ${one} and ${other} ${found.evidence.are_same ? 'are the same' : 'differ only in values that change with every answer'}.`
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
      case 'stopped_listening':
        return `Attempt ${one}${passedOn}: ${cameOf(one)}. Attempt ${other}: ${cameOf(other)}.`
      default:
        return 'line' in found.evidence && found.evidence.line !== null
          ? `${came}, “${found.evidence.line}”.`
          : `${came}.`
    }
  }
}

function summaryOf({ code, evidence }: Found): string {
  if (code === 'failed_inside') return failures[evidence.cause].summary
  if (code === 'misreads_signature' && evidence.cause === 'time')
    return 'Your receiver considers the signed time too old or too new'
  if (code === 'refused_by_status' && evidence.by !== null)
    return `${evidence.by} answered in front of your receiver`
  return summaries[code]
}

const summaries: Record<Exclude<FindingCode, 'failed_inside'>, string> = {
  acted_twice: 'Your receiver probably acted twice',
  knew_copy: 'Your receiver recognised the copy',
  copies_untold: 'The answers do not show whether your receiver acted once',
  copy_failed: 'Your receiver did not accept each copy',
  fault_failed: 'Your receiver accepted the event only without the fault',
  refused_by_failure: 'Your receiver failed where it should refuse',
  wants_other_scheme: 'Your receiver looks for the signature of another scheme',
  verifies_parsed_body: 'Your receiver verifies a parsed body',
  lacks_secret: 'Your receiver has no secret that it can read',
  secret_has_white_space: 'The secret in your receiver has white space around it',
  misreads_signature: 'Your receiver misreads the signature',
  refused_by_status: 'Your receiver probably refused something other than the signature',
  stopped_listening: 'Your receiver probably crashed and no longer runs',
  counts_as_failure: 'The status does not count as delivered',
  success_with_error: 'Your receiver answered success with an error in it',
  answered_by_page: 'A web page answered, probably not your receiver',
  answered_late: 'Your receiver did not answer in time',
}

function fixOf({ code, evidence }: Found): string {
  switch (code) {
    case 'acted_twice':
      return 'Store the id of each event, and act on each id once. If the differing value is new for each request, such as a request id, ignore this finding.'
    case 'knew_copy':
      return ''
    case 'copies_untold':
      return 'Check in your receiver whether it acted once.'
    case 'copy_failed':
      return 'Answer each copy with success. The platform resends the event after any other answer. If a unique constraint of your database refuses the copy, catch that error.'
    case 'fault_failed':
      return evidence.right.join(' ')
    case 'refused_by_failure':
      return `Answer 4xx. The platform resends the event after any other answer.${evidence.without_fault === 'accepted' ? ' Does your receiver catch the errors of the verifier?' : ''}`
    case 'wants_other_scheme':
      return `Your receiver verifies ${evidence.wanted}, but this delivery uses ${evidence.signed_by}. Set the subscription's scheme to ${evidence.wanted}, or verify ${evidence.signed_by} in your receiver.`
    case 'verifies_parsed_body':
      return "Verify the raw bytes before any parser reads them: express.raw({ type: '*/*' }) on the path in Express, await request.text() with a web Request, request.body in Django, request.get_data() in Flask."
    case 'lacks_secret':
      return "Your receiver has no secret, or its secret has the wrong form. Set the receiver's environment variable to the subscription's whole secret."
    case 'secret_has_white_space':
      return "Remove the space or line end around the secret in the receiver's environment variable or file. Copy the subscription's secret again if in doubt."
    case 'misreads_signature':
      return misreadings[evidence.cause](evidence)
    case 'refused_by_status':
      return refusals[evidence.cause]({ ...evidence, path: new URL(evidence.url).pathname })
    case 'failed_inside':
      return failures[evidence.cause].fix
    case 'stopped_listening':
      return 'Look for the error in the log of your receiver, and start your receiver again. Catch errors of the handler, also in work after the answer.'
    case 'counts_as_failure':
      return `The sandbox sends the event again. Answer ${evidence.success.join(' or ')}, or change delivery.success in the configuration.`
    case 'success_with_error':
      return 'Only the status counts. Answer an error with 4xx, or with 5xx if the platform should resend the event.'
    case 'answered_by_page':
      return `Check that your receiver listens at ${new URL(evidence.url).pathname} and accepts ${evidence.method} there. A web server for pages may answer instead.`
    case 'answered_late':
      return 'Answer first and work afterwards, in every branch of the handler. A handler that reads the stream of an already parsed body waits forever. If a dev server was compiling, send the event again.'
  }
}

/** What failed inside a receiver, and the fix. */
const failures: Record<FailureCause, { summary: string; fix: string }> = {
  unknown: {
    summary: 'Your receiver crashed',
    fix: 'Look for the error in the log of your receiver. Catch errors of the verifier and of the code after it.',
  },
  duplicate_key: {
    summary: 'Your receiver stores a row that exists already',
    fix: 'A unique constraint of your database refuses the row. If the event was stored before, catch this error and answer 2xx: the platform resends the event after any other answer.',
  },
  database: {
    summary: 'The database of your receiver reported an error',
    fix: 'The signature is not the reason. Check the connection, the migrations and the query of your receiver.',
  },
  unreachable: {
    summary: 'Your receiver could not reach another service',
    fix: 'The signature is not the reason. Check the address of the service that your handler calls, and answer before such work.',
  },
  decoding: {
    summary: 'A base64 decoder in your receiver failed',
    fix: 'The decoder got the secret or the signature with its prefix. Remove whsec_ from the secret and the version, such as v1, from the signature before you decode them. Decode only what the scheme encodes as base64.',
  },
  code: {
    summary: 'The code of your receiver raised an error',
    fix: 'Find the line in the log of your receiver. The error is in the handler, before or after the verifier.',
  },
}

const lowerCase = "Node's request.headers has all names in lower case"

type Misread = EvidenceOf<'misreads_signature'>
const misreadings: Record<Misread['cause'], (evidence: Misread) => string> = {
  lengths: () =>
    'Your receiver compares texts of different lengths. Check the form of its signature: hex or base64, and with or without the prefix in the header.',
  time: () =>
    "Compare your receiver's clock with this machine's, and check that it reads the time as seconds. If delivery.timestamps is clock and the sandbox's clock was moved, receivers refuse the signed time.",
  nothing: () => `Your receiver read an empty value, probably from the signature header. ${lowerCase}.`,
  header: ({ header }) =>
    `The sandbox sent ${header}. Your receiver reads another name, or does not pass the header to the verifier. ${lowerCase}. Read a web Headers object with get(), and pass it as Object.fromEntries(request.headers). In Django's request.META and PHP's $_SERVER the name is HTTP_${header?.toUpperCase().replaceAll('-', '_')}.`,
  more: ({ header, before }) =>
    `Your receiver returned the correct signature of ${header}, but refused the request. It probably compares the signature with the whole header, which begins with ${JSON.stringify(before)}.`,
}

const fields =
  "Your receiver's model or schema does not fit the request. Verify the raw bytes first, then parse the event."
const redirected = ({ to }: { to: string | null }) =>
  `Your receiver redirects to ${to}, and the sandbox does not follow redirects.`

/** The fix for each cause of a refusal. */
type Refused = EvidenceOf<'refused_by_status'> & { path: string }
const refusals: Record<RefusalCause, (evidence: Refused) => string> = {
  speaks_tls: ({ to }) => `Your receiver speaks TLS. Send to ${to} instead.`,
  forgery_guard: ({ path }) =>
    `CSRF protection refuses the request. Exempt ${path}: @csrf_exempt in Django, skip_forgery_protection in Rails, validateCsrfTokens in Laravel.`,
  unknown_host: ({ url }) =>
    `Your receiver does not accept the host name ${new URL(url).hostname}. Allow the name: ALLOWED_HOSTS in Django, config.hosts in Rails, server.allowedHosts in Vite.`,
  slash_missing: ({ to }) => `Send to ${to} instead.`,
  fields: () => fields,
  fields_or_guard: ({ path }) =>
    `In Rails, CSRF protection may refuse the request: exempt ${path} with skip_forgery_protection. Otherwise a model lacks a field.`,
  moved: (evidence) => `${redirected(evidence)} Send to that address instead.`,
  redirect: (evidence) => `${redirected(evidence)} Is a login in front of your receiver?`,
  login: ({ asks_for, to, path }) => {
    const wanted =
      asks_for !== null
        ? `Your receiver requires Authorization: ${asks_for}, which webhooks do not send.`
        : to !== null
          ? `Your receiver redirects to the login ${to}.`
          : 'A login or an API key is required before your receiver reads the signature.'
    return `${wanted} Exempt ${path} from the login${asks_for?.toLowerCase() === 'basic' ? ', or put a user and a password in the address' : ''}.`
  },
  path: ({ path, method }) => `Check that your receiver listens at ${path} and accepts ${method} there.`,
  method: ({ path, method }) => `Your receiver does not accept ${method} at ${path}.`,
  size: ({ size }) => `Your receiver does not accept a body of ${plural(size, 'byte')}.`,
  content_type: ({ content_type }) =>
    `Your receiver does not accept ${content_type ?? 'a body without a Content-Type'}.`,
  busy: () => 'A rate limit refuses the request. Send fewer requests, or raise the limit of your receiver.',
  proxy_unanswered: () =>
    'A proxy gets no answer from its backend. Check that your receiver runs at the address that the proxy uses.',
  unavailable: () => 'The server is unavailable. Check that your receiver runs and is ready.',
  proxy_late: () =>
    'A proxy waited too long for its backend. Answer first and work afterwards in your receiver.',
  access_protection: ({ by, path }) =>
    `The address is protected, and the request did not reach your receiver. ${bypasses[by ?? ''] ?? `Exempt ${path} from the protection.`}`,
  firewall: ({ by, path }) =>
    `A firewall or bot protection${by === null ? '' : ` (${by})`} refused the request, which did not reach your receiver. Allow ${path} in its rules.`,
  tunnel_page: () =>
    'The tunnel shows a warning page for browsers instead of your receiver. Send the header that skips the page, or set a User-Agent that is no browser.',
  tunnel_offline: () =>
    'The tunnel is not connected, so the request did not reach your receiver. Start the tunnel again, and check the address: a new tunnel often has another one.',
  app_unknown: ({ url }) =>
    `No app is deployed under the host name ${new URL(url).hostname}. Check the address and the deployment.`,
  app_failed: () => 'The host reports that your app crashed or did not start. Read its log there.',
  unreadable_body: ({ content_type }) =>
    `A parser in your receiver failed on the body (${content_type ?? 'no Content-Type'}), and the signature is not the reason. Read the raw bytes once, verify them, and then parse the text.`,
  event_unknown: () =>
    'Your receiver does not know this event. Answer 2xx to each event that it ignores, or subscribe to fewer events.',
  origin: ({ path }) =>
    `The CORS setting of your receiver refuses the request. Webhooks have no Origin, so exempt ${path} from CORS.`,
  conflict: () =>
    'Your receiver reports a conflict, probably because it knows the event. Answer 2xx to a known event: the platform resends the event after any other answer.',
}

/** How to let webhooks pass the protections of hosts. */
const bypasses: Readonly<Record<string, string>> = {
  Vercel:
    'Turn Deployment Protection off, or append ?x-vercel-protection-bypass=SECRET of “Protection Bypass for Automation” to the address.',
  'Cloudflare Access': 'Add a policy with the action Bypass for the path, or a service token.',
  'Azure App Service':
    'Allow unauthenticated requests in the App Service authentication, or exclude the path.',
  'AWS API Gateway': 'Check the API key, the authorizer and the resource policy of the route.',
  'Google Cloud': 'Allow unauthenticated invocations of the service.',
  'GitHub Codespaces': 'Set the visibility of the forwarded port to public.',
}
