/**
 * The earliest time of the input after another input. Recorded time never goes back, except by an order to the
 * clock, or by a reset, which returns a running clock to the wall clock's time.
 */
export const earliestAfter = ({
  path,
  at,
  clockAfter,
}: {
  path: string
  at: number
  clockAfter: number | null
}): number => clockAfter ?? (isReset(path) ? Number.NEGATIVE_INFINITY : at)

/** Whether a request empties the sandbox. */
export const isReset = (path: string): boolean => /^\/sandbox\/reset(?:$|\?)/.test(path)
