/** What is told while lists are read, for each reading: an answer may be older. */
const keeping = new Set<(() => void)[]>()

/** Takes in what is told, and once more behind the answers that are on their way. */
export function takeTold(take: () => void): void {
  for (const kept of keeping) kept.push(take)
  take()
}

/** Reads lists that are told of as well. */
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

/** What was told before a reset is gone with all else. */
export function forgetTold(): void {
  for (const kept of keeping) kept.length = 0
}
