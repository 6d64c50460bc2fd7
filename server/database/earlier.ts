/** Reads sentences of earlier versions as facts. */
import type {
  AccidentFamily,
  DeliveryReason,
  DisabledReason,
  Outcome,
  ReplyFacts,
  SecretOf,
  Verdict,
} from '../wire.ts'
import { isWorded } from '../words/outcome.ts'

/** The sentences of earlier versions as fields. Only migrations and imports of earlier exports use them. */
const replies: readonly [form: RegExp, read: (found: string[]) => ReplyFacts][] = [
  [/^being passed on to (.*)$/s, ([to = '']) => ({ kind: 'forwarding', to })],
  [/^forwarded to (\S+): \d+$/, ([to = '']) => ({ kind: 'forwarded', to })],
  [/^forward to (\S+) cut short: /, ([to = '']) => ({ kind: 'cut', to })],
  [
    /^forward to (\S+) failed \((.*)\): (.*)$/s,
    ([to = '', text = '', rest = '']) => {
      const instead = chosen(rest)
      return { kind: 'forward_failed', to, text, ...(instead && { instead }) }
    },
  ],
  [
    /^none: the sender went away after (\d+) bytes?$/,
    ([bytes]) => ({ kind: 'sender_gone', bytes: Number(bytes) }),
  ],
  [/^body over (\d+) bytes?$/, ([bytes]) => ({ kind: 'too_large', bytes: Number(bytes) })],
  [
    /^refused: (.*)$/s,
    ([message = '']) => ({ kind: 'refused', refused: { code: 'request_malformed', message } }),
  ],
  [
    /^rate limit: (\d+) per (\w+)(?:, (\d+) at once)?$/,
    ([limit, per = '', burst]) => ({
      kind: 'rate_limited',
      limit: { limit: Number(limit), per, ...(burst && { burst: Number(burst) }) },
    }),
  ],
  [
    /^not passed on: it goes in a circle, (.*)$/s,
    ([way = '']) => ({ kind: 'forward_circle', way: way.split(' → ') }),
  ],
]

const problems = {
  'is no answer that can be forced': 'not_forcible',
  'is no duration': 'not_a_duration',
  'holds back a forced answer only': 'nothing_forced',
} as const
const problemForm = new RegExp(`; (\\S+) (${Object.keys(problems).join('|')})$`)

/** The fields of a reply from an earlier sentence. */
export function earlierReply(rule: string): ReplyFacts {
  const [end, given = '', said] = problemForm.exec(rule) ?? []
  const plain = end === undefined ? rule : rule.slice(0, -end.length)
  const facts = matching(plain) ?? chosen(plain) ?? { kind: 'unknown', text: plain }
  const problem = said && problems[said as keyof typeof problems]
  return problem ? { ...facts, url_problem: { given, problem } } : facts
}

function matching(rule: string): ReplyFacts | undefined {
  for (const [form, read] of replies) {
    const found = form.exec(rule)
    if (found) return read(found.slice(1))
  }
  return undefined
}

const choice =
  /^(?:(fixed)|(none set: 200)|(no rule holds: 200)|forced by the URL: (\w+)|(?:(no rule holds: otherwise)|rule (\d+)(?: “(.*?)”)?)?(?:(?:: |^)step (\d+) of (\d+))?)(?:: (reset|hang))?(?:: its template could not be filled in \((.*)\): \d+)?$/s

/** The fields of a response that the endpoint's reply or the URL chose. */
function chosen(rule: string): NonNullable<ReplyFacts['instead']> | undefined {
  const found = rule === '' ? null : choice.exec(rule)
  if (!found) return undefined
  const [, fixed, nothing, noRule, forced, otherwise, number, name, at, of, outcome, problem] = found
  const ended = outcome ?? (forced === 'reset' || forced === 'hang' ? forced : undefined)
  const kinds = [
    [ended, ended === 'reset' ? 'cut' : 'hang'],
    [forced, 'forced'],
    [nothing ?? noRule, 'default'],
    [number, 'rule'],
    [at, 'step'],
    [fixed ?? otherwise, problem === undefined ? 'fixed' : 'template'],
  ] as const
  const kind = kinds.find(([has]) => has !== undefined)?.[1]
  if (kind === undefined) return undefined
  return {
    kind,
    ...(forced !== undefined && { forced }),
    ...(number !== undefined && { rule: name ?? Number(number) }),
    ...((noRule ?? otherwise) !== undefined && { no_rule: true as const }),
    ...(at !== undefined && { step: { number: Number(at), of: Number(of) } }),
    ...(problem !== undefined && { template_problem: problem }),
  }
}

