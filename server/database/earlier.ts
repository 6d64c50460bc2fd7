import type { ReplyFacts, SecretOf, Verdict } from '../wire.ts'

/**
 * What earlier versions wrote as sentences, read as fields. Migrations and imports of earlier exports read them; no other
 * code does.
 */
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

/** The fields of a reply whose rule was written as a sentence. */
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

/** The fields of an answer that the endpoint's own reply, or the URL, chose. */
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

/** Scheme, host and port of an address. */
export const earlierOrigin = (url: string | null): string | null =>
  url !== null && URL.canParse(url) ? new URL(url).origin : null

/** Whose secret it was, of what was written in words. */
export function earlierSecretOf(words: string | null): SecretOf | null {
  if (words === null) return null
  const [, kind, id] = /^(subscription|endpoint) (.+)$/s.exec(words) ?? []
  if (id !== undefined) return { kind: kind === 'endpoint' ? 'endpoint' : 'subscription', id }
  const [, name] = /^the config, (.+)$/s.exec(words) ?? []
  return name === undefined ? { kind: 'given', id: null } : { kind: 'config', id: name }
}

/** What an earlier verdict tells that is in no field: the code of its reason. */
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

type Earlier = Omit<Verdict, 'secret_of' | 'reason_code'> & { secret_of: string | null }
type EarlierShort = [string | null, string, string | null, string | null, ...unknown[]]

/** A verdict as its row kept it: as a list where it verified. */
function earlierVerdict(text: string): string {
  const kept: Earlier | EarlierShort = JSON.parse(text)
  if (!Array.isArray(kept))
    return JSON.stringify({
      ...kept,
      reason_code: earlierReasonCode(kept),
      secret_of: earlierSecretOf(kept.secret_of),
    })
  const [scheme, reason, , of, ...rest] = kept
  const code = earlierReasonCode({ result: 'verified', reason, scheme, causes: [] })
  return JSON.stringify([scheme, code, earlierSecretOf(of) ?? { kind: 'given', id: null }, ...rest])
}

/** What migrations call by these names. */
export const earlierReaders: Readonly<Record<string, (text: string | null) => string | null>> = {
  earlier_reply: (rule) => JSON.stringify(earlierReply(rule ?? '')),
  earlier_origin: earlierOrigin,
  earlier_verdict: (verdict) => earlierVerdict(verdict ?? ''),
}
