/** Runs `act` at once and then at most every `ms`; the last request is never lost, nor are two under way. */
export function throttle(ms: number, act: () => Promise<void> | void): () => void {
  let busy = false
  let again = false
  async function run(): Promise<void> {
    busy = true
    do {
      again = false
      await act()
      await new Promise((resolve) => setTimeout(resolve, ms))
    } while (again)
    busy = false
  }
  return () => {
    again = true
    if (!busy) void run()
  }
}