const failures = ['refused', 'reset', 'dns', 'tls', 'blocked'] as const
const interruptions = {
  'the sandbox stopped waiting': 'stopped',
  'the sandbox was reset': 'reset',
  'the sandbox was stopped during the attempt; it may have arrived': 'killed',
  'the session is over': 'session_over',
} as const

/** The fields of an outcome that was a kind and a sentence. */
export function earlierOutcome(kind: string, detail: string): Outcome {
  const text = detail.replace(/\.$/, '')
  switch (kind) {
    case 'interrupted': {
      const code = interruptions[detail as keyof typeof interruptions]
      return code === undefined ? { kind, code: 'earlier', text } : { kind, code }
    }
    case 'aborted':
      return { kind, code: 'earlier', text }
    case 'dropped':
      return { kind, code: 'fault_drop' }
    default: {
      const told = { kind: failures.find((one) => one === kind) ?? 'refused' } as const
      // For example `connect ECONNREFUSED 127.0.0.1:3000 (nobody listens there)` or `getaddrinfo ENOTFOUND nobody.test`.
      const [, proxy, code, address = null] =
        /^(the proxy: )?(?:connect|getaddrinfo) (E[A-Z]+) (\S+)/.exec(detail) ?? []
      if (code !== undefined)
        return {
          ...told,
          code,
          address,
          ...(proxy && address && { proxy: address }),
          ...(!isWorded(code) && { text }),
        }
      const [, unknown = null] = /^(\S+) has no address$/.exec(text) ?? []
      if (unknown !== null) return { ...told, code: 'ENOTFOUND', address: unknown }
      const [, blocked = null] = /^(\S+) (?:is|counts as) a public address/.exec(detail) ?? []
      if (blocked !== null) return { ...told, code: 'public_address', address: blocked }
      const isFlawed = /^(?:the proxy \S+: )?(?:the answer|the receiver speaks|it speaks)\b/.test(detail)
      return { ...told, code: isFlawed ? 'unreadable' : 'earlier', address: null, text }
    }
  }
}

/** The fields of a delivery's reason. */
export function earlierReason(text: string): DeliveryReason {
  const [, status, verdict] = /^HTTP (\d{3}): the receiver (refused|accepted|is gone)/.exec(text) ?? []
  if (verdict === 'is gone') return { code: 'gone' }
  if (verdict !== undefined)
    return { code: verdict === 'refused' ? 'refused' : 'wrongly_accepted', status: Number(status) }
  const [, attempts] = /^gave up after (\d+) attempts?: /.exec(text) ?? []
  if (attempts !== undefined) return { code: 'gave_up', attempts: Number(attempts) }
  if (text === 'cancelled by hand') return { code: 'cancelled_by_hand' }
  const [, how, by] = /^the subscription was (deleted|disabled)(?:: (.*))?$/s.exec(text) ?? []
  if (how === 'deleted') return { code: 'subscription_deleted' }
  if (how === 'disabled')
    return { code: 'subscription_disabled', by: by === undefined ? null : earlierDisabled(by) }
  return { code: 'earlier', text }
}

/** The fields of the reason why the sandbox disabled a subscription. */
function earlierDisabled(text: string): DisabledReason {
  if (/^its receiver answered 410/.test(text)) return { code: 'gone' }
  if (/^its scheme custom has no recipe/.test(text)) return { code: 'recipe_missing' }
  const [, count] = /^(\d+) deliver(?:y was|ies in a row were) given up$/.exec(text) ?? []
  return count === undefined ? { code: 'earlier', text } : { code: 'given_up_in_a_row', count: Number(count) }
}

/** The change of a fault, with the replayed event as a field. */
export function earlierChange<Change extends { detail: string }>(
  change: Change,
): Change & { replayed?: string | null } {
  if (change.detail === 'no event was sent before: its own content comes')
    return { ...change, replayed: null }
  const [, replayed] = /^(\S+) comes again; /.exec(change.detail) ?? []
  return replayed === undefined ? change : { ...change, replayed }
}

