/** The responses that the sandbox put into the page, by path, as of the sequence number `seq`. */
interface Served {
  seq?: number
  answers?: Record<string, unknown>
}

const served: Served = {}

/**
 * Reads the embedded responses. The text is empty if another server sent the page, and cut if the sandbox stopped meanwhile.
 */
export function readServed(text: string): void {
  try {
    Object.assign(served, JSON.parse(text))
  } catch {
    // Everything is then requested.
  }
}

/** The newest sequence number when the page was sent; null if unknown. */
export const servedAt = (): number | null => served.seq ?? null

/** The embedded response to a path; only for the first request. */
export function takeServed(path: string): unknown {
  const answer = served.answers?.[path]
  delete served.answers?.[path]
  return answer
}
