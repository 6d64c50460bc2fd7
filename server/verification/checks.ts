import { onceFor } from '../memory/once-for.ts'
import { lacksDigest } from '../signing/address.ts'
import { compiled, formOf, type Place } from '../signing/compiled.ts'
import type { Content } from '../signing/content.ts'
import { missingComponents } from '../signing/message.ts'
import type { Presented } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import { type Causes, type Checks, missingHeader, provedCause } from './verdicts.ts'

/** What a recipe's headers must hold. */
interface Wanted {
  name: 'id' | 'timestamp' | 'signature'
  /** Where it stands, in words; undefined for the header that a request itself names. */
  place: string | undefined
  form: RegExp
  wanted: string
}

const unixSeconds = 'Unix seconds'

/** Times in other writings, and what is told of them. */
const otherTimes: readonly [form: RegExp, said: string][] = [
  [/^\d{10}\.\d+$/, ', without a fraction: int(time.time()) in Python'],
  [/^\d{16}$/, ', ten digits: these are microseconds'],
  [/^\d{19}$/, ', ten digits: these are nanoseconds'],
  [/^\d{4}-\d\d-\d\d[T ]/, ', ten digits: this is a date'],
]
const otherTimeIn = (value: string) => otherTimes.find(([form]) => form.test(value))?.[1] ?? ''

/** The longest text of a header that is told again. */
const told = 100

/** Looks at what the headers must hold before anything can be computed; answers what they lack. */
export function headerFaults(recipe: Recipe, presented: Presented, checks: Checks): Causes {
  const faults: Causes = []
  for (const { name, place, form, wanted } of wantedBy(recipe)) {
    const at = place ?? presented.signatureHeader
    // What is known of it more closely is told instead.
    if (presented.flaws?.some((flaw) => flaw.place === at)) continue
    const value = presentedAs(name, presented)
    // A signature that could not be made out is no signature, whatever its header holds.
    const ok =
      value !== undefined && form.test(value) && (name !== 'signature' || presented.signatures.length > 0)
    // Whoever may read a verdict need not know the password.
    const shown = recipe.method === 'password' ? '…' : value?.slice(0, told)
    const missing = value === undefined
    const detail = missing ? `${at} is missing` : ok ? (shown ?? '') : `${at} is "${shown}", wanted ${wanted}`
    checks.push({ name, ok, detail })
    if (ok) continue
    faults.push(
      missing
        ? missingHeader(at, `Send ${at}; it is part of what is signed.`)
        : provedCause({
            cause: 'malformed_header',
            detail: `${at} is "${shown}".`,
            fix: `It must hold ${wanted}${wanted === unixSeconds ? otherTimeIn(value) : ''}.`,
            expected: wanted,
            received: shown ?? null,
          }),
    )
  }
  const { open = [] } = presented
  if (open.length > 0) {
    const detail = `${open.join(', ')} ${open.length > 1 ? 'are' : 'is'} not signed: the signature fits with any other as well`
    checks.push({ name: 'signature', ok: false, detail })
  }
  for (const { place, received, wanted } of presented.flaws ?? []) {
    const detail = `${place} is "${received.slice(0, told)}".`
    checks.push({ name: 'signature', ok: false, detail: `${detail.slice(0, -1)}, wanted ${wanted}` })
    faults.push(
      provedCause({
        cause: 'malformed_header',
        detail,
        fix: `It must hold ${wanted}.`,
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
            // A time that there is none of would have no age.
            form: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/,
            wanted: 'an ISO 8601 time',
          }
        : recipe.time === 'milliseconds'
          ? { form: /^[1-9]\d{12,14}$/, wanted: 'Unix milliseconds, thirteen digits' }
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

/** Where the time stands, in words; undefined where the scheme sends none. */
function placeOfTime(recipe: Recipe): string | undefined {
  const { places, signatureHeader } = compiled(recipe)
  if (recipe.method === 'jwt') return `iat in ${signatureHeader}`
  if (recipe.method === 'message') return 'created in Signature-Input'
  return placeSaid(places.ts, 'ts')
}

/** A place in words: of an item of the signature's header what stands before it there. */
function placeSaid(place: Place | undefined, slot: 'id' | 'ts'): string | undefined {
  if (!place?.isItem) return place?.name
  const { texts, slots } = place.template
  const before = texts[slots.indexOf(slot)]?.replace(/\W+$/, '')
  return `${before || (slot === 'id' ? 'the id' : 'the time')} in ${place.name}`
}

const urlComponents = /"@(?:target-uri|authority|scheme|request-target|path|query)"/

/** What is signed and is not there: headers that a signature covers, or the URL. */
export function lacking(recipe: Recipe, presented: Presented, content: Content): Causes {
  const causes = missingComponents(recipe, presented, content).map((header) =>
    missingHeader(header, `Send ${header}; the signature covers it.`),
  )
  const signsUrl =
    recipe.method === 'message'
      ? presented.signatures.some(({ input = '' }) => urlComponents.test(input))
      : compiled(recipe).signsUrl
  if (signsUrl && recipe.url === undefined && content.url === '') {
    causes.push(
      provedCause({
        cause: 'method_or_url',
        detail: `The scheme ${recipe.scheme} signs the URL, and none was given.`,
        fix: 'Give the full URL that was requested.',
      }),
    )
  } else if (lacksDigest(recipe, content)) {
    causes.push(
      provedCause({
        cause: 'method_or_url',
        detail: `The query of the URL has no bodySHA256; without it the scheme ${recipe.scheme} leaves the body unsigned.`,
        fix: 'Put bodySHA256={SHA-256 of the body in hex} into the query, request that URL, and sign it.',
      }),
    )
  }
  return causes
}

/** More than white space before a body is no JSON of a webhook. */
const looked = 100

const noBody =
  'No body came: a redirect makes a GET of a POST and leaves it out, and of a stream that something has read before nothing is left to be sent.'

/**
 * What is advised of a body that is not there, or begins as an object or a list of JSON and does not end as one: nothing is
 * proved by it, and no signature over the whole can fit. Undefined where it ends as it should.
 *
 * @param isSigned whether its scheme signs the body itself
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
  return 'The body ends in the middle of its JSON: see that Content-Length counts its bytes, not its letters, and what cuts it on its way.'
}
