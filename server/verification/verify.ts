/** Verifies a request and explains a signature that does not fit. */
import { isUtf8 } from 'node:buffer'
import { type Pausable, runAtOnce } from '../memory/in-slices.ts'
import { compiled, signsAnew } from '../signing/compiled.ts'
import { type Content, contentOf, joined } from '../signing/content.ts'
import { methods } from '../signing/methods.ts'
import { recipeWith, type SchemeOptions } from '../signing/options.ts'
import { type HeaderMap, type Presented, secondsOf } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { HeaderPair, Verdict } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { toIso } from '../words/time.ts'
import { adviceOnUnfinished, headerFaults, lacking } from './checks.ts'
import type { Facts } from './facts.ts'
import { type KnownSecret, secretOf, type VerifyInput } from './input.ts'
import { insteadIn } from './instead.ts'
import { byOlderHeader, shownBy } from './older-header.ts'
import { withoutScheme, withoutSignature } from './own-header.ts'
import { headerMap, isAscii, present, recipeShown, schemeHalfShown } from './read.ts'
import { createBudget, digestCost } from './search/budget.ts'
import { explain, explainHeaders, hasReadings } from './search/explain.ts'
import {
  type Checks,
  failed,
  judged,
  otherScheme,
  provedCause,
  signsNothing,
  unknownSecret,
  unsigned,
} from './verdicts.ts'

/** The headers as one recipe reads them, and the secrets for that recipe. */
interface Reading {
  recipe: Recipe
  presented: Presented
  secrets: KnownSecret[]
}

/**
 * `quick` skips the costly search for causes; the verdict then says `explained: false` if a search could explain more.
 * `causes` runs only the search, for requests that are known to fail.
 */
export type Depth = 'quick' | 'full' | 'causes'

/** As {@link verifying}, without a pause. A search for causes may take some hundred milliseconds. */
export const verify = (recipes: Recipes, input: VerifyInput, depth: Depth = 'full'): Verdict =>
  runAtOnce(verifying(recipes, input, depth))

