/** The JSON object that a body is, its members being whatever the sender wrote, and how many bytes of JSON it is. */
export interface Payload {
  value: Record<string, unknown>
  bytes: number
}

/** Reads it of a body without codings; undefined where that is no JSON object. */
export function payloadIn(bytes: Buffer): Payload | undefined {
  // Parsing what cannot be an object would cost an exception.
  const first = bytes.find((byte) => byte > 0x20)
  if (first !== 0x7b) return undefined
  try {
    return { value: JSON.parse(bytes.toString('utf8')), bytes: bytes.length }
  } catch {
    return undefined
  }
}
