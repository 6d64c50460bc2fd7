/** What the sandbox served the page with: answers by the path that asks for them, as of the number `seq`. */
interface Served {
  seq?: number
  answers?: Record<string, unknown>
}

let served: Served = {}

/** Takes over what the page came with. Its text is empty where it does not come from the sandbox itself, and cut where that ended meanwhile. */
export function readServed(text: string): void {
  try {
    served = JSON.parse(text) as Served
  } catch {
    served = {}
  }
}

/** The number of the newest record when the page was served; null where that is not known. */
export const servedAt = (): number | null => served.seq ?? null

/** The answer that came with the page, the first time it is asked for. */
export function takeServed(path: string): unknown {
  const answer = served.answers?.[path]
  delete served.answers?.[path]
  return answer
}
