/** Explains requests whose signature is in a header of no known scheme. */
import { createHash } from 'node:crypto'
import type { Pausable } from '../memory/in-slices.ts'
import type { Digest } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { Verdict } from '../wire.ts'
import { ownerWords } from '../words/verdict.ts'
import { causes } from './causes.ts'
import type { Facts } from './facts.ts'
import type { KnownSecret, VerifyInput } from './input.ts'
import { withInstead } from './instead.ts'
import type { Accident } from './search/accident.ts'
import { createBudget } from './search/budget.ts'
import { explain, explainHeaders, hasReadings } from './search/explain.ts'
import { type Place, placesIn } from './search/own-places.ts'
import { type Beside, besideOf, type Try, triesOf } from './search/own-tries.ts'
import {
  foreignCause,
  namedBy,
  provedBy,
  readBy,
  type VendorSignature,
  vendorSignature,
} from './vendor-signature.ts'
import { fixesOf, provedCause, reasonBy, unsigned } from './verdicts.ts'

/** Ordered by preference: if two encodings match equally well, the first wins. */
const encodings = ['hex', 'base64', 'base64url'] as const

/** Digests that recipes do not support but the search recognizes. */
const unverifiable: ReadonlySet<Digest | undefined> = new Set<Digest>(['md5', 'sha384'])

interface Found {
  place: Place
  known: KnownSecret
  digest: Digest | undefined
  /** In the form of the custom scheme's `scheme_options`. */
  recipe: Record<string, unknown> & { signs: string }
  /** Deviations that a recipe cannot express. */
  flaws: readonly Accident[]
}

/** Finds a custom recipe with which a known secret produces a header's signature. */
function* recipeFor(input: VerifyInput): Pausable<Found | undefined> {
  const { body, url = '' } = input
  const budget = createBudget(body.length)
  const beside = besideOf(input.headers)
  const body_sha256 = createHash('sha256').update(body).digest('hex')
  for (const one of triesOf(input, beside)) {
    if (budget.isPauseDue()) yield
    if (!budget.take(one.use.cost(body.length))) return undefined
    const slots = {
      body,
      url,
      ts: one.sent ?? '',
      id: one.id?.value ?? '',
      body_sha256,
      secret: one.known.secret,
    }
    const parts = one.signs.split(/[{}]/).map((part) => slots[part as keyof typeof slots] ?? part)
    const made = one.use.made(parts)
    const written = made && writingOf(one.place, made)
    if (!written) continue
    const { place, known, use } = one
    return {
      place,
      known,
      digest: use.digest,
      flaws: written.flaws,
      recipe: recipeOf(one, written.encoding, beside),
    }
  }
  return undefined
}

/** Writes the recipe as `scheme_options`, without defaults. */
function recipeOf(one: Try, encoding: string, { ts }: Beside): Found['recipe'] {
  const { place, use, signs, id, sent = '' } = one
  const { digest = 'sha256', keyName } = use
  const [hasTime, hasId] = [signs.includes('{ts}'), signs.includes('{id}')]
  // An unsigned timestamp in the signature header is read too.
  const readsTime = hasTime || place.timestamp !== undefined
  return {
    headers: {
      ...(hasId && id && { [id.header]: '{id}' }),
      ...(hasTime && !place.timestamp && ts && { [ts.header]: '{ts}' }),
      [place.header]: place.template,
    },
    signs,
    ...(digest !== 'sha256' && { digest }),
    ...(encoding !== 'hex' && { encoding }),
    ...(keyName !== 'text' && { key: keyName }),
    ...(readsTime && sent.length === 13 && { time: 'milliseconds' }),
    ...(readsTime && sent.includes('T') && { time: 'iso' }),
  }
}

/** Causes that say the encoding differs. */
const ofOthers: ReadonlySet<string> = new Set(['hex_for_base64', 'base64_for_hex', 'base64url'])

/**
 * The encoding in which the header contains the digest, with deviations; undefined if the header contains another
 * digest.
 */
function writingOf({ came }: Place, digest: string) {
  const [best] = encodings
    .flatMap((encoding) => {
      const match = came.match(digest, encoding)
      return match ? [{ encoding, flaws: match.accidents }] : []
    })
    .filter(({ flaws }) => !flaws.some(({ cause }) => ofOthers.has(cause)))
    .sort((one, other) => one.flaws.length - other.flaws.length)
  return best
}

const byOtherDigest =
  'Sign with sha1, sha256 or sha512, which the scheme custom supports, or verify only in your receiver.'

/**
 * The verdict on a request without a known scheme's header. If a known secret produced another header's value, the
 * verdict names the custom recipe that verifies such requests. A signature of a known vendor or form is named anyway.
 * @param isQuick whether to postpone the search
 */
