import { toIso } from '../time.ts'
import type { HeaderPair, Verdict } from '../wire.ts'
import { signedParts } from './content.ts'
import { digestOf, equalInConstantTime, keyOf } from './digest.ts'
import { causesOf } from './explain.ts'
import type { KnownSecret, VerifyInput } from './input.ts'
import { headerOf, type Presented, present, schemeShown } from './read.ts'
import { type Recipe, type Recipes, type SchemeName, type Signable, schemeNames } from './recipes.ts'
import { type Causes, type Checks, failed, judged, otherScheme, unsigned } from './verdicts.ts'

/** Verifies a request against everything that is known of it, and says why when it does not fit. */
export function verify(recipes: Recipes, input: VerifyInput): Verdict {
  const shown = schemeShown(recipes, input.headers)
  const name = input.scheme ?? shown
  if (name === undefined) return unsigned(recipes, schemeHalfShown(recipes, input.headers), 'shown')
  const recipe = recipes[name]
  const presented = present(recipe, input.headers)
  const facts = { recipes, recipe, presented, input }
  if (presented.raw === undefined)
    return shown === undefined ? unsigned(recipes, name, 'set') : otherScheme(name, shown, presented)

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

/** The scheme whose other headers are there while its signature is not. */
const schemeHalfShown = (recipes: Recipes, headers: readonly HeaderPair[]): SchemeName | undefined =>
  schemeNames.find((name) => {
    const { layout } = recipes[name]
    return layout.kind === 'separate' && headerOf(headers, layout.timestamp) !== undefined
  })

/** The verdict on a request whose body is not here whole, so that nothing can be computed. */
export function notChecked(recipes: Recipes, headers: readonly HeaderPair[], cut: boolean): Verdict {
  const scheme = schemeShown(recipes, headers)
  const cause = cut
    ? {
        cause: 'body_cut',
        detail: 'Not checked: the sender went away before the body was complete.',
        fix: 'Look at the time-outs of the sender and of what stands between.',
      }
    : {
        cause: 'body_not_kept',
        detail: 'Not checked: the body was over the limit and is not kept.',
        fix: 'Raise body_limit_bytes in the config.',
      }
  if (scheme === undefined) return { ...unsigned(recipes), reason: cause.detail, hint: cause.fix }
  const presented = present(recipes[scheme], headers)
  return failed({
    scheme,
    signed_at: signedAt(presented),
    received: presented.raw ?? null,
    checks: [],
    causes: [{ ...cause, proved: true }],
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
      ? labels.map((label) => `${label},<signature>`).join(' ')
      : labels.map((label) => `${label}=<signature>`).join(',')
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
