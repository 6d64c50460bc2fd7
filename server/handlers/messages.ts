import type { Encoding } from '../signing/recipe.ts'
import type { ByTemplate, SignatureHeader, SignedTime, Verification } from './verification.ts'
import { trapOf } from './verification.ts'

/** What every receiver says, in all languages alike. */
export const says = {
  missing: (header: string) => `The header ${header} is missing.`,
  malformed: ({ name, form }: SignatureHeader) => `The header ${name} must read ${form}.`,
  wrong: 'No signature fits: another secret, or the body is not what was sent.',
  wrongPassword: 'User or password is wrong.',
  noTime: ({ form }: SignedTime) =>
    `The time of the signature must be in ${form === 'iso' ? 'ISO 8601' : `Unix ${form}`}.`,
  old: ({ tolerance, pastOnly }: { tolerance: number; pastOnly: boolean }) =>
    pastOnly
      ? `It was signed more than ${tolerance} seconds ago.`
      : `It was signed more than ${tolerance} seconds from now.`,
  noSecret: 'Set WEBHOOK_SECRET to the secret that the webhooks are signed with.',
  noUrl: 'Set WEBHOOK_URL to the address that the webhooks are sent to, as the sender knows it.',
  digest: 'The body does not fit its digest.',
  noForm: 'The body is no form.',
  cut: 'The body was cut.',
  noLength: 'The body came in chunks, without a Content-Length.',
  uncovered: 'The signature must cover @method, @target-uri and content-digest.',
  expired: 'The signature has expired.',
  noJwt: 'The header must hold a JWT that is signed by ES256.',
}

/** Comments that stand in every receiver. */
export const remarks = {
  head: ({ scheme, description }: Verification) =>
    `Receives webhooks of the scheme ${scheme}. ${description}`,
  trap: trapOf,
  raw: 'The bytes as they came: JSON that is parsed and written again has another signature.',
  several: ({ header }: ByTemplate) =>
    header.separator === null
      ? undefined
      : 'While a secret is being changed there are two signatures; one that fits is enough.',
  utf8: (who: string) => `${who} reads headers as Latin-1; what is signed is their bytes, which are UTF-8.`,
  decodesMore: (who: string, encoding: Encoding) =>
    `${who} decodes ${encoding === 'hex' ? 'upper case' : `what is no ${encoding}`}, too.`,
  constantTime: 'Takes as long wherever the two differ.',
  strongest: ({ scheme }: Verification) =>
    scheme === 'platform'
      ? 'v1 is signed over the body as Python writes JSON; v2 is signed over the bytes, and is enough.'
      : undefined,
  repeats: (id: string) => `A webhook may come more than once: keep ${id} and skip one that is done.`,
  noLimit: 'The scheme sets no limit to the age of a webhook; that it comes again is told by its id.',
  url: 'The address that the sender signed; behind a proxy the request itself shows another.',
  formUrl: 'The query holds the digest of a JSON body; the fields of a form are signed behind the address.',
}