export function* withoutScheme(recipes: Recipes, input: VerifyInput, isQuick: boolean): Pausable<Verdict> {
  const plain = withInstead(unsigned(), input)
  const foreign = plain.causes.length > 0 ? undefined : vendorSignature(input)
  const verdict = foreign ? { ...plain, ...namedBy(foreign) } : plain
  const places = placesIn(input.headers)
  const isNothingKnown = input.secrets.length + input.otherSecrets.length === 0
  if (isNothingKnown || (places.length === 0 && !foreign)) return verdict
  if (isQuick) return { ...verdict, explained: false }
  const proved = foreign && provedBy(foreign, input)
  if (proved) return { ...verdict, ...reasonBy([proved], proved), causes: [proved] }
  const mistaken = foreign && (yield* withMistakes(foreign, { recipes, input, verdict }))
  if (mistaken && mistaken.causes.length > 0) return mistaken
  const explained = yield* recipeFor(input)
  return explained ? byRecipe(explained, verdict) : (mistaken ?? verdict)
}

/** The verdict on a signature that a custom recipe verifies. */
function byRecipe({ place, known, digest, recipe, flaws }: Found, verdict: Verdict): Verdict {
  const isUnverifiable = unverifiable.has(digest)
  const by = isUnverifiable ? `HMAC-${digest?.toUpperCase()} and the secret` : 'the secret'
  const found = `a signature over ${JSON.stringify(recipe.signs).slice(1, -1)}, made with ${by} of ${ownerWords(known.of)}.`
  const detail = /^authorization$/i.test(place.header)
    ? `${place.header} does not contain Basic credentials, but ${found}`
    : `No built-in scheme uses the header ${place.header}, which contains ${found}`
  const set = `Set this endpoint's scheme to custom, with scheme_options ${JSON.stringify(recipe)}.`
  const fix = isUnverifiable
    ? byOtherDigest
    : flaws.length === 0
      ? set
      : `${set} Also correct how the signature is written.`
  const proved = [
    provedCause({ cause: 'other_scheme', detail, fix, received: place.header }),
    ...flaws.map(({ cause, detail: said, expected, received }) =>
      provedCause({
        cause,
        detail: said,
        fix: causes[cause].fix,
        expected: expected ?? null,
        received: received ?? null,
      }),
    ),
  ]
  return {
    ...verdict,
    reason: detail,
    reason_code: 'other_scheme',
    hint: fixesOf(proved),
    causes: proved,
  }
}

/** The verdict on a vendor's signature that a known secret made with a mistake; undefined if no mistake explains it. */
function* withMistakes(
  foreign: VendorSignature,
  { recipes, input, verdict }: { recipes: Recipes; input: VerifyInput; verdict: Verdict },
): Pausable<Verdict | undefined> {
  const read = readBy(foreign, input)
  if (!read) return undefined
  const { causes: found, tried } = yield* explain({ ...read, recipes, input })
  const causes = [foreignCause(foreign), ...found]
  return found[0] ? { ...verdict, ...reasonBy(causes, found[0]), causes, tried } : { ...verdict, tried }
}

/**
 * The verdict on a request without the scheme's signature header. If another header holds the signature, the verdict
 * names it.
 * @param known how the scheme is known: set for the endpoint, or shown by other headers
 * @param isQuick whether to postpone the search
 */
export function* withoutSignature(facts: Facts, known: 'set' | 'shown', isQuick: boolean): Pausable<Verdict> {
  const header = facts.presented.signatureHeader
  const wanted = { scheme: facts.recipe.scheme as SchemeName, header }
  const plain = withInstead(unsigned(wanted, known), facts.input)
  // The search may still find the scheme's own signature elsewhere, so a vendor is only a hint.
  const foreign = vendorSignature(facts.input)
  const verdict = foreign?.vendor ? { ...plain, hint: hintBeside(foreign, plain) } : plain
  const isSet = known === 'set'
  if (isQuick) {
    const { explained } = isSet ? verdict : yield* withoutScheme(facts.recipes, facts.input, true)
    return { ...verdict, explained: explained && !hasReadings(facts) }
  }
  const { causes, tried } = yield* explainHeaders(facts)
  const [first] = causes
  if (!isSet && (!first || causes.some(isOfOther))) {
    // The scheme's headers may be present by chance. A custom recipe then explains more than several simultaneous
    // mistakes.
    const own = yield* withoutScheme(facts.recipes, facts.input, false)
    if (own.causes.length > 0) return own
  }
  return first ? { ...verdict, ...reasonBy(causes, first), causes, tried } : verdict
}

/** The hint of a verdict, with a vendor's signature that arrived instead. */
function hintBeside(foreign: VendorSignature, { hint }: Verdict): string {
  const named = namedBy(foreign)
  return [named.reason, named.hint, hint].filter(Boolean).join(' ')
}

const isOfOther = ({ cause }: Verdict['causes'][number]) => cause === 'other_scheme'
