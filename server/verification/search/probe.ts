import { isForm } from '../../signing/address.ts'
import { compiled } from '../../signing/compiled.ts'
import { type Content, filledParts } from '../../signing/content.ts'
import { keyOf } from '../../signing/digest.ts'
import { hmacOf } from '../../signing/hmac.ts'
import { methods } from '../../signing/methods.ts'
import type { Presented } from '../../signing/presented.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { Template } from '../../signing/template.ts'
import { joined } from '../../signing/templated.ts'
import type { Accident, BodyTurn, DigestTurn, FrameTurn, KeyTurn } from './accident.ts'
import { type Budget, perVerification } from './budget.ts'
import { cameOf, lengthOf, rewritingsOf } from './came.ts'

/** What may have been done at the sender: the key, and whatever else was not as it should be. */
export interface Guess {
  key: KeyTurn
  body?: { turns: readonly BodyTurn[]; bytes: Buffer } | undefined
  /** At most one that changes the template and one that changes the values. */
  frames?: readonly FrameTurn[] | undefined
  digest?: DigestTurn | undefined
}

/** A guess that gave a signature that came. */
export interface Proof {
  accidents: Accident[]
  /** The bytes that the sender signed; undefined where they are not told apart from the claims in them. */
  signed: Buffer | undefined
}

const weightOf = ({ weight = 1 }: Accident) => weight
/** How much it takes to believe a proof. */
export const weightIn = ({ accidents }: Proof) => accidents.reduce((sum, one) => sum + weightOf(one), 0)

/** Microseconds for each byte of a body that is written anew: forms of many fields take the longest. */
export const perByteAnew = 0.06

/** Whether a template signs the body as it is written anew. */
export const writesAnew = ({ slots }: Template, contentType: Content['contentType']) =>
  slots.includes('python_body') || (slots.includes('form') && isForm(contentType))

/** Microseconds that it takes to put together the signature base of RFC 9421. */
const perBase = 5

/** The same for an address that is signed. */
const perAddress = 10

/** Recomputes a signature by a guess and looks whether it came. */
export function createProbe(recipe: Recipe, presented: Presented, content: Content, budget: Budget) {
  const came = cameOf(presented.signatures)
  const labels = [...new Set(presented.signatures.map(({ label }) => label))]
  const templates = compiled(recipe).signs
  const strongest = labels.toSorted((a, b) => rawness(b) - rawness(a))[0] ?? ''
  const onlyStrongest = [strongest]
  let elsewhere: ReturnType<typeof valuesElsewhere> | undefined

  /** What signs the body as it came says more of it than what signs it written anew. */
  function rawness(label: string): number {
    return templates.get(label)?.slots.includes('body') ? 1 : 0
  }

  /** To write JSON the Python way, or to sort the fields of a form, takes much longer than a digest; it is done once for each body. */
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
    const whole = contentOf(guess)
    if (!canWriteAnew(template, whole)) return undefined
    const parts = filledParts(template, changedBy(frames, scheme ?? recipe), whole)
    const bytes = scheme && key.accidents.length === 0 ? keyOf(key.secret, scheme.key) : key.bytes
    if (!parts || !bytes) return undefined
    const more = template.slots.includes('address') ? perAddress : 0
    if (!budget.takeDigest(whole.body.length, digest?.cost, more)) return undefined
    const { digest: name, encoding } = scheme ?? recipe
    const made = digest ? digest.make(bytes, parts) : hmacOf(name, bytes, parts, 'binary')
    const match = came.match(made, encoding)
    if (!match || (label !== undefined && match.label !== label)) return undefined
    return { accidents: [...accidentsOf(guess), ...match.accidents], signed: joined(parts) }
  }

  /** For keys that verify and do not sign, and for schemes that hold claims of the body. */
  function byMethod(guess: Guess, template: Template | undefined): Proof | undefined {
    const { key, frames = [] } = guess
    const scheme = frames.find((frame) => frame.scheme)?.scheme
    const base = scheme ?? recipe
    const changed = { ...changedBy(frames, base) }
    if (template) changed.signs = Object.fromEntries(labels.map((label) => [label, textOfTemplate(template)]))
    const whole = contentOf(guess)
    const isShared = recipe.key === 'whsec-base64' && !/^wh[sp]k_/.test(key.secret)
    const isPlain = isUnchanged(guess)
    // A key that no form of the secret gives is handed over in hex.
    const given = isShared && key.accidents.length > 0 && key.bytes ? key.bytes.toString('hex') : undefined
    if (given !== undefined) changed.key = 'hex'
    const secret = given ?? key.secret
    // What is no signature of 64 bytes is none of Ed25519, whatever was signed.
    const length = scheme && lengthOf(64, scheme.encoding)
    if (length && !presented.signatures.some(({ value }) => value.length === length)) return undefined
    for (const signature of presented.signatures.slice(0, 3)) {
      const asItCame = { value: signature.value, accidents: [] }
      // A JWT and a password are no bytes that could be written otherwise.
      const isBytes = recipe.method === 'ed25519' || recipe.method === 'message'
      const others = isPlain && isBytes ? rewritingsOf(signature, recipe.encoding) : []
      for (const { value, accidents } of [asItCame, ...others]) {
        if (!budget.takeDigest(whole.body.length, 1, isShared ? perBase : perVerification)) return undefined
        if (!methods[base.method].fits(changed, secret, { ...signature, value }, whole)) continue
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
    /** What the strongest signature is made over, with these values in place of the header's. */
    signedWith(values: Partial<Content>): Buffer | undefined {
      const template = templates.get(strongest)
      const whole = { ...content, ...values }
      if (!template || !canWriteAnew(template, whole)) return undefined
      const parts = filledParts(template, recipe, whole)
      return parts && joined(parts)
    },
    /** Whether one more signature over so many bytes can be paid for. */
    canGoOn: () => budget.canDigest(content.body.length),
    /** Tries a guess; the proof holds everything that had to be changed, how the signature is written included. */
    probe(guess: Guess): Proof | undefined {
      const own = guess.frames?.find((frame) => frame.signs)?.signs
      const method = guess.frames?.find((frame) => frame.scheme)?.scheme?.method ?? recipe.method
      if (method !== 'hmac') return byMethod(guess, own)
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

/** The same recipe where nothing changes it, since it is known as an object. */
const changedBy = (frames: readonly FrameTurn[], recipe: Recipe): Recipe =>
  frames.some((frame) => frame.recipe)
    ? { ...recipe, ...Object.assign({}, ...frames.map((frame) => frame.recipe)) }
    : recipe

/** Another scheme's id and time, where this one has none: those that any header carries. */
const valuesElsewhere = ({ headers }: Content) => ({
  id: headers.get('webhook-id') || headers.get('svix-id') || '',
  timestamp: [...headers.values()].find((value) => /^\d{10}$/.test(value)) ?? '',
})

const textOfTemplate = ({ texts, slots }: Template) =>
  texts.map((text, at) => (at < slots.length ? `${text}{${slots[at]}}` : text)).join('')
