import type { Digest } from '../signing/recipe.ts'
import type { SchemeName } from '../signing/recipes.ts'
import type { Verdict } from '../wire.ts'
import { ownerWords } from '../words/verdict.ts'
import { causes } from './causes.ts'
import type { Facts } from './facts.ts'
import type { KnownSecret, VerifyInput } from './input.ts'
import { withInstead } from './instead.ts'
import type { Accident } from './search/accident.ts'
import { createBudget } from './search/budget.ts'
import { explainHeaders, hasReadings } from './search/explain.ts'
import { type Place, placesIn } from './search/own-places.ts'
import { type Beside, besideOf, type Try, triesOf } from './search/own-tries.ts'
import { fixesOf, provedCause, reasonBy, unsigned } from './verdicts.ts'

/** Of those in which a signature is written equally well the first is told. */
const encodings = ['hex', 'base64', 'base64url'] as const

/** Those that no recipe has: what is signed by them is told all the same. */
const unverifiable: ReadonlySet<Digest | undefined> = new Set<Digest>(['md5', 'sha384'])

interface Found {
  place: Place
  known: KnownSecret
  digest: Digest | undefined
  /** As `scheme_options` of the scheme `custom` take it. */
  recipe: Record<string, unknown> & { signs: string }
  /** What no recipe can write. */
  flaws: readonly Accident[]
}

/** The recipe of one's own by which a secret that is known gives what stands in one of the headers. */
function recipeFor(input: VerifyInput): Found | undefined {
  const { body, url = '' } = input
  const budget = createBudget(body.length)
  const beside = besideOf(input.headers)
  for (const one of triesOf(input, beside)) {
    if (!budget.take(one.use.cost(body.length))) return undefined
    const slots = { body, url, ts: one.sent ?? '', id: one.id?.value ?? '' }
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

/** As `scheme_options` take it: what is so by default is left out. */
function recipeOf(one: Try, encoding: string, { ts }: Beside): Found['recipe'] {
  const { place, use, signs, id, sent = '' } = one
  const { digest = 'sha256', keyName } = use
  const [hasTime, hasId] = [signs.includes('{ts}'), signs.includes('{id}')]
  // It is read also where it stands unsigned beside the signature.
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

/** What is told of an encoding that is not the one that came. */
const ofOthers: ReadonlySet<string> = new Set(['hex_for_base64', 'base64_for_hex', 'base64url'])

/** How a digest came to be written, with what is wrong about it; undefined where another came. */
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

/** What is said of a header that by its name and its length holds a signature, which may have a mistake in it. */
function hintAt(places: readonly Place[]): string | undefined {
  const place = places.find(({ isNamed, isWhole }) => isNamed && isWhole)
  return (
    place &&
    `If ${place.header} holds the signature, set the scheme of this endpoint to custom, with the recipe that makes it: then a mistake in it is looked for.`
  )
}

const byOtherDigest =
  'Sign by sha1, sha256 or sha512, which the scheme custom takes; or have it verified in the receiver alone.'

/**
 * The verdict on a request with no header of a known scheme: where another header holds the signature that a known secret
 * gives, that is told, and the recipe by which such requests are verified.
 * @param isQuick whether looking for it is left for later
 */
export function withoutScheme(input: VerifyInput, isQuick: boolean): Verdict {
  const verdict = withInstead(unsigned(), input)
  const places = placesIn(input.headers)
  if (places.length === 0 || input.secrets.length + input.otherSecrets.length === 0) return verdict
  if (isQuick) return { ...verdict, explained: false }
  const explained = recipeFor(input)
  if (!explained)
    return verdict.causes.length > 0 ? verdict : { ...verdict, hint: hintAt(places) ?? verdict.hint }
  const { place, known, digest, recipe, flaws } = explained
  const isUnverifiable = unverifiable.has(digest)
  const by = isUnverifiable ? `HMAC-${digest?.toUpperCase()} and the secret` : 'the secret'
  const found = `a signature all the same: that of ${JSON.stringify(recipe.signs).slice(1, -1)} by ${by} of ${ownerWords(known.of)}.`
  const detail = /^authorization$/i.test(place.header)
    ? `${place.header} is not that of the scheme basic, the only one that has this header; it holds ${found}`
    : `No scheme has the header ${place.header}, which holds ${found}`
  const set = `Set the scheme of this endpoint to custom, with scheme_options ${JSON.stringify(recipe)}.`
  const fix = isUnverifiable
    ? byOtherDigest
    : flaws.length === 0
      ? set
      : `${set} It takes the signature once that is written as it should be.`
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

/**
 * The verdict on a request without the header of its signature: where another header holds what belongs there, that is named.
 * @param known how the scheme is known: it is set, or the other headers show it
 * @param isQuick whether looking for it is left for later
 */
export function withoutSignature(facts: Facts, known: 'set' | 'shown', isQuick: boolean): Verdict {
  const header = facts.presented.signatureHeader
  const wanted = { scheme: facts.recipe.scheme as SchemeName, header }
  const verdict = withInstead(unsigned(wanted, known), facts.input)
  const isSet = known === 'set'
  if (isQuick) {
    const { explained } = isSet ? verdict : withoutScheme(facts.input, true)
    return { ...verdict, explained: explained && !hasReadings(facts) }
  }
  const { causes, tried } = explainHeaders(facts)
  const [first] = causes
  if (!isSet && (!first || causes.some(isOfOther))) {
    // It has headers of the scheme by chance: a recipe of one's own says more than several mistakes at once.
    const own = withoutScheme(facts.input, false)
    if (own.causes.length > 0) return own
  }
  return first ? { ...verdict, ...reasonBy(causes, first), causes, tried } : verdict
}

const isOfOther = ({ cause }: Verdict['causes'][number]) => cause === 'other_scheme'
