/** Replays live frames after list responses that may be older. */
/** The frames that arrived during each reading. */
const keeping = new Set<(() => void)[]>()

/** Takes in a frame now, and again after each pending response. */
export function takeTold(take: () => void): void {
  for (const kept of keeping) kept.push(take)
  take()
}

/** Reads lists that live frames also change. */
export async function besideTold(read: () => Promise<unknown>): Promise<void> {
  const kept: (() => void)[] = []
  keeping.add(kept)
  try {
    await read()
  } finally {
    keeping.delete(kept)
    for (const take of kept) take()
  }
}

/** Frames from before a reset no longer apply. */
export function forgetTold(): void {
  for (const kept of keeping) kept.length = 0
}
