/** Checks the headers of a signed request before its signature is computed. */
import { onceFor } from '../memory/once-for.ts'
import { lacksDigest } from '../signing/address.ts'
import { compiled, formOf, type Place } from '../signing/compiled.ts'
import type { Content } from '../signing/content.ts'
import { missingComponents } from '../signing/message.ts'
import type { Presented } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import { type Causes, type Checks, missingHeader, provedCause } from './verdicts.ts'

/** A header value that a recipe requires. */
interface Wanted {
  name: 'id' | 'timestamp' | 'signature'
  /** The value's place, in words; undefined for the header that the request itself names. */
  place: string | undefined
  form: RegExp
  wanted: string
}

const unixSeconds = 'Unix seconds'

/** Other time formats, and the hint for each. */
const otherTimes: readonly [form: RegExp, said: string][] = [
  [/^\d{10}\.\d+$/, ' without a fraction. In Python: int(time.time())'],
  [/^\d{16}$/, ' with ten digits. The value is in microseconds'],
  [/^\d{19}$/, ' with ten digits. The value is in nanoseconds'],
  [/^\d{4}-\d\d-\d\d[T ]/, ' with ten digits. The value is a date'],
]
const otherTimeIn = (value: string) => otherTimes.find(([form]) => form.test(value))?.[1] ?? ''

/** The maximum length of a quoted header value. */
const told = 100

/** Checks the headers before any computation and returns the faults. */
export function headerFaults(recipe: Recipe, presented: Presented, checks: Checks): Causes {
  const faults: Causes = []
  for (const { name, place, form, wanted } of wantedBy(recipe)) {
    const at = place ?? presented.signatureHeader
    // A flaw describes the fault more precisely.
    if (presented.flaws?.some((flaw) => flaw.place === at)) continue
    const value = presentedAs(name, presented)
    // An unparsable header counts as no signature.
    const ok =
      value !== undefined && form.test(value) && (name !== 'signature' || presented.signatures.length > 0)
    // Readers of a verdict must not see the password.
    const shown = recipe.method === 'password' ? '…' : value?.slice(0, told)
    const missing = value === undefined
    const detail = missing
      ? `${at} is missing`
      : ok
        ? (shown ?? '')
        : `${at} is "${shown}", expected ${wanted}`
    checks.push({ name, ok, detail })
    if (ok) continue
    faults.push(
      missing
        ? missingHeader(at, `Send ${at}, which is part of the signed content.`)
        : provedCause({
            cause: 'malformed_header',
            detail: `${at} is "${shown}".`,
            fix: `Send ${wanted}${wanted === unixSeconds ? otherTimeIn(value) : ''}.`,
            expected: wanted,
            received: shown ?? null,
          }),
    )
  }
  const { open = [] } = presented
  if (open.length > 0) {
    const detail = `the signature does not cover ${open.join(', ')}: a third party could change ${open.length > 1 ? 'them' : 'this part'}`
    checks.push({ name: 'signature', ok: false, detail })
  }
  for (const { place, received, wanted } of presented.flaws ?? []) {
    const detail = `${place} is "${received.slice(0, told)}".`
    checks.push({ name: 'signature', ok: false, detail: `${detail.slice(0, -1)}, expected ${wanted}` })
    faults.push(
      provedCause({
        cause: 'malformed_header',
        detail,
        fix: `Send ${wanted}.`,
        expected: wanted,
        received: received.slice(0, told),
      }),
    )
  }
  return faults
}

function presentedAs(name: Wanted['name'], presented: Presented): string | undefined {
  if (name === 'id') return presented.id
  if (name === 'timestamp') return presented.timestamp
  return presented.signatures[0]?.value ?? presented.raw
}

