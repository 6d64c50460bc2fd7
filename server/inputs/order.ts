/**
 * The earliest time of the input after one. In the order in which they were written down time does not go back, but by an
 * order to the clock or by a reset, which brings a clock that runs back to the wall's time.
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
