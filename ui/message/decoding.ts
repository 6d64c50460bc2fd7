/** Decides which bodies to decode, and describes the result. */
import type { Capture, DecodedBody, HeaderPair } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
import { many } from '../kit/format.ts'

/** The value of a header in lower case; empty if absent. */
export const headerValue = (headers: readonly HeaderPair[], name: string): string =>
  headers
    .find(([one]) => one.toLowerCase() === name)?.[1]
    .trim()
    .toLowerCase() ?? ''

/** Whether decoding adds something: the body is compressed, a form, in parts, or in another charset. */
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

/** A response as {@link isWorthDecoding} takes it. */
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

/** `decompressed (gzip) · charset iso-8859-1 · 1.2 KiB`. */
export function decodedWords({ codings, charset, size, truncated }: DecodedBody): string {
  return [
    codings.length > 0 && `decompressed (${codings.join(', then ')})`,
    charset !== null && `charset ${charset}`,
    truncated ? `the first ${bytes(size)}` : bytes(size),
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** Whether the text came from bytes of another charset, or is not fully readable. */
export const isRetold = ({ charset, base64 }: Pick<DecodedBody, 'charset' | 'base64'>): boolean =>
  charset !== null && (charset !== 'utf-8' || base64 !== null)

/** The name of a part of a multipart body. */
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
