/** Recomputes a signature with a guessed mistake and compares the result. */
import { createHash } from 'node:crypto'
import { isForm } from '../../signing/address.ts'
import { compiled } from '../../signing/compiled.ts'
import { type Content, filledParts, joined } from '../../signing/content.ts'
import { keyOf } from '../../signing/digest.ts'
import { hmacOf } from '../../signing/hmac.ts'
import { methods } from '../../signing/methods.ts'
import type { Presented } from '../../signing/presented.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { Template } from '../../signing/template.ts'
import type { Accident, BodyTurn, DigestTurn, FrameTurn, KeyTurn } from './accident.ts'
import { type Purse, perVerification } from './budget.ts'
import { cameOf, lengthOf, rewritingsOf } from './came.ts'

/** A hypothesis about the sender: the key, and the mistakes. */
export interface Guess {
  key: KeyTurn
  body?: { turns: readonly BodyTurn[]; bytes: Buffer } | undefined
  /** At most one changes the template, and one changes the values. */
  frames?: readonly FrameTurn[] | undefined
  digest?: DigestTurn | undefined
}

/** A guess that produced a received signature. */
export interface Proof {
  accidents: Accident[]
  /** The signed bytes; undefined if only a digest of them is signed. */
  signed: Buffer | undefined
}

const weightOf = ({ weight = 1 }: Accident) => weight
/** How improbable a proof is. */
export const weightIn = ({ accidents }: Proof) => accidents.reduce((sum, one) => sum + weightOf(one), 0)

/** The cost per byte of re-serialising a body, in microseconds. Forms with many fields cost most. */
export const perByteAnew = 0.06

/** Whether a template signs the re-serialised body. */
export const writesAnew = ({ slots }: Template, contentType: Content['contentType']) =>
  slots.includes('python_body') || (slots.includes('form') && isForm(contentType))

/** The cost of building an RFC 9421 signature base, in microseconds. */
const perBase = 5

/** The cost of building a signed address, in microseconds. */
const perAddress = 10

/** The cost per byte of rewriting the whole signed content, in microseconds. */
const perByteWhole = 0.004

/** The cost of verifying Ed25519ph, in microseconds. */
const perPrehashed = 5000

/** A method that computes its signature from key bytes, so that one computation fits any encoding. */
const isDigest = ({ method }: Pick<Recipe, 'method'>) => method === 'hmac' || method === 'hash'

