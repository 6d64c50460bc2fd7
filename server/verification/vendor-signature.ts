/** Finds the signature of a vendor without a scheme: in a header, or in a field of the body. */

import { onceFor } from '../memory/once-for.ts'
import { contentOf } from '../signing/content.ts'
import { customRecipe } from '../signing/custom.ts'
import { methods } from '../signing/methods.ts'
import type { Recipe } from '../signing/recipe.ts'
import { recipesFor } from '../signing/recipes.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { Cause, Verdict } from '../wire.ts'
import { ownerWords, vendorWords } from '../words/verdict.ts'
import { headerFaults } from './checks.ts'
import type { KnownSecret, VerifyInput } from './input.ts'
import { headerMap, present } from './read.ts'
import { algorithmOf, byJwt, type Proof, type SignedRequest, vendorProofs } from './vendor-proofs.ts'
import {
  bodyVendors,
  type Fields,
  type Form,
  type Vendor,
  type VendorRecipe,
  vendors,
  within,
} from './vendors.ts'
import { provedCause } from './verdicts.ts'

/** A signature that no scheme of the sandbox verifies. */
export interface VendorSignature {
  /** The vendor; undefined if only the form of the value shows a signature. */
  vendor: string | undefined
  /** The header's name as it arrived, or the field of the body. */
  place: string
  isInBody: boolean
  form: Form
  recipe?: VendorRecipe | undefined
  needs: string
  /** The signature as it arrived. */
  value: string
  fields: Fields
}

const byHeader = new Map<string, Vendor[]>()
for (const row of vendors) {
  const key = row.header.toLowerCase()
  byHeader.set(key, [...(byHeader.get(key) ?? []), row])
}

/** The lengths of digests that HMACs and hashes have, in bytes, and those of RSA signatures. */
const digestLengths: ReadonlySet<number> = new Set([16, 20, 32, 48, 64])
const rsaLengths: ReadonlySet<number> = new Set([128, 256, 384, 512])

/** A header with a signature, by its name. */
const signatureNamed = /sign|hmac|(?:^|[-_])(?:sig|mac|jwt)(?:$|[-_])|jws/i
/** Fields with other meanings than a signature end in other words. */
const signatureField = /(?:^|_|[a-z])(?:signature|hmac)$|^(?:sig|sign|mac)$/i

const longest = 2000

/** The bytes of each part of a value that is hex or base64. */
function bytesIn(value: string): Buffer[] {
  if (value.length > longest) return []
  const runs = value.match(/\b[0-9a-f]{32,}\b/gi) ?? []
  const parts = [value, ...value.split(/[,; ]+/), ...runs].flatMap((part) => [
    part,
    part.replace(/^[\w-]{1,20}[=:]/, ''),
  ])
  return [...new Set(parts)].flatMap((part) => {
    const text = part.replace(/^"(.*)"$/, '$1')
    if (/^(?:[0-9a-f]{2})+$/i.test(text)) return [Buffer.from(text, 'hex')]
    return /^[A-Za-z0-9+/_-]{16,}={0,2}$/.test(text) ? [Buffer.from(text, 'base64')] : []
  })
}

/** Whether these bytes are an ECDSA signature in DER. */
const isDer = (bytes: Buffer) =>
  bytes[0] === 0x30 && bytes[1] === bytes.length - 2 && bytes[2] === 2 && bytes.length < 80

/** Whether a value is a signature of this form. */
const isOf: Record<Form, (value: string) => boolean> = {
  hmac: (value) => bytesIn(value).some(({ length }) => digestLengths.has(length)),
  hash: (value) => bytesIn(value).some(({ length }) => digestLengths.has(length)),
  ecdsa: (value) => bytesIn(value).some(isDer),
  ed25519: (value) => bytesIn(value).some(({ length }) => length === 64),
  rsa: (value) => bytesIn(value).some(({ length }) => rsaLengths.has(length)),
  jwt: (value) => jwtIn(value) !== undefined,
  token: (value) => value !== '',
  encoded: (value) => bytesIn(value).some(([first]) => first === 0x7b),
  unknown: (value) => bytesIn(value).some(({ length }) => digestLengths.has(length)),
}

