/** Signs and verifies with the methods whose headers and signed bytes come from templates. */
import { createHash, sign as signBytes } from 'node:crypto'
import type { HeaderPair } from '../wire.ts'
import { addressesTaken } from './address.ts'
import { type Compiled, compiled, covers, formOf, heldIn } from './compiled.ts'
import { joined, signedParts, timeText } from './content.ts'
import { digestOf, equalInConstantTime, keyOf } from './digest.ts'
import { derOf, signEs256 } from './ecdsa.ts'
import { keyPairOf } from './key-pairs.ts'
import { pairFits } from './pair-fits.ts'
import { type MethodRules, mostVerified, type Presented, valueIn } from './presented.ts'
import type { Recipe, Signable } from './recipe.ts'
import { fill } from './template.ts'

export const templated: MethodRules = {
  sign(recipe, secrets, signable) {
    const ready = compiled(recipe)
    const pairs: HeaderPair[] = []
    for (const { name, template, holdsSignature } of ready.headers) {
      const text = holdsSignature
        ? signatureText(recipe, ready, secrets, signable)
        : fill(template, (slot) => given(slot, recipe, signable))
      if (text !== undefined) pairs.push([name, text])
    }
    return pairs
  },

  present(recipe, headers) {
    const { items, places, signatureHeader = '', signatureKey } = compiled(recipe)
    const raw = headers.get(signatureKey)
    const found: Presented = { id: undefined, timestamp: undefined, signatures: [], signatureHeader, raw }
    for (const [slot, place] of [['id', places.id] as const, ['ts', places.ts] as const]) {
      const value = place && !place.isItem ? headers.get(place.key) : undefined
      if (!place || value === undefined) continue
      const read = heldIn(place, slot, value)
      if (slot === 'id') found.id = read
      else found.timestamp = read
      if (read === undefined && (slot === 'ts' || covers(recipe).id))
        found.flaws = [{ place: place.name, received: value, wanted: formOf(recipe, place.name) }]
    }
    const between = recipe.repeats
    const whole = raw?.trim() ?? ''
    const parts = between === null ? [whole] : whole.split(between.trim() === '' ? / +/ : between)
    for (const part of parts) {
      const item = recipe.exactItems ? part : part.trim()
      for (const { label, match } of items) {
        const slots = match(item)
        if (!slots) continue
        const written = slots.get('ts')
        // Verifiers parse the timestamp as a number and ignore spaces around it.
        const time = recipe.exactItems ? written?.trim() : written
        if (recipe.exactItems && time !== undefined && time !== (found.timestamp ?? time))
          found.flaws = [{ place: signatureHeader, received: whole, wanted: 'a single timestamp' }]
        found.id ??= slots.get('id')
        found.timestamp ??= time
        const value = label === undefined ? undefined : slots.get(label)
        if (label !== undefined && value !== undefined) found.signatures.push({ label, value })
      }
    }
    return found
  },

  parts: (recipe, { label }, content) =>
    recipe.method === 'password' ? undefined : signedParts(recipe, label, content),

  fits(recipe, secret, signatures, content) {
    if (recipe.method === 'ed25519' || recipe.method === 'ecdsa') {
      const pair = keyPairOf(recipe, secret)
      return signatures.slice(0, mostVerified).some(({ label, value }) => {
        const parts = signedParts(recipe, label, content)
        const signature = Buffer.from(value, recipe.encoding)
        const isStrict = signature.toString(recipe.encoding) === value
        return Boolean(pair && parts && isStrict && pairFits(pair, joined(parts), signature, 'der', content))
      })
    }
    const ways = compiled(recipe).signsAddress
      ? addressesTaken(recipe, content).map((address) => ({ ...content, address }))
      : [content]
    let found = false
    for (const label of new Set(signatures.map((one) => one.label))) {
      for (const way of ways) {
        const made = signatureOf(recipe, secret, label, way)
        if (made === undefined) continue
        // No early return: the duration must not reveal which signature fits.
        for (const one of signatures)
          if (one.label === label && equalInConstantTime(made, one.value)) found = true
      }
    }
    return found
  },

  expected(recipe, secret, { signatureHeader }, content) {
    if (compiled(recipe).signs.size === 0) return null
    const written = valueIn(templated.sign(recipe, [secret], content), signatureHeader)
    return written === '' ? null : written
  },
}

/** Strict: rejects other encodings of the same bytes. */
export const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text

/** Whether the text would be base64 if its = padding were complete. */
export const isPaddingMissing = (text: string): boolean =>
  text.length % 4 !== 0 && isBase64(text + '='.repeat(4 - (text.length % 4)))

/** Strict base64url. Padding is optional. */
export const isBase64url = (text: string): boolean => {
  const bare = text.replace(/={1,2}$/, '')
  return (
    (bare === text || text.length % 4 === 0) && Buffer.from(bare, 'base64url').toString('base64url') === bare
  )
}

/** The encoded signature; undefined if the key or the body does not allow a signature. */
function signatureOf(recipe: Recipe, secret: string, label: string, content: Signable): string | undefined {
  if (recipe.method === 'password')
    return Buffer.from(`${recipe.user}:${recipe.password ?? secret}`, 'utf8').toString('base64')
  const isHash = recipe.method === 'hash'
  const parts = signedParts(recipe, label, isHash ? { ...content, secret } : content)
  if (!parts) return undefined
  if (isHash) return createHash(recipe.digest).update(joined(parts)).digest(recipe.encoding)
  if (recipe.method === 'ed25519') {
    const key = keyPairOf(recipe, secret)?.privateKey
    return key && signBytes(null, joined(parts), key).toString(recipe.encoding)
  }
  if (recipe.method === 'ecdsa') {
    const scalar = keyPairOf(recipe, secret)?.scalar
    return scalar && derOf(signEs256(scalar, joined(parts))).toString(recipe.encoding)
  }
  const key = keyOf(secret, recipe.key)
  return key && digestOf(recipe, key, parts)
}

function given(slot: string, recipe: Recipe, signable: Signable): string | undefined {
  switch (slot) {
    case 'id':
      return signable.id
    case 'ts':
      return timeText(recipe, signable.timestamp)
    case 'event':
      return signable.event
    default:
      return undefined
  }
}

/** Builds the signature header. Items with a signature repeat per secret, and the items of one secret stay together. */
function signatureText(
  recipe: Recipe,
  { items, between }: Compiled,
  secrets: readonly string[],
  signable: Signable,
): string {
  const several = recipe.newestLast ? secrets.toReversed() : secrets
  const used = recipe.carriesSeveral ? several : secrets.slice(0, 1)
  const first = items.findIndex(({ label }) => label !== undefined)
  const texts: string[] = []
  for (const [at, { template, label }] of items.entries()) {
    if (label === undefined) texts.push(fill(template, (slot) => given(slot, recipe, signable)) ?? '')
    if (at !== first) continue
    for (const secret of used) {
      for (const item of items) {
        if (item.label === undefined) continue
        const made = signatureOf(recipe, secret, item.label, signable)
        if (made === undefined) continue
        const text = fill(item.template, (slot) =>
          slot === item.label ? made : given(slot, recipe, signable),
        )
        if (text !== undefined) texts.push(text)
      }
    }
  }
  return texts.join(between)
}
