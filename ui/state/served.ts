/** What the sandbox served the page with: answers by the path that asks for them, as of the number `seq`. */
interface Served {
  seq?: number
  answers?: Record<string, unknown>
}

let served: Served = {}

/** Takes over what the page came with: its text, which is empty where it does not come from the sandbox itself. */
export function readServed(text: string): void {
  served = text === '' ? {} : (JSON.parse(text) as Served)
}

/** The number of the newest record when the page was served; null where that is not known. */
export const servedAt = (): number | null => served.seq ?? null

export const hasAnswers = (): boolean => Object.keys(served.answers ?? {}).length > 0

/** The answer that came with the page, the first time it is asked for. */
export function takeServed(path: string): unknown {
  const answer = served.answers?.[path]
  delete served.answers?.[path]
  return answer
}
