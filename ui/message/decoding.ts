import type { Capture, DecodedBody, HeaderPair } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
import { many } from '../kit/format.ts'

/** The value of a header in lower case; empty where it is not there. */
export const headerValue = (headers: readonly HeaderPair[], name: string): string =>
  headers
    .find(([one]) => one.toLowerCase() === name)?.[1]
    .trim()
    .toLowerCase() ?? ''

/** Whether a body says more when it is decoded: compressed, a form, in parts, or text of another charset. */
export function isWorthDecoding({
  headers,
  body_size,
  body,
}: Pick<Capture, 'headers' | 'body_size' | 'body'>): boolean {
  if (body_size === 0) return false
  const coding = headerValue(headers, 'content-encoding')
  const type = headerValue(headers, 'content-type')
  const isCoded = coding !== '' && coding !== 'identity'
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/)/.test(type)
  const isOtherText = body === null && /^text\/|json|xml|charset=/.test(type)
  return isCoded || isForm || isOtherText
}

/** The answer to an attempt or an exchange, as {@link isWorthDecoding} takes it. */
export const answerToDecode = ({
  headers,
  body,
  body_base64,
}: {
  headers: HeaderPair[]
  body: string | null
  body_base64: string | null
}) => ({
  headers,
  body: body_base64 === null ? body : null,
  body_size: body_base64?.length ?? body?.length ?? 0,
})

/** `gzip undone · read as iso-8859-1 · 1.2 KiB`. */
export function decodedWords({ codings, charset, size, truncated }: DecodedBody): string {
  return [
    codings.length > 0 && `${codings.join(', then ')} undone`,
    charset !== null && `read as ${charset}`,
    truncated ? `the first ${bytes(size)}` : bytes(size),
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** Whether its text stands for other bytes than those it would be written in here: of another charset, or not all readable. */
export const isRetold = ({ charset, base64 }: Pick<DecodedBody, 'charset' | 'base64'>): boolean =>
  charset !== null && (charset !== 'utf-8' || base64 !== null)

/** What a part of a multipart body is called. */
export const partTitle = (
  { name, filename }: Pick<DecodedBody['parts'][number], 'name' | 'filename'>,
  index: number,
): string => [name ?? `part ${index + 1}`, filename].filter((word) => word !== null).join(' · ')

/** `3 fields`, `2 parts`. */
export const decodedKind = ({ kind, fields, parts }: DecodedBody): string =>
  kind === 'form'
    ? `form, ${many(fields.length, 'field')}`
    : kind === 'multipart'
      ? many(parts.length, 'part')
      : kind === 'json'
        ? 'JSON'
        : kind
