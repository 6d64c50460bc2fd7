/** Builds verdicts from facts. */
import { type Presented, secondsOf } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { SchemeName } from '../signing/recipes.ts'
import type { Cause, SecretOf, Verdict } from '../wire.ts'
import { ageWords, fitsWords, limitWords, secretWords, toldReason } from '../words/verdict.ts'
import { causes } from './causes.ts'
import { type KnownSecret, secretOf } from './input.ts'

export type Checks = Verdict['checks']
export type Causes = Verdict['causes']

/** A proved cause. Unset comparisons become null. */
export const provedCause = (
  cause: Pick<Cause, 'cause' | 'detail' | 'fix'> & Partial<Pick<Cause, 'expected' | 'received' | 'diff'>>,
): Cause => ({
  cause: cause.cause,
  proved: true,
  detail: cause.detail,
  fix: cause.fix,
  expected: cause.expected ?? null,
  received: cause.received ?? null,
  diff: cause.diff ?? null,
})

export const missingHeader = (header: string, fix: string): Cause =>
  provedCause({ cause: 'missing_header', detail: `${header} is missing.`, fix, expected: header })

/**
 * The verdict on a request without a signature.
 * @param wanted the expected scheme and its header, if known
 * @param known how the scheme is known: set for the endpoint, or shown by other headers
 */
export function unsigned(
  wanted?: { scheme: SchemeName; header: string },
  known: 'set' | 'shown' = 'set',
): Verdict {
  const fix =
    known === 'set'
      ? 'Send the header, or remove the scheme from this endpoint.'
      : "Send the header with the scheme's other headers."
  const told = toldReason(
    wanted ? { reason_code: 'header_missing', ...wanted } : { reason_code: 'no_signature' },
  )
  return {
    ...empty,
    result: 'unsigned',
    scheme: null,
    ...told,
    signed_at: null,
    received: null,
    checks: [
      {
        name: 'scheme',
        ok: false,
        detail: wanted
          ? `${wanted.scheme} is ${known === 'set' ? 'set for this endpoint' : 'shown by other headers'}, but its signature is missing`
          : 'no known scheme',
      },
    ],
    causes: wanted ? [{ ...missingHeader(wanted.header, fix), detail: told.reason }] : [],
  }
}

/** The verdict at an endpoint whose scheme has no signatures. */
export const signsNothing = (scheme: SchemeName): Verdict => ({
  ...unsigned(),
  ...toldReason({ reason_code: 'signs_nothing', scheme }),
  checks: [{ name: 'scheme', ok: false, detail: `${scheme} is set for this endpoint` }],
})

/**
 * The verdict on a request that has another scheme's headers.
 * @param missing the missing header of the set scheme
 * @param other the scheme that the headers show; `fits` names the owner of the secret that verifies it; `fix` overrides
 * the default advice
 */
export function otherScheme(
  wanted: SchemeName,
  missing: string,
  { shown, fits, fix }: { shown: string; fits: SecretOf | null; fix?: string },
): Verdict {
  return failed({
    scheme: wanted,
    signed_at: null,
    received: null,
    checks: [
      {
        name: 'scheme',
        ok: false,
        detail: `${wanted} is set for this endpoint, but the headers show ${shown}`,
      },
    ],
    causes: [
      fits === null
        ? missingHeader(
            missing,
            `The headers show ${shown}. ${fix ?? `Set this endpoint's scheme to ${shown}, or sign with ${wanted}.`}`,
          )
        : provedCause({
            cause: 'other_scheme',
            detail: `The request is signed with the scheme ${shown} and ${secretWords(fits)}, but ${missing} is missing.`,
            fix: fix ?? `Set this endpoint's scheme to ${shown}, or sign with ${wanted}.`,
            expected: wanted,
            received: shown,
          }),
    ],
  })
}

/** The fields that every verdict on a signature has. */
export type Base = Pick<Verdict, 'scheme' | 'signed_at' | 'received' | 'checks'> &
  Partial<Pick<Verdict, 'signed_content' | 'expected' | 'explained' | 'tried'>>

/**
 * The verdict on a signed request at an endpoint without a valid secret.
 * @param of the owner of another endpoint's secret, if that secret fits
 */
export const unknownSecret = (base: Base, of: SecretOf | null): Verdict => ({
  ...empty,
  ...base,
  result: 'unknown_secret',
  ...toldReason(of === null ? { reason_code: 'no_secret_known' } : { reason_code: 'secret_of_another', of }),
  secret_of: of,
})

