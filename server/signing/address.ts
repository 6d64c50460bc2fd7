/** Builds the text of the URL and of a form's fields for schemes that sign them. */
import { createHash } from 'node:crypto'
import { onceFor } from '../memory/once-for.ts'
import { compiled } from './compiled.ts'
import type { Recipe, Signable } from './recipe.ts'

export const isForm = (contentType: string) => /^application\/x-www-form-urlencoded\b/i.test(contentType)

/** The URL that a verifier of this scheme uses: the `url` option if set, otherwise the requested URL. */
export const believedUrl = (recipe: Recipe, { url }: Pick<Signable, 'url'>): string => recipe.url ?? url

/**
 * The URL that a delivery requests. Twilio's scheme carries the body's digest in the query; the function adds or
 * corrects the digest.
 */
export function addressFor(recipe: Recipe, { url, body, contentType }: Signable): string {
  return compiled(recipe).signsAddress && !isForm(contentType) ? withBodyDigest(url, body) : url
}

/** The address that the signature covers. */
export const signedAddress = (recipe: Recipe, signable: Signable): string =>
  digested(recipe, signable, asRequested(believedUrl(recipe, signable)))

/** Every form of the address that the verifier accepts. The form that the sandbox signs comes first. */
export const addressesTaken = (recipe: Recipe, signable: Signable): string[] =>
  urlsTaken(believedUrl(recipe, signable)).map((url) => digested(recipe, signable, url))

/**
 * The forms in which senders sign one URL. Some senders leave characters such as ' or | unescaped, and some add or omit
 * the default port.
 */
export function urlsTaken(url: string): string[] {
  const written = [asRequested(url), url.replace(/#.*$/s, '')]
  return [...new Set([...written, ...written.flatMap(otherPorts)])]
}

function otherPorts(url: string): string[] {
  const [, before = '', port = '', rest = ''] = /^(https?:\/\/[^/?#]*?)(:\d*)?([/?#].*)?$/is.exec(url) ?? []
  if (before === '') return []
  const own = /^https/i.test(before) ? ':443' : ':80'
  return port === '' ? [before + own + rest] : [before + rest]
}

/** Adds this body's digest to a URL. A requested URL without a digest stays unchanged unless the recipe sets its own URL. */
const digested = (recipe: Recipe, signable: Signable, url: string): string =>
  recipe.url === undefined && !digestParameter.test(signable.url)
    ? url
    : addressFor(recipe, { ...signable, url })

const digestParameter = /([?&]bodySHA256=)[^&#]*/

/** Computed once per body, even if several secrets sign the body. */
const digestOfBody = onceFor((body: Buffer) => createHash('sha256').update(body).digest('hex'))

function withBodyDigest(url: string, body: Buffer): string {
  const digest = digestOfBody(body)
  if (digestParameter.test(url)) return url.replace(digestParameter, (_, before: string) => before + digest)
  const [address = '', fragment] = url.split(/(?=#)/)
  return `${address}${address.includes('?') ? '&' : '?'}bodySHA256=${digest}${fragment ?? ''}`
}

/** Whether a scheme that puts the body's digest in the URL received a URL without the digest. */
export const lacksDigest = (recipe: Recipe, { url, body, contentType }: Signable): boolean =>
  compiled(recipe).signsAddress &&
  recipe.url === undefined &&
  body.length > 0 &&
  !isForm(contentType) &&
  !digestParameter.test(url)

/** Whether the URL carries a digest that belongs to a different body. */
export function claimsOther(recipe: Recipe, url: string, { body, contentType }: Signable): boolean {
  if (!compiled(recipe).signsAddress || isForm(contentType) || !digestParameter.test(url)) return false
  return withBodyDigest(url, body) !== url
}

/** The URL as a receiver reconstructs it: with a path, without a fragment. An invalid URL stays unchanged. */
export function asRequested(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname, search } = new URL(url)
  return origin + pathname + search
}

/** The text that Twilio appends for a form: fields sorted by name, each name followed by its value. */
export const formText = ({ body, contentType }: Pick<Signable, 'body' | 'contentType'>): string =>
  isForm(contentType) ? formOfBody(body) : ''

/** Computed once per body, even if several secrets sign the body. */
const formOfBody = onceFor((body: Buffer) => runTogether(new URLSearchParams(body.toString('utf8'))))

/** Joins fields, sorted by name and then by value. A repeated pair appears only once. */
export function runTogether(pairs: Iterable<readonly [name: string, value: string]>): string {
  const fields = new Map<string, Set<string>>()
  for (const [name, value] of pairs) {
    const values = fields.get(name)
    if (values) values.add(value)
    else fields.set(name, new Set([value]))
  }
  return [...fields.keys()]
    .sort()
    .flatMap((name) => [...(fields.get(name) ?? [])].sort().map((value) => name + value))
    .join('')
}