/** Verifies a request with all known secrets. Explains a failure. The search for causes pauses often. */
export function* verifying(recipes: Recipes, input: VerifyInput, depth: Depth = 'full'): Pausable<Verdict> {
  const headers = headerMap(input.headers)
  const name = input.scheme ?? schemeShown(recipes, headers, input)
  if (name === undefined || name === 'github') {
    const verdict = yield* byOlderHeader(recipes, headers, input, underOlder(recipes, depth))
    if (verdict) return verdict
  }
  const half = name === undefined ? schemeHalfShown(recipes, headers) : undefined
  if (half) {
    const facts = factsOf(recipes, recipes[half], input, headers)
    return yield* withoutSignature(facts, 'shown', depth === 'quick')
  }
  if (name === undefined) return yield* withoutScheme(recipes, input, depth === 'quick')
  if (
    compiled(recipes[name]).signatureHeader === undefined &&
    !input.secrets.some(({ recipe }) => recipe?.scheme === name)
  )
    return signsNothing(name)
  const readings = readingsOf(recipes, name, headers, input)
  const readable = readings.filter(({ presented }) => presented.raw !== undefined)
  // Several custom recipes may share a signature header and differ in their other headers.
  const isWhole = ({ recipe, presented }: Reading) => headerFaults(recipe, presented, []).length === 0
  const reading = (readable.length > 1 && readable.find(isWhole)) || readable[0]
  if (!reading) {
    const [first] = readings
    const missing = first?.presented.signatureHeader ?? ''
    const other = schemeShown(recipes, headers, input)
    const older =
      other === undefined && (yield* byOlderHeader(recipes, headers, input, underOlder(recipes, 'quick')))
    if (older) return otherScheme(name, missing, shownBy(older, name))
    if (other === undefined || other === name) {
      const facts = factsOf(recipes, first?.recipe ?? recipes[name], input, headers)
      return yield* withoutSignature(facts, 'set', depth === 'quick')
    }
    const byOther = verify(recipes, { ...input, scheme: other }, 'quick')
    return otherScheme(name, missing, { shown: other, fits: byOther.secret_of })
  }

  const { recipe, presented } = reading
  const checks: Checks = [
    {
      name: 'scheme',
      ok: true,
      detail: `${name}, ${input.scheme ? 'set for this endpoint' : 'detected by the headers'}`,
    },
  ]
  const content = contentOf(input, headers, presented)
  const facts: Facts = { recipes, recipe, presented, content, input }
  const faults = headerFaults(recipe, presented, checks)
  faults.push(...lacking(recipe, presented, content))
  const received = recipe.method === 'password' ? null : (presented.raw ?? null)
  // Filled in below, because spreading costs nearly as much as the digest.
  const told = {
    scheme: name,
    signed_at: signedAt(recipe, presented),
    received,
    checks,
    signed_content: null as string | null,
    expected: null as string | null,
  }
  if (faults.length > 0) {
    const instead = insteadIn(facts)
    if (instead.length > 0) return failed({ ...told, causes: instead })
    if (depth === 'quick') return failed({ ...told, causes: faults, explained: !hasReadings(facts) })
    const { causes, tried } = yield* explainHeaders(facts)
    return failed({ ...told, causes: causes.length > 0 ? causes : faults, tried })
  }

  const [known] = input.secrets
  const isKnown = input.secrets.length > 0
  const found =
    depth === 'causes' && isKnown ? undefined : yield* fitting(readings, input, { headers, reading, content })
  const counts = isKnown || found?.secret.elsewhere !== true
  // Restart with the recipe that verified, so that the whole verdict uses this recipe.
  if (found && counts && found.recipe !== recipe)
    return yield* verifying(recipes, { ...input, secrets: [found.secret] }, depth)
  // A quick verdict omits the signed content. The API computes it on demand.
  if (depth !== 'quick') told.signed_content = contentAsText(recipe, presented, content)
  // A single signature that fits equals the expected signature.
  if (found && counts && presented.signatures.length === 1) told.expected = received
  else if (known && recipe.method !== 'password' && !isLongToExpect(recipe, input.body))
    told.expected = methods[recipe.method].expected(recipe, known.secret, presented, content)
  if (found && counts) return judged(told, recipe, presented, found.secret, input.now)

  if (!isKnown) {
    checks.push({ name: 'digest', ok: false, detail: 'no known secret to compare with' })
    return unknownSecret(told, found ? secretOf(found.secret) : null)
  }
  checks.push({
    name: 'digest',
    ok: false,
    detail: `none of ${plural(input.secrets.length, 'known secret')} produces the received signature`,
  })
  if (depth === 'quick') return failed({ ...told, causes: [], explained: false })
  const { causes, tried, isRight } = yield* explain(facts)
  // The valid secrets may have changed since the failure.
  if (isRight && depth === 'causes') return yield* verifying(recipes, input)
  const verdict = failed({ ...told, causes, tried })
  const isSigned = Object.values(recipe.signs).join().includes('{body}')
  const advice = causes.length > 0 ? undefined : adviceOnUnfinished(input.body, isSigned)
  return advice === undefined ? verdict : { ...verdict, hint: advice }
}

function factsOf(recipes: Recipes, recipe: Recipe, input: VerifyInput, headers: HeaderMap): Facts {
  const presented = present(recipe, headers)
  return { recipes, recipe, presented, content: contentOf(input, headers, presented), input }
}

/** Verifies with the recipe of GitHub's older header. */
const underOlder = (recipes: Recipes, depth: Depth) => (github: Recipe, input: VerifyInput) =>
  verifying({ ...recipes, github }, input, depth)

/** Re-serializing a large body takes longer than a whole search, so the verdict omits the expected signature. */
const isLongToExpect = (recipe: Recipe, body: Buffer) => body.length > 200_000 && compiled(recipe).signsPython

/**
 * Detects the scheme from the headers. Tries every recipe, so call it only if no scheme is set or the set scheme's
 * header is missing.
 */
const schemeShown = (recipes: Recipes, headers: HeaderMap, { secrets }: VerifyInput) =>
  recipeShown(
    recipes,
    headers,
    secrets.flatMap(({ recipe }) => recipe ?? []),
  )?.scheme as SchemeName | undefined

/** One reading per distinct recipe of the secrets. Secrets without their own recipe use the table's recipe. */
function readingsOf(recipes: Recipes, name: SchemeName, headers: HeaderMap, input: VerifyInput): Reading[] {
  const readings: Reading[] = []
  // Without a secret of the endpoint, other secrets count or at least identify an owner.
  const counting = input.secrets.length === 0 ? input.otherSecrets : input.secrets
  for (const known of counting) {
    const recipe = known.recipe?.scheme === name ? known.recipe : recipes[name]
    const reading = readings.find((one) => one.recipe === recipe)
    if (reading) reading.secrets.push(known)
    else readings.push({ recipe, presented: present(recipe, headers), secrets: [known] })
  }
  if (readings.length > 0) return readings
  return [{ recipe: recipes[name], presented: present(recipes[name], headers), secrets: [] }]
}

