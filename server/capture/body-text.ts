/** Bytes as text where they are UTF-8 without loss, else undefined. */
export function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined
}

/** A body as it is told: as text where it is some, else as base64; null for one that is not kept. */
export function bodyWire(body: Buffer | null): { body: string | null; body_base64: string | null } {
  if (body === null) return { body: null, body_base64: null }
  const text = textOf(body)
  return text === undefined
    ? { body: null, body_base64: body.toString('base64') }
    : { body: text, body_base64: null }
}

/** A body without the last character, where that was cut in two and all before it is text. */
export function wholeCharacters(body: Buffer, isTruncated: boolean): Buffer {
  if (!isTruncated || textOf(body) !== undefined) return body
  const shorter = [1, 2, 3].map((cut) => body.subarray(0, -cut))
  return shorter.find((one) => textOf(one) !== undefined) ?? body
}

/** What a request in JSON that holds a captured one may have beside its body. */
export const headBytes = 4_000_000

/** The length of so many bytes in base64. */
export const inBase64 = (bytes: number): number => Math.ceil(bytes / 3) * 4
