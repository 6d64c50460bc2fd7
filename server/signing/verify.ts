import { toIso } from '../time.ts'
import type { HeaderPair, Verdict } from '../wire.ts'
import { signedParts } from './content.ts'
import { digestOf, equalInConstantTime, keyOf } from './digest.ts'
import { causesOf } from './explain.ts'
import type { KnownSecret, VerifyInput } from './input.ts'
import { type Presented, present, schemeShown } from './read.ts'
import type { Recipe, Recipes, SchemeName, Signable } from './recipes.ts'

type Checks = Verdict['checks']
type Causes = Verdict['causes']

/** Verifies a request against everything that is known of it, and says why when it does not fit. */
export function verify(recipes: Recipes, input: VerifyInput): Verdict {
  const shown = schemeShown(recipes, input.headers)
  const name = input.scheme ?? shown
  if (name === undefined) return unsigned(recipes)
  const recipe = recipes[name]
  const presented = present(recipe, input.headers)
  const facts = { recipes, recipe, presented, input }
  if (presented.raw === undefined)
    return shown === undefined ? unsigned(recipes, name) : otherScheme(name, shown, presented)

  const checks: Checks = [
    {
      name: 'scheme',
      ok: true,
      detail: `${name}, ${input.scheme ? 'set for this endpoint' : 'by its headers'}`,
    },
  ]
  const faults = headerFaults(recipe, presented, checks)
  const base = { scheme: name, signed_at: signedAt(presented), received: presented.raw, checks }
  if (faults.length > 0) return failed({ ...base, causes: faults })

  const signable: Signable = {
    id: presented.id ?? '',
    timestamp: presented.timestamp ?? '',
    body: input.body,
  }
  const fits = (known: KnownSecret) => signatureFits(recipe, known.secret, presented, signable)
  const fitting =
    input.secrets.find(fits) ?? (input.secrets.length === 0 ? input.otherSecrets.find(fits) : undefined)
  const content = {
    signed_content: contentAsText(recipe, presented, signable),
    expected: expectedFor(recipe, input.secrets[0], signable),
  }
  if (fitting) return judged({ ...base, ...content }, recipe, signable, fitting, input.now)

  if (input.secrets.length === 0) {
    checks.push({ name: 'digest', ok: false, detail: 'no secret to check it with' })
    return {
      ...base,
      ...content,
      result: 'unknown_secret',
      reason: 'It is signed, but no secret is known here.',
      hint: 'Set the secret of this endpoint, or point a subscription at it.',
      secret_of: null,
      causes: [],
    }
  }
  checks.push({
    name: 'digest',
    ok: false,
    detail: `none of ${input.secrets.length} known secret(s) gives the signature received`,
  })
  return failed({ ...base, ...content, causes: causesOf(facts, signable) })
}

function unsigned(recipes: Recipes, name?: SchemeName): Verdict {
  const header = name && recipes[name].layout.signature
  return {
    result: 'unsigned',
    scheme: null,
    reason: header ? `The header ${header} is missing.` : 'No header of a known scheme is present.',
    hint: header
      ? `A sender of the scheme ${name} puts its signature there. Did a proxy strip it?`
      : 'Nothing to verify. If the sender does sign, set the scheme of this endpoint.',
    signed_at: null,
    secret_of: null,
    signed_content: null,
    expected: null,
    received: null,
    checks: [
      {
        name: 'scheme',
        ok: false,
        detail: header ? `${name} is set, its header is missing` : 'none recognised',
      },
    ],
    causes: header
      ? [
          {
            cause: 'missing_header',
            proved: true,
            detail: `${header} is missing.`,
            fix: 'Send it, or take the scheme off this endpoint.',
          },
        ]
      : [],
  }
}

function otherScheme(wanted: SchemeName, shown: SchemeName, presented: Presented): Verdict {
  return failed({
    scheme: wanted,
    signed_at: null,
    received: null,
    checks: [
      { name: 'scheme', ok: false, detail: `${wanted} is set for this endpoint, the headers show ${shown}` },
    ],
    causes: [
      {
        cause: 'other_scheme',
        proved: true,
        detail: `It is signed by the scheme ${shown}; ${presented.signatureHeader} is missing.`,
        fix: `Set the scheme of this endpoint to ${shown}, or sign by ${wanted}.`,
      },
    ],
  })
}

function headerFaults(recipe: Recipe, presented: Presented, checks: Checks): Causes {
  const faults: Causes = []
  const judge = (name: string, header: string, value: string | undefined, form: RegExp, wanted: string) => {
    const ok = value !== undefined && form.test(value)
    checks.push({
      name,
      ok,
      detail:
        value === undefined
          ? `${header} is missing`
          : ok
            ? value
            : `${header} is "${value.slice(0, 100)}", wanted ${wanted}`,
    })
    if (ok) return
    faults.push(
      value === undefined
        ? {
            cause: 'missing_header',
            proved: true,
            detail: `${header} is missing.`,
            fix: `Send ${header}; it is part of what is signed.`,
          }
        : {
            cause: 'malformed_header',
            proved: true,
            detail: `${header} is "${value.slice(0, 100)}".`,
            fix: `It must hold ${wanted}.`,
          },
    )
  }
  const { layout } = recipe
  if (layout.kind === 'separate') judge('id', layout.id, presented.id, /./, 'an id')
  judge(
    'timestamp',
    layout.kind === 'separate' ? layout.timestamp : `t in ${layout.signature}`,
    presented.timestamp,
    /^\d{1,15}$/,
    'Unix seconds',
  )
  const labels = Object.keys(recipe.signs)
  const known = presented.signatures.find((signature) => labels.includes(signature.label))
  const form =
    layout.kind === 'separate'
      ? labels.map((label) => `${label},…`).join(' ')
      : labels.map((label) => `${label}=…`).join(',')
  judge(
    'signature',
    presented.signatureHeader,
    known ? known.value : presented.raw,
    known ? /./ : /(?!)/,
    form,
  )
  return faults
}

