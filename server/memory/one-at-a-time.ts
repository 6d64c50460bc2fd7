/** Runs one job after another, so that many large requests need the memory of one. */
export function createOneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
export type OneAtATime = ReturnType<typeof createOneAtATime>
