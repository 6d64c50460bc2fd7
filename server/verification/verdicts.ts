import { type Presented, secondsOf } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { SchemeName } from '../signing/recipes.ts'
import type { Cause, SecretOf, Verdict } from '../wire.ts'
import { ageWords, fitsWords, secretWords, toldReason } from '../words/verdict.ts'
import { causes } from './causes.ts'
import { type KnownSecret, secretOf } from './input.ts'

export type Checks = Verdict['checks']
export type Causes = Verdict['causes']

/** A cause that is proved, with what there is to set side by side. */
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
 * @param wanted the scheme that it should be signed by and its header, when that is known: because the scheme is set,
 * or because its other headers show it
 */
export function unsigned(
  wanted?: { scheme: SchemeName; header: string },
  known: 'set' | 'shown' = 'set',
): Verdict {
  const fix =
    known === 'set'
      ? 'Send it, or take the scheme off this endpoint.'
      : 'Send it with the other headers of the scheme.'
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
        detail: wanted ? `${wanted.scheme} is ${known}, its signature is missing` : 'none recognised',
      },
    ],
    causes: wanted ? [{ ...missingHeader(wanted.header, fix), detail: told.reason }] : [],
  }
}

/** The verdict where the scheme that binds makes no signature. */
export const signsNothing = (scheme: SchemeName): Verdict => ({
  ...unsigned(),
  ...toldReason({ reason_code: 'signs_nothing', scheme }),
  checks: [{ name: 'scheme', ok: false, detail: `${scheme} is set for this endpoint` }],
})

/**
 * The verdict on a request with the headers of another scheme than the one that binds, whose own header is missing.
 * @param missing that header
 * @param other the scheme that the headers show; whose secret gives its signature by that, null when none does; and what is
 * done about it, where setting that scheme would not do
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
      { name: 'scheme', ok: false, detail: `${wanted} is set for this endpoint, the headers show ${shown}` },
    ],
    causes: [
      fits === null
        ? missingHeader(
            missing,
            `The headers show ${shown}. ${fix ?? `Set the scheme of this endpoint to it, or sign by ${wanted}.`}`,
          )
        : provedCause({
            cause: 'other_scheme',
            detail: `It is signed by the scheme ${shown} with ${secretWords(fits)}; ${missing} is missing.`,
            fix: fix ?? `Set the scheme of this endpoint to ${shown}, or sign by ${wanted}.`,
            expected: wanted,
            received: shown,
          }),
    ],
  })
}

/** What every verdict on a signature says. */
export type Base = Pick<Verdict, 'scheme' | 'signed_at' | 'received' | 'checks'> &
  Partial<Pick<Verdict, 'signed_content' | 'expected' | 'explained' | 'tried'>>

/**
 * The verdict on what is signed where no secret counts.
 * @param of which other endpoint's secret gives the signature all the same
 */
export const unknownSecret = (base: Base, of: SecretOf | null): Verdict => ({
  ...empty,
  ...base,
  result: 'unknown_secret',
  ...toldReason(of === null ? { reason_code: 'no_secret_known' } : { reason_code: 'secret_of_another', of }),
  secret_of: of,
})

/** The verdict on a signature that fits: what is left is its age. */
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
  // Written out: nearly every verdict is this one, and spreading costs more than the digest.
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
  const { signedS, tolerance, ok, said, limit, cause, fix } = age
  checks.push({
    name: 'age',
    ok,
    detail: tolerance === null ? `${said}; the scheme sets no limit` : `${said}; ${limit}`,
  })
  if (ok || tolerance === null) return verified
  if (Math.abs(now / 1000 - signedS) <= tolerance * 1000) return inMilliseconds(base, of)
  return {
    ...failed({
      ...base,
      causes: [
        provedCause({
          cause,
          detail: `The signature fits, but it is ${said}; the limit is ${tolerance} s.`,
          fix,
          expected: limit,
          received: said,
        }),
      ],
    }),
    secret_of: of,
  }
}

/** How old a request is by its timestamp, beside the limit of its scheme; undefined where it has no time. */
function ageOf(recipe: Recipe, presented: Presented, now: number) {
  const signedS = secondsOf(recipe, presented)
  if (Number.isNaN(signedS)) return undefined
  const ageS = Math.floor(now / 1_000_000 - signedS)
  const cause = ageS < 0 ? ('future' as const) : ('stale' as const)
  // How long it holds says nothing of how far ahead it may be signed.
  const tolerance = ageS < 0 ? recipe.toleranceS : (presented.holdsS ?? recipe.toleranceS)
  return {
    signedS,
    tolerance,
    ok: tolerance === null || (ageS <= tolerance && (recipe.pastOnly || ageS >= -tolerance)),
    said: ageWords(ageS),
    limit: recipe.pastOnly ? `the limit is ${tolerance} s, for the past` : `the limit is ${tolerance} s`,
    cause,
    fix: isZoneApart(ageS) ? `${ofUtc} Else ${uncapitalized(causes[cause].fix)}` : causes[cause].fix,
  }
}

const ofUtc =
  'It is off by whole hours or half ones, as a time zone makes it: make the time of UTC, by time.time() in Python and not by utcnow().timestamp().'

const uncapitalized = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** Whether an age is what a local time that was taken for UTC, or the other way, makes of a request that just came. */
function isZoneApart(ageS: number): boolean {
  const halfHours = Math.round(ageS / 1800)
  return halfHours !== 0 && Math.abs(halfHours) <= 28 && Math.abs(ageS - halfHours * 1800) <= 5
}

/** What will be wrong with its age, once what is wrong with its signature is mended. */
export function agedToo(recipe: Recipe, presented: Presented, now: number): Causes {
  const age = ageOf(recipe, presented, now)
  if (!age || age.ok) return []
  const { cause, said, limit, fix } = age
  const detail = `Once that is mended it will be ${cause === 'stale' ? 'stale' : 'in the future'}: it is ${said}; ${limit}.`
  return [provedCause({ cause, detail, fix, expected: limit, received: said })]
}

function inMilliseconds(base: Base, of: SecretOf): Verdict {
  const cause = provedCause({
    cause: 'milliseconds',
    detail: 'The signature fits, but its timestamp is in milliseconds; it must be in seconds.',
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

/** What is to be done about several causes. */
export const fixesOf = (causes: Causes): string => [...new Set(causes.map(({ fix }) => fix))].join(' ')

/** A verdict told by its causes: the first is the reason, and the hint names what is to be done about all of them. */
export const reasonBy = (causes: Causes, { detail, cause }: Cause) => ({
  reason: detail,
  reason_code: cause,
  hint: fixesOf(causes),
})

/** What the check of a digest that fits says. */
export const digestWords = (of: SecretOf): string => `fits ${secretWords(of)}`

/** The verdict on what does not verify, explained by its first cause where one is proved; what is to be done names all of them. */
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