/** The JWT in a value, and its algorithm. */
function jwtIn(value: string): { alg: string } | undefined {
  const [, head] = /^(?:Bearer )?([\w-]+)\.[\w-]*\.[\w-]+$/i.exec(value) ?? []
  const alg = head === undefined || value.length > 8000 ? undefined : algorithmOf(head)
  return alg === undefined ? undefined : { alg }
}

/** Forms that show by themselves, without a vendor, and what verification needs. */
function needsOf(value: string): { form: Form; needs: string } | undefined {
  const alg = jwtIn(value)?.alg
  if (alg !== undefined)
    return {
      form: 'jwt',
      needs: /^HS/.test(alg)
        ? `It is a JWT with the algorithm ${alg}. Verification needs the sender's secret. Verify it in your receiver with a JWT library.`
        : `It is a JWT with the algorithm ${alg}. Verification needs the sender's public key. Verify it in your receiver with a JWT library.`,
    }
  const form = (['ecdsa', 'rsa'] as const).find((one) => isOf[one](value))
  return (
    form && {
      form,
      needs: `Verification needs the sender's public key and the order of the signed parts. Verify it in your receiver.`,
    }
  )
}

/** What to do with a value that only looks like a signature. */
const looksIn = (name: string, value: string): { form: Form; needs: string } | undefined =>
  isOf.unknown(value)
    ? {
        form: 'unknown',
        needs: `If ${name} contains the signature, set this endpoint's scheme to custom with the sender's recipe. The sandbox then searches for the mistake.`,
      }
    : undefined

/** Whether a header that several senders use, or a sender in several ways, is as in the vendor's row. */
function isVendors(
  { beside, starts = '', urls }: Vendor,
  value: string,
  { headers, url = '' }: VerifyInput,
): boolean {
  if (!value.startsWith(starts) || urls?.test(url) === false) return false
  if (beside === undefined) return true
  const other = headerOf(headers, beside.header)
  return other !== undefined && (beside.value ?? other) === other
}

/** The recipe for requests of this method. */
const recipeFor = (recipe: VendorRecipe, method: string): VendorRecipe =>
  method === 'POST' ? recipe : { ...recipe, signs: recipe.signs.replace('POST', method) }

/** The first header of a vendor; undefined if no header has a signature. */
function inHeaders(input: VerifyInput): VendorSignature | undefined {
  const { headers, method = 'POST' } = input
  for (const [name, value] of headers) {
    const rows = byHeader.get(name.toLowerCase()) ?? []
    const row = rows.find((one) => isOf[one.form](value.trim()) && isVendors(one, value, input))
    if (row)
      return {
        ...row,
        recipe: row.recipe && recipeFor(row.recipe, method),
        place: name,
        isInBody: false,
        needs: row.needs ?? '',
        value: value.trim(),
        fields: {},
      }
  }
  for (const [name, value] of headers) {
    const isAuthorization = /^authorization$/i.test(name)
    const text = value.trim()
    // Basic and opaque tokens are no signatures.
    if (
      isAuthorization
        ? /^basic /i.test(text) || (/^bearer /i.test(text) && !jwtIn(text))
        : !signatureNamed.test(name)
    )
      continue
    const found = needsOf(text) ?? looksIn(name, text)
    if (found) return { vendor: undefined, place: name, isInBody: false, ...found, value: text, fields: {} }
  }
  return undefined
}

/** Larger bodies are not parsed before the reply. */
const largest = 100_000