/** The time in the header, in the form of the API; null when it is none or out of a calendar's reach. */
function signedAt(presented: Presented): string | null {
  const seconds = Number(presented.timestamp ?? Number.NaN)
  return Number.isSafeInteger(seconds) && seconds >= 0 && seconds < 253_402_300_800
    ? toIso(seconds * 1_000_000)
    : null
}

function signatureFits(recipe: Recipe, secret: string, presented: Presented, signable: Signable): boolean {
  const key = keyOf(secret, recipe.key)
  if (!key) return false
  let fits = false
  for (const { label, value } of presented.signatures) {
    const parts = signedParts(recipe, label, signable)
    // No early end: the time taken does not tell which signature fitted.
    if (parts && equalInConstantTime(digestOf(recipe, key, parts), value)) fits = true
  }
  return fits
}

function strongest(recipe: Recipe, presented: Presented) {
  const labels = Object.keys(recipe.signs).filter((label) =>
    presented.signatures.some((signature) => signature.label === label),
  )
  return labels.at(-1) ?? Object.keys(recipe.signs).at(-1) ?? ''
}

/** What a scheme signs of a request, as text; null when it is no text, or when the request lacks a part of it. */
export function signedContent(
  recipes: Recipes,
  { scheme, headers, body }: { scheme: SchemeName; headers: readonly HeaderPair[]; body: Buffer },
): string | null {
  const presented = present(recipes[scheme], headers)
  if (presented.id === undefined && recipes[scheme].layout.kind === 'separate') return null
  if (presented.timestamp === undefined) return null
  return contentAsText(recipes[scheme], presented, {
    id: presented.id ?? '',
    timestamp: presented.timestamp,
    body,
  })
}

function contentAsText(recipe: Recipe, presented: Presented, signable: Signable): string | null {
  const parts = signedParts(recipe, strongest(recipe, presented), signable)
  if (!parts) return null
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null
}

function expectedFor(recipe: Recipe, known: KnownSecret | undefined, signable: Signable): string | null {
  const key = known && keyOf(known.secret, recipe.key)
  if (!key) return null
  const between = recipe.layout.kind === 'separate' ? ',' : '='
  const made = Object.keys(recipe.signs).flatMap((label) => {
    const parts = signedParts(recipe, label, signable)
    return parts ? [`${label}${between}${digestOf(recipe, key, parts)}`] : []
  })
  return recipe.layout.kind === 'separate' ? made.join(' ') : [`t=${signable.timestamp}`, ...made].join(',')
}

type Base = Pick<Verdict, 'scheme' | 'signed_at' | 'received' | 'checks'> &
  Partial<Pick<Verdict, 'signed_content' | 'expected'>>

/** The signature fits; what is left is its age. */
function judged(base: Base, recipe: Recipe, signable: Signable, fitting: KnownSecret, now: number): Verdict {
  const { checks } = base
  checks.push({ name: 'digest', ok: true, detail: `fits the secret of ${fitting.of}` })
  const ageS = Math.floor(now / 1_000_000) - Number(signable.timestamp)
  const tolerance = recipe.toleranceS
  const ok = tolerance === null || Math.abs(ageS) <= tolerance
  const said = ageS < 0 ? `${-ageS} s in the future` : `${ageS} s old`
  checks.push({
    name: 'age',
    ok,
    detail: tolerance === null ? `${said}; the scheme sets no limit` : `${said}; the limit is ${tolerance} s`,
  })
  if (ok) {
    return {
      ...empty,
      ...base,
      result: 'verified',
      reason: `Signed with the secret of ${fitting.of}.`,
      secret_of: fitting.of,
    }
  }
  const cause = ageS < 0 ? 'future' : 'stale'
  return {
    ...failed({
      ...base,
      causes: [
        {
          cause,
          proved: true,
          detail: `The signature fits, but it is ${said}; the limit is ${tolerance} s.`,
          fix:
            cause === 'stale'
              ? 'Sign when sending, not when queueing; check the clocks of both machines.'
              : 'Check the clocks of both machines.',
        },
      ],
    }),
    secret_of: fitting.of,
  }
}

const empty = { secret_of: null, hint: null, signed_content: null, expected: null, causes: [] as Causes }

function failed(base: Base & { causes: Causes }): Verdict {
  const proved = base.causes[0]
  return {
    ...empty,
    ...base,
    result: 'failed',
    reason: proved
      ? proved.detail
      : 'The signature does not fit: another secret was used, or the signed bytes are not these.',
    hint: proved
      ? proved.fix
      : 'Compare the secret on both sides, then the signed content below with what the sender signed.',
  }
}
