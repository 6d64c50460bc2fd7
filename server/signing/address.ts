import { createHash } from 'node:crypto'
import { onceFor } from '../memory/once-for.ts'
import { compiled } from './compiled.ts'
import type { Recipe, Signable } from './recipe.ts'

/** Whether a body is the fields of a form. */
export const isForm = (contentType: string) => /^application\/x-www-form-urlencoded\b/i.test(contentType)

/** The URL that a scheme's verifier believes in: the one of its options, else the one requested. */
export const believedUrl = (recipe: Recipe, { url }: Pick<Signable, 'url'>): string => recipe.url ?? url

/**
 * The URL as a delivery must request it: the given one for every scheme but those that carry the body's digest in the
 * query. One that is there already is put right.
 */
export function addressFor(recipe: Recipe, { url, body, contentType }: Signable): string {
  return compiled(recipe).signsAddress && !isForm(contentType) ? withBodyDigest(url, body) : url
}

/** The address that is signed: as requested, of the URL that the verifier believes in. */
export const signedAddress = (recipe: Recipe, signable: Signable): string =>
  digested(recipe, signable, asRequested(believedUrl(recipe, signable)))

/** Every address that the verifier takes, the one that is signed here first. */
export const addressesTaken = (recipe: Recipe, signable: Signable): string[] =>
  urlsTaken(believedUrl(recipe, signable)).map((url) => digested(recipe, signable, url))

/**
 * A URL as it is read; with its letters as they came, since a sender may request and sign such as ' or | as they are, for which
 * a URL that is read has escapes; and each without its port or with that of its scheme, since senders leave it out or put it in.
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

/** With the digest of this body, unless the request itself is believed in and has none. */
const digested = (recipe: Recipe, signable: Signable, url: string): string =>
  recipe.url === undefined && !digestParameter.test(signable.url)
    ? url
    : addressFor(recipe, { ...signable, url })

const digestParameter = /([?&]bodySHA256=)[^&#]*/

/** Computed once for each body, however many secrets sign it. */
const digestOfBody = onceFor((body: Buffer) => createHash('sha256').update(body).digest('hex'))

function withBodyDigest(url: string, body: Buffer): string {
  const digest = digestOfBody(body)
  if (digestParameter.test(url)) return url.replace(digestParameter, (_, before: string) => before + digest)
  const [address = '', fragment] = url.split(/(?=#)/)
  return `${address}${address.includes('?') ? '&' : '?'}bodySHA256=${digest}${fragment ?? ''}`
}

/** Whether the URL that was requested lacks the digest of a body, where its scheme has it there. */
export const lacksDigest = (recipe: Recipe, { url, body, contentType }: Signable): boolean =>
  compiled(recipe).signsAddress &&
  recipe.url === undefined &&
  body.length > 0 &&
  !isForm(contentType) &&
  !digestParameter.test(url)

/** Whether a URL carries the digest of another body than this, where its scheme has it there. */
export function claimsOther(recipe: Recipe, url: string, { body, contentType }: Signable): boolean {
  if (!compiled(recipe).signsAddress || isForm(contentType) || !digestParameter.test(url)) return false
  return withBodyDigest(url, body) !== url
}

/** A URL as a receiver puts it together again: with a path, without a fragment; as it stands when it is none. */
export function asRequested(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname, search } = new URL(url)
  return origin + pathname + search
}

/** What is appended for the body of a form: its fields sorted by name, names and values run together. */
export const formText = ({ body, contentType }: Pick<Signable, 'body' | 'contentType'>): string =>
  isForm(contentType) ? formOfBody(body) : ''

/** Computed once for each body, however many secrets sign it. */
const formOfBody = onceFor((body: Buffer) => runTogether(new URLSearchParams(body.toString('utf8'))))

/** Fields sorted by name and then by value, each pair once. */
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