function fieldsOf(body: Buffer): Fields {
  const text = body.toString('utf8')
  try {
    if (/^\s*[{[]/.test(text)) return within(JSON.parse(text))
  } catch {
    return {}
  }
  if (!/^[\w.%+-]+=/.test(text)) return {}
  const form = Object.fromEntries(new URLSearchParams(text))
  // Dropbox Sign and Ko-fi put JSON into a field of a form.
  const inner = form.json ?? form.data
  return inner?.startsWith('{') ? fieldsOf(Buffer.from(inner)) : form
}

/** The value at a place such as `signature.signature`. */
function valueAt(fields: Fields, place: string): string {
  let value: unknown = fields
  for (const step of place.replaceAll('[]', '.0').split('.')) value = within(value)[step]
  return typeof value === 'string' ? value : ''
}

const marks = /sign|hmac|passcode|_hash|token|clientState|"(?:sig|mac)"/i

/** The signature in the body; undefined if no field looks like one. */
function inBody({ body }: VerifyInput): VendorSignature | undefined {
  if (body.length > largest || body.length < 30) return undefined
  const text = body.toString('latin1')
  if (!marks.test(text)) return undefined
  const fields = fieldsOf(body)
  for (const { mark, has, ...row } of bodyVendors) {
    if (!text.includes(mark) || !has(fields)) continue
    const value = valueAt(fields, row.place) || valueAt(fields, row.place.replace(/^.*\./, ''))
    return { ...row, isInBody: true, value, fields }
  }
  const looks = Object.entries(fields).find(
    ([name, value]) =>
      signatureField.test(name) &&
      typeof value === 'string' &&
      (isOf.hmac(value) || needsOf(value) !== undefined),
  )
  if (!looks) return undefined
  const [place, value] = [looks[0], String(looks[1])]
  const form = needsOf(value)?.form ?? 'unknown'
  const needs =
    'The sandbox verifies signatures in headers. Ask the sender which bytes this signature covers, and verify it in your receiver.'
  return { vendor: undefined, place, isInBody: true, form, needs, value, fields }
}

/** The signature that a request has besides the sandbox's schemes; undefined if none shows. */
export const vendorSignature = (input: VerifyInput): VendorSignature | undefined =>
  inHeaders(input) ?? inBody(input)

/** The reason and hint for a signature that no known secret proves. */
export function namedBy(found: VendorSignature): Pick<Verdict, 'reason' | 'reason_code' | 'hint'> {
  return { ...vendorWords(found), reason_code: 'foreign_signature' }
}

/** The recipe of a vendor's row, ready for use. */
const recipeOf = onceFor(
  (options: object): Recipe =>
    recipesFor({ platform_header: 'Signature', custom: customRecipe.parse(options) }).custom,
)

/** The request as the vendor's recipe reads it; undefined if no recipe fits the headers. */
export function readBy(found: VendorSignature, input: VerifyInput) {
  if (found.recipe === undefined) return undefined
  const recipe = recipeOf(found.recipe)
  const headers = headerMap(input.headers)
  const presented = present(recipe, headers)
  // With another format of the timestamp, for example, the recipe would not verify the request.
  if (headerFaults(recipe, presented, []).length > 0) return undefined
  return { recipe, presented, content: contentOf(input, headers, presented) }
}

/** How to prove the signature with a secret; undefined if a secret alone proves nothing. */
function proofOf(found: VendorSignature, input: VerifyInput): Proof | undefined {
  const read = readBy(found, input)
  if (read) {
    const { recipe, presented, content } = read
    return (secret) => methods[recipe.method].fits(recipe, secret, presented.signatures, content)
  }
  const place = found.isInBody ? found.place : found.place.toLowerCase()
  return vendorProofs[place] ?? (found.form === 'jwt' ? byJwt : undefined)
}

/** The secrets that a proof tries: public keys cost most. */
const mostSecrets = 50

/** The cause if a known secret made the signature; undefined if none did. */
export function provedBy(found: VendorSignature, input: VerifyInput): Cause | undefined {
  const { headers, body, url = '', method = 'POST', secrets, otherSecrets } = input
  const proof = proofOf(found, input)
  if (proof === undefined) return undefined
  const request: SignedRequest = {
    value: found.value,
    method,
    url,
    body,
    fields: found.fields,
    header: (name) => headerOf(headers, name) ?? '',
  }
  const known = [...secrets, ...otherSecrets]
    .slice(0, mostSecrets)
    .find(({ secret }: KnownSecret) => proof(secret, request))
  if (known === undefined) return undefined
  return foreignCause(found, known)
}

/** The cause that the request is signed as its vendor signs. */
export function foreignCause(found: VendorSignature, known?: KnownSecret): Cause {
  const { reason, hint } = vendorWords(found, known && ownerWords(known.of))
  return provedCause({ cause: 'other_scheme', detail: reason, fix: hint, received: found.place })
}
