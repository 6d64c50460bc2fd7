/** Lets the branches of a run take turns in a reproducible order. */
type Waiting = (
  | { kind: 'start' | 'step' }
  | { kind: 'sleep'; until: number }
  | { kind: 'listen'; isMet(): boolean; deadline: number }
) & { go(met: boolean): void; reject(reason: unknown): void }
type Wish =
  | { kind: 'start' | 'step' }
  | { kind: 'sleep'; until: number }
  | { kind: 'listen'; isMet(): boolean; deadline: number }

/**
 * Branches of a run take turns, one step each, in the order of their requests, so that a run on a manual clock is
 * reproducible. The clock only moves if no branch can continue. A branch only stops listening if the clock need not move.
 */
export function createTurns(needs: {
  signal: AbortSignal
  /** Whether waiting changes nothing: the clock is manual and all work has settled. */
  isStill(): boolean
  elapsed(): number
  now(): number
  /** Moves the clock towards a time, as far as one move allows. */
  nearer(time: number): Promise<void>
  /** Fulfilled when the next step may start. */
  mayStep(): Promise<void>
  /** Fulfilled at the next news, or after this many ms. */
  news(atMostMs: number): Promise<void>
}) {
  const { signal } = needs
  let waiting: Waiting[] = []
  signal.addEventListener('abort', () => endAll(signal.reason))

  function endAll(reason: unknown) {
    const left = waiting
    waiting = []
    for (const one of left) one.reject(reason)
  }

  function join(wish: Wish): Promise<boolean> {
    if (signal.aborted) return Promise.reject(signal.reason)
    return new Promise((go, reject) => {
      waiting.push({ ...wish, go, reject })
    })
  }

  /** Lets the next branch continue. Called by a branch that pauses. */
  function release() {
    pass().catch(endAll)
  }

  function give(one: Waiting, met = true) {
    waiting = waiting.filter((other) => other !== one)
    one.go(met)
  }

  async function pass() {
    while (!signal.aborted) {
      const ready = waiting.find((one) => one.kind !== 'sleep' && (one.kind !== 'listen' || one.isMet()))
      if (ready) {
        if (ready.kind === 'step') await needs.mayStep()
        if (!signal.aborted) give(ready)
        return
      }
      const [first] = waiting.filter((one) => one.kind === 'sleep').toSorted((a, b) => a.until - b.until)
      if (first) {
        if (needs.now() >= first.until) return give(first)
        await needs.nearer(first.until)
        continue
      }
      const [last] = waiting
        .filter((one) => one.kind === 'listen')
        .toSorted((a, b) => a.deadline - b.deadline)
      if (!last) return
      const left = needs.isStill() ? 0 : last.deadline - needs.elapsed()
      if (left <= 0) return give(last, false)
      await needs.news(left)
    }
  }

  function wait(wish: Wish): Promise<boolean> {
    const turn = join(wish)
    release()
    return turn
  }

  return {
    /** Fulfilled when a branch may take its next step. */
    step: async (): Promise<void> => void (await wait({ kind: 'step' })),
    /** Fulfilled when the clock has reached a time. */
    sleep: async (until: number): Promise<void> => void (await wait({ kind: 'sleep', until })),
    /** Whether the condition was met within this many ms of real time. */
    listen: (isMet: () => boolean, withinMs: number): Promise<boolean> =>
      wait({ kind: 'listen', isMet, deadline: needs.elapsed() + withinMs }),
    /** Runs branches in parallel. Fulfilled when all have ended, rejected at the first failure. */
    async fork(branches: readonly (() => Promise<void>)[]): Promise<void> {
      let left = branches.length
      const all = branches.map(async (branch) => {
        await join({ kind: 'start' })
        try {
          await branch()
        } finally {
          // The last branch passes its turn to the step that contains them.
          if (--left > 0) release()
        }
      })
      release()
      const ends = await Promise.allSettled(all)
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