/** The work with secrets that is done without a pause, in microseconds. */
const mostAtOnce = 1000

/**
 * The first secret that verifies the request. Signatures over the re-serialized body take far longer, so they are tried
 * last.
 * @param asBytes whether header values are signed as received bytes
 */
function* fitting(
  readings: readonly Reading[],
  input: VerifyInput,
  known: { headers: HeaderMap; reading: Reading; content: Content },
  asBytes = false,
): Pausable<(Pick<Reading, 'recipe' | 'presented'> & { secret: KnownSecret }) | undefined> {
  const cost = digestCost(input.body.length)
  let unpaused = 0
  const purse = input.secrets.length > 0 ? undefined : createBudget(input.body.length).others
  for (const isAnew of [false, true]) {
    for (const reading of readings) {
      const { recipe, presented, secrets } = reading
      const signatures = presented.signatures.filter(({ label }) => signsAnew(recipe, label) === isAnew)
      if (signatures.length === 0) continue
      const read = reading === known.reading ? known.content : contentOf(input, known.headers, presented)
      const content = asBytes ? { ...read, asBytes } : read
      for (const secret of secrets) {
        unpaused += cost
        if (unpaused > mostAtOnce) {
          yield
          unpaused = cost
        }
        // There may be thousands of other secrets, and the body may be large.
        if (purse?.takeDigest(input.body.length) === false) break
        if (methods[recipe.method].fits(recipe, secret.secret, signatures, content))
          return { recipe, presented, secret }
      }
    }
  }
  return asBytes || isAscii(known.headers) ? undefined : yield* fitting(readings, input, known, true)
}

/** The verdict on a request whose body is incomplete or was not stored. */
export function notChecked(recipes: Recipes, pairs: readonly HeaderPair[], cut: boolean): Verdict {
  const headers = headerMap(pairs)
  const recipe = recipeShown(recipes, headers)
  const cause = cut
    ? {
        cause: 'body_cut',
        detail: 'Not checked: the sender disconnected before the body was complete.',
        fix: 'Check the timeouts of the sender and its proxies.',
      }
    : {
        cause: 'body_not_kept',
        detail: 'Not checked: the body was over the limit, so the sandbox did not store it.',
        fix: 'Raise body_limit_bytes in the configuration.',
      }
  if (recipe === undefined)
    return { ...unsigned(), reason: cause.detail, reason_code: cause.cause, hint: cause.fix }
  const presented = present(recipe, headers)
  return failed({
    scheme: recipe.scheme,
    signed_at: signedAt(recipe, presented),
    received: recipe.method === 'password' ? null : (presented.raw ?? null),
    checks: [],
    causes: [provedCause(cause)],
  })
}

/** The timestamp in the API's format; null if absent or outside the calendar's range. */
function signedAt(recipe: Recipe, presented: Presented): string | null {
  const seconds = secondsOf(recipe, presented)
  return seconds >= 0 && seconds < 253_402_300_800 ? toIso(Math.round(seconds * 1_000_000)) : null
}

function contentAsText(recipe: Recipe, { signatures }: Presented, content: Content): string | null {
  // The strongest signature is the last in the recipe's order.
  const labels = Object.keys(recipe.signs)
  const signature =
    signatures.toSorted((a, b) => labels.indexOf(b.label) - labels.indexOf(a.label))[0] ?? undefined
  const parts = signature && methods[recipe.method].parts(recipe, signature, { ...content, asBytes: true })
  if (!parts) return null
  const bytes = joined(parts)
  return isUtf8(bytes) ? bytes.toString('utf8') : null
}

/**
 * The signed content as text; null if it is not text, or if the request lacks a signed part.
 * @param asked set url and method for schemes that sign them; options are those in effect at signing
 */
export function signedContent(
  recipes: Recipes,
  asked: {
    scheme: SchemeName
    options?: SchemeOptions
    headers: readonly HeaderPair[]
    body: Buffer
    url?: string
    method?: string
  },
): string | null {
  const recipe = recipeWith(recipes, asked.scheme, asked.options ?? {})
  const headers = headerMap(asked.headers)
  const presented = present(recipe, headers)
  const content = contentOf(asked, headers, presented)
  if (presented.raw === undefined || headerFaults(recipe, presented, []).length > 0) return null
  if (lacking(recipe, presented, content).length > 0) return null
  return contentAsText(recipe, presented, content)
}
