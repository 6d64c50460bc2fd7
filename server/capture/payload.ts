/** The JSON object that a body is; undefined where it is none. Its members are whatever the sender wrote. */
export function payloadIn(body: Buffer): Record<string, unknown> | undefined {
  // Parsing what cannot be an object would cost an exception.
  const first = body.find((byte) => byte > 0x20)
  if (first !== 0x7b) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The `event` member, which is how this platform names events. */
export const eventOf = (payload: Record<string, unknown> | undefined): string | null =>
  typeof payload?.event === 'string' ? payload.event : null
