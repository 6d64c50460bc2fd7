/** Does one work after the other, so that many who ask for much cost the memory of one. */
export function createOneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
export type OneAtATime = ReturnType<typeof createOneAtATime>