/** The verdict on a signature that fits. Only the age remains to be checked. */
export function judged(
  base: Base,
  recipe: Recipe,
  presented: Presented,
  fitting: KnownSecret,
  now: number,
): Verdict {
  const { checks } = base
  const of = secretOf(fitting)
  const code = recipe.method === 'password' ? 'password_fits' : 'secret_fits'
  checks.push({ name: 'digest', ok: true, detail: digestWords(of) })
  // Written out because nearly every verdict takes this path, and spreading costs more than the digest.
  const verified: Verdict = {
    result: 'verified',
    scheme: base.scheme,
    reason: fitsWords(code, of),
    reason_code: code,
    hint: null,
    signed_at: base.signed_at,
    secret_of: of,
    signed_content: base.signed_content ?? null,
    expected: base.expected ?? null,
    received: base.received,
    checks,
    causes: [],
    explained: true,
    tried: null,
  }
  const age = ageOf(recipe, presented, now)
  if (!age) return verified
  const { signedS, ok, said, limit, cause, fix } = age
  checks.push({
    name: 'age',
    ok,
    detail: `${said}; ${limit}`,
  })
  if (ok) return verified
  if (Math.abs(now / 1000 - signedS) <= (recipe.toleranceS ?? 0) * 1000) return inMilliseconds(base, of)
  return {
    ...failed({
      ...base,
      causes: [
        provedCause({
          cause,
          detail: `The signature fits, but its timestamp is ${said}. ${limit.replace(/^t/, 'T')}.`,
          fix,
          expected: limit,
          received: said,
        }),
      ],
    }),
    secret_of: of,
  }
}

/** The request's age and the scheme's limit; undefined without a timestamp. */
function ageOf(recipe: Recipe, presented: Presented, now: number) {
  const signedS = secondsOf(recipe, presented)
  if (Number.isNaN(signedS)) return undefined
  const ageS = Math.floor(now / 1_000_000 - signedS)
  const cause = ageS < 0 ? ('future' as const) : ('stale' as const)
  // The validity limits only the age, not a lead.
  const tolerance = ageS < 0 ? recipe.leadS : (presented.holdsS ?? recipe.toleranceS)
  return {
    signedS,
    ok: tolerance === null || Math.abs(ageS) <= tolerance,
    said: ageWords(ageS),
    limit: limitWords(tolerance, recipe),
    cause,
    fix: isZoneApart(ageS) ? `${ofUtc} ${causes[cause].fix}` : causes[cause].fix,
  }
}

const ofUtc =
  'The difference is a multiple of half an hour, which suggests a time zone mistake. Use UTC: in Python time.time(), not utcnow().timestamp().'

/** Whether the age of a fresh request suggests a time zone mistake: local time taken as UTC, or the reverse. */
function isZoneApart(ageS: number): boolean {
  const halfHours = Math.round(ageS / 1800)
  return halfHours !== 0 && Math.abs(halfHours) <= 28 && Math.abs(ageS - halfHours * 1800) <= 5
}

/** The age faults that remain after the signature is corrected. */
export function agedToo(recipe: Recipe, presented: Presented, now: number): Causes {
  const age = ageOf(recipe, presented, now)
  if (!age || age.ok) return []
  const { cause, said, limit, fix } = age
  const detail = `The timestamp is wrong too: it is ${said}; ${limit}.`
  return [provedCause({ cause, detail, fix, expected: limit, received: said })]
}

function inMilliseconds(base: Base, of: SecretOf): Verdict {
  const cause = provedCause({
    cause: 'milliseconds',
    detail: 'The signature fits, but its timestamp is in milliseconds. The scheme uses seconds.',
    fix: 'Sign and send Unix seconds: Math.floor(Date.now() / 1000).',
    expected: 'Unix seconds, ten digits',
    received: 'milliseconds, thirteen digits',
  })
  return { ...failed({ ...base, signed_at: null, causes: [cause] }), secret_of: of }
}

const empty = {
  secret_of: null,
  hint: null,
  signed_content: null,
  expected: null,
  causes: [] as Causes,
  explained: true,
  tried: null,
}

/** The distinct fixes of several causes. */
export const fixesOf = (causes: Causes): string => [...new Set(causes.map(({ fix }) => fix))].join(' ')

/** The first cause gives the reason. The hint lists the fixes of all causes. */
export const reasonBy = (causes: Causes, { detail, cause }: Cause) => ({
  reason: detail,
  reason_code: cause,
  hint: fixesOf(causes),
})

export const digestWords = (of: SecretOf): string => `fits ${secretWords(of)}`

/** The verdict on a failed verification. A proved cause gives the reason, and the hint lists the fixes of all causes. */
export function failed(base: Base & { causes: Causes }): Verdict {
  const [proved] = base.causes
  return {
    ...empty,
    ...base,
    result: 'failed',
    ...(proved
      ? reasonBy(base.causes, proved)
      : toldReason({ reason_code: base.scheme === 'basic' ? 'password_differs' : 'signature_differs' })),
  }
}