const wantedBy = onceFor((recipe: Recipe): Wanted[] => {
  const { signatureHeader = '', places } = compiled(recipe)
  const found: Wanted[] = []
  const templates = Object.values(recipe.signs).join()
  if (templates.includes('{id}') && recipe.method !== 'message') {
    found.push({ name: 'id', place: placeSaid(places.id, 'id') ?? 'The id', form: /./, wanted: 'an id' })
  }
  const timestampAt = placeOfTime(recipe)
  if (timestampAt !== undefined) {
    found.push({
      name: 'timestamp',
      place: timestampAt,
      ...(recipe.time === 'iso'
        ? {
            // Rejects impossible dates, whose age could not be computed.
            form: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/,
            wanted: 'an ISO 8601 time',
          }
        : recipe.time === 'milliseconds'
          ? { form: /^[1-9]\d{12,14}$/, wanted: 'Unix milliseconds, thirteen digits' }
          : recipe.method === 'jwt'
            ? // RFC 7519 allows a fraction of a second.
              { form: /^(?:0|[1-9]\d{0,14})(?:\.\d+)?$/, wanted: unixSeconds }
            : { form: /^(?:0|[1-9]\d{0,14})$/, wanted: unixSeconds }),
    })
  }
  found.push({
    name: 'signature',
    place: undefined,
    form: /./s,
    wanted: formOf(recipe, signatureHeader),
  })
  return found
})

/** The timestamp's place, in words; undefined if the scheme sends no timestamp. */
function placeOfTime(recipe: Recipe): string | undefined {
  const { places, signatureHeader } = compiled(recipe)
  if (recipe.method === 'jwt') return `iat in ${signatureHeader}`
  if (recipe.method === 'message') return 'created in Signature-Input'
  return placeSaid(places.ts, 'ts')
}

/** A place in words. For an item inside the signature header, the item's prefix names the place. */
function placeSaid(place: Place | undefined, slot: 'id' | 'ts'): string | undefined {
  if (!place?.isItem) return place?.name
  const { texts, slots } = place.template
  const before = texts[slots.indexOf(slot)]?.replace(/\W+$/, '')
  return `${before || (slot === 'id' ? 'the id' : 'the time')} in ${place.name}`
}

const urlComponents = /"@(?:target-uri|authority|scheme|request-target|path|query)"/

/** Signed parts that the request lacks: covered headers or the URL. */
export function lacking(recipe: Recipe, presented: Presented, content: Content): Causes {
  const causes = missingComponents(recipe, presented, content).map((header) =>
    missingHeader(header, `Send ${header}, which the signature covers.`),
  )
  const signsUrl =
    recipe.method === 'message'
      ? presented.signatures.some(({ input = '' }) => urlComponents.test(input))
      : compiled(recipe).signsUrl
  if (signsUrl && recipe.url === undefined && content.url === '') {
    causes.push(
      provedCause({
        cause: 'method_or_url',
        detail: `The scheme ${recipe.scheme} signs the URL, but no URL was given.`,
        fix: 'Pass the full requested URL.',
      }),
    )
  } else if (lacksDigest(recipe, content)) {
    causes.push(
      provedCause({
        cause: 'method_or_url',
        detail: `The URL lacks the query parameter bodySHA256. Without it the scheme ${recipe.scheme} does not sign the body.`,
        fix: "Add bodySHA256 with the body's SHA-256 in hex to the query. Sign and request that URL.",
      }),
    )
  }
  return causes
}

/** A webhook's JSON begins within this number of bytes. */
const looked = 100

const noBody =
  'The body is empty. Check for redirects, which turn a POST into a GET without a body, and for code that read the body stream before sending.'

/**
 * Advice for an empty body or for JSON that ends early. The advice is not proof, but no signature over the whole body
 * can fit. Undefined for a complete body.
 * @param isSigned whether the scheme signs the body itself
 */
export function adviceOnUnfinished(body: Buffer, isSigned: boolean): string | undefined {
  if (body.length === 0) return isSigned ? noBody : undefined
  const [, first] =
    /^\s*(?:(\{)\s*"|(\[)\s*[{["])/.exec(body.toString('latin1', 0, looked))?.filter(Boolean) ?? []
  const last = body
    .toString('latin1', Math.max(0, body.length - looked))
    .trimEnd()
    .at(-1)
  if (first === undefined || last === (first === '{' ? '}' : ']')) return undefined
  return 'The JSON of the body is incomplete. Count Content-Length in bytes, not characters, and check whether a proxy truncates the body.'
}