/** Scheme, host and port of a URL. */
export const earlierOrigin = (url: string | null): string | null =>
  url !== null && URL.canParse(url) ? new URL(url).origin : null

/** The owner of a secret, from its description. */
export function earlierSecretOf(words: string | null): SecretOf | null {
  if (words === null) return null
  const [, kind, id] = /^(subscription|endpoint) (.+)$/s.exec(words) ?? []
  if (id !== undefined) return { kind: kind === 'endpoint' ? 'endpoint' : 'subscription', id }
  const [, name] = /^the config, (.+)$/s.exec(words) ?? []
  return name === undefined ? { kind: 'given', id: null } : { kind: 'config', id: name }
}

/** The code of a verdict's reason, which earlier verdicts lack. */
export function earlierReasonCode(verdict: Pick<Verdict, 'result' | 'reason' | 'scheme' | 'causes'>): string {
  const { result, reason, scheme, causes } = verdict
  const [first] = causes
  if (result === 'verified') return reason.startsWith('It carries') ? 'password_fits' : 'secret_fits'
  if (result === 'unknown_secret')
    return reason.endsWith('known here.') ? 'no_secret_known' : 'secret_of_another'
  if (first) return first.cause
  if (reason.startsWith('Not checked')) return 'not_checked'
  if (result === 'failed') return scheme === 'basic' ? 'password_differs' : 'signature_differs'
  if (reason.startsWith('The scheme')) return 'signs_nothing'
  return reason.startsWith('The header') ? 'header_missing' : 'no_signature'
}

/** The kinds of accidents, by the first words of their descriptions. */
const families: readonly (readonly [begin: string, family: AccidentFamily])[] = [
  ['secrets:', 'keys'],
  ['encodings of', 'writings'],
  ['the body:', 'bodies'],
  ['the signed string:', 'frames'],
  ['the URL', 'urls'],
  ['headers that', 'headers'],
  ['hash functions', 'digests'],
  ['the schemes', 'schemes'],
  ['two accidents', 'pairs'],
]

/** What was tried to find a cause, with the kinds of accidents as codes. */
export const earlierTried = <T extends { families: string[] }>(tried: T | null) =>
  tried && {
    ...tried,
    families: families
      .filter(([begin]) => tried.families.some((one) => one.startsWith(begin)))
      .map(([, family]) => family),
  }

type Earlier = Omit<Verdict, 'secret_of' | 'reason_code' | 'tried'> & {
  secret_of: string | null
  tried: { families: string[] } | null
}
type EarlierShort = [string | null, string, string | null, string | null, ...unknown[]]

/** A stored verdict; a list if verified. */
function earlierVerdict(text: string): string {
  const kept: Earlier | EarlierShort = JSON.parse(text)
  if (!Array.isArray(kept))
    return JSON.stringify({
      ...kept,
      reason_code: earlierReasonCode(kept),
      secret_of: earlierSecretOf(kept.secret_of),
      tried: earlierTried(kept.tried),
    })
  const [scheme, reason, , of, ...rest] = kept
  const code = earlierReasonCode({ result: 'verified', reason, scheme, causes: [] })
  return JSON.stringify([scheme, code, earlierSecretOf(of) ?? { kind: 'given', id: null }, ...rest])
}

/** The functions that migrations call by these names. */
export const earlierReaders: Readonly<Record<string, (text: string | null) => string | null>> = {
  earlier_reply: (rule) => JSON.stringify(earlierReply(rule ?? '')),
  earlier_origin: earlierOrigin,
  earlier_outcome(outcome) {
    const { kind, detail } = JSON.parse(outcome ?? '{}')
    return detail === undefined ? outcome : JSON.stringify(earlierOutcome(kind, detail))
  },
  earlier_changes: (changes) => JSON.stringify(JSON.parse(changes ?? '[]').map(earlierChange)),
  earlier_reason: (reason) => JSON.stringify(earlierReason(reason ?? '')),
  earlier_disabled: (reason) => JSON.stringify(earlierDisabled(reason ?? '')),
  earlier_verdict: (verdict) => earlierVerdict(verdict ?? ''),
}