/** Recomputes a signature with a guess and compares it with the received signatures. */
export function createProbe(recipe: Recipe, presented: Presented, content: Content, budget: Purse) {
  const came = cameOf(presented.signatures)
  const labels = [...new Set(presented.signatures.map(({ label }) => label))]
  const templates = compiled(recipe).signs
  const strongest = labels.toSorted((a, b) => rawness(b) - rawness(a))[0] ?? ''
  const onlyStrongest = [strongest]
  let elsewhere: ReturnType<typeof valuesElsewhere> | undefined

  /** A label that signs the unchanged body is more informative than a label that signs the re-serialised body. */
  function rawness(label: string): number {
    return templates.get(label)?.slots.includes('body') ? 1 : 0
  }

  /** Re-serialising JSON and sorting form fields cost far more than a digest, so the budget is charged once per body. */
  const writtenAnew = new WeakSet<Buffer>()
  function canWriteAnew(template: Template, { body, contentType }: Content): boolean {
    if (!writesAnew(template, contentType) || writtenAnew.has(body)) return true
    if (!budget.take(body.length * perByteAnew)) return false
    writtenAnew.add(body)
    return true
  }

  const accidentsOf = ({ key, body, frames, digest }: Guess): Accident[] =>
    [
      ...key.accidents,
      ...(body?.turns ?? []).map(({ accident }) => accident),
      ...(frames ?? []).flatMap(({ accident, besides }) => [accident, besides]),
      digest?.accident,
    ].filter((one) => one !== undefined)

  const isUnchanged = ({ key, body, frames, digest }: Guess): boolean =>
    key.accidents.length === 0 && body === undefined && frames === undefined && digest === undefined

  function byDigest(guess: Guess, template: Template, label: string | undefined): Proof | undefined {
    const { key, frames = [], digest } = guess
    const scheme = frames.find((frame) => frame.scheme)?.scheme
    const isHash = (scheme ?? recipe).method === 'hash'
    const whole = isHash ? { ...contentOf(guess), secret: key.secret } : contentOf(guess)
    if (!canWriteAnew(template, whole)) return undefined
    const isOther = isHash || (scheme && key.accidents.length === 0)
    const bytes = isOther ? keyOf(key.secret, (scheme ?? recipe).key) : key.bytes
    if (!bytes) return undefined
    const more = (template.slots.includes('address') ? perAddress : 0) + rewritingCost(whole)
    if (!budget.takeDigest(whole.body.length, digest?.cost, more)) return undefined
    const parts = filledParts(template, changedBy(frames, scheme ?? recipe), whole)
    if (!parts) return undefined
    const { digest: name, encoding } = scheme ?? recipe
    const plain = () =>
      isHash ? createHash(name).update(joined(parts)).digest('binary') : hmacOf(name, bytes, parts, 'binary')
    const made = digest ? digest.make(bytes, parts) : plain()
    const match = came.match(made, encoding)
    if (!match || (label !== undefined && match.label !== label)) return undefined
    return { accidents: [...accidentsOf(guess), ...match.accidents], signed: joined(parts) }
  }

  /** Handles keys that only verify, and schemes whose signature contains a digest of the body. */
  function byMethod(guess: Guess, template: Template | undefined): Proof | undefined {
    const { key, frames = [] } = guess
    const scheme = frames.find((frame) => frame.scheme)?.scheme
    const base = scheme ?? recipe
    const changed = { ...changedBy(frames, base) }
    if (template) changed.signs = Object.fromEntries(labels.map((label) => [label, textOfTemplate(template)]))
    const whole = contentOf(guess)
    const isShared = recipe.key === 'whsec-base64' && !/^wh[sp]k_/.test(key.secret)
    const isPlain = isUnchanged(guess)
    // Passes the key as hex if no form of the secret decodes to these bytes.
    const given = isShared && key.accidents.length > 0 && key.bytes ? key.bytes.toString('hex') : undefined
    if (given !== undefined) changed.key = 'hex'
    const secret = given ?? key.secret
    // An Ed25519 signature has exactly 64 bytes.
    const length = scheme && lengthOf(64, scheme.encoding)
    if (length && !presented.signatures.some(({ value }) => value.length === length)) return undefined
    for (const signature of presented.signatures.slice(0, 3)) {
      const asItCame = { value: signature.value, accidents: [] }
      const others = isPlain ? rewritingsOf(signature, recipe) : []
      for (const { value, accidents } of [asItCame, ...others]) {
        const more = (isShared ? perBase : perVerification) + rewritingCost(whole)
        if (!budget.takeDigest(whole.body.length, 1, more)) return undefined
        if (!methods[base.method].fits(changed, secret, [{ ...signature, value }], whole)) continue
        const parts = methods[base.method].parts(changed, signature, whole)
        return { accidents: [...accidentsOf(guess), ...accidents], signed: parts && joined(parts) }
      }
    }
    return undefined
  }

  function contentOf({ body, frames = [] }: Guess): Content {
    if (body === undefined && frames.every((frame) => !frame.content && !frame.scheme)) return content
    const changed: Content = { ...content }
    let isOfScheme = false
    for (const frame of frames) {
      if (frame.content) Object.assign(changed, frame.content)
      isOfScheme ||= frame.scheme !== undefined
    }
    if (body) changed.body = body.bytes
    if (!isOfScheme) return changed
    elsewhere ??= valuesElsewhere(content)
    changed.id ||= elsewhere.id
    changed.timestamp ||= elsewhere.timestamp
    return changed
  }

  return {
    strongest,
    isCame: came.has,
    /** The content of the strongest signature, with these values instead of the header's. */
    signedWith(values: Partial<Content>): Buffer | undefined {
      const template = templates.get(strongest)
      const whole = { ...content, ...values }
      if (!template || !canWriteAnew(template, whole)) return undefined
      const parts = filledParts(template, recipe, whole)
      return parts && joined(parts)
    },
    /** Whether the budget allows another signature. */
    canGoOn: () => budget.canDigest(content.body.length),
    /** Tries a guess. The proof lists every required change, including mistakes in the signature's encoding. */
    probe(guess: Guess): Proof | undefined {
      const own = guess.frames?.find((frame) => frame.signs)?.signs
      const method = guess.frames?.find((frame) => frame.scheme)?.scheme?.method ?? recipe.method
      if (!isDigest({ method })) return byMethod(guess, own)
      if (own) return byDigest(guess, own, undefined)
      const isPlain = isUnchanged(guess)
      for (const label of isPlain ? labels : onlyStrongest) {
        const template = templates.get(label)
        const proof = template && byDigest(guess, template, isPlain ? label : undefined)
        if (proof) return proof
      }
      return undefined
    },
  }
}

const rewritingCost = ({ wholeAs, isPrehashed, body }: Content) =>
  (wholeAs ? body.length * perByteWhole : 0) + (isPrehashed ? perPrehashed : 0)

/** Keeps the same object if nothing changes, because caches use the recipe's identity. */
const changedBy = (frames: readonly FrameTurn[], recipe: Recipe): Recipe =>
  frames.some((frame) => frame.recipe)
    ? { ...recipe, ...Object.assign({}, ...frames.map((frame) => frame.recipe)) }
    : recipe

/** The id and timestamp from any header, for schemes that have neither. */
const valuesElsewhere = ({ headers }: Content) => ({
  id: headers.get('webhook-id') || headers.get('svix-id') || '',
  timestamp: [...headers.values()].find((value) => /^\d{10}$/.test(value)) ?? '',
})

const textOfTemplate = ({ texts, slots }: Template) =>
  texts.map((text, at) => (at < slots.length ? `${text}{${slots[at]}}` : text)).join('')
