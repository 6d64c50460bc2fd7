/** Filters that choose rows of a table for `npm test`; `npm run test:long` takes all rows. */

/** Keeps one row in `step`, from the row `first` on. */
export const oneIn =
  (step: number, first = 0) =>
  (_row: unknown, at: number): boolean =>
    at % step === first % step

/** Keeps the first row of each kind. */
export function firstOfEach<Row>(kindOf: (row: Row) => unknown): (row: Row) => boolean {
  const seen = new Set<unknown>()
  return (row) => seen.size !== seen.add(kindOf(row)).size
}
