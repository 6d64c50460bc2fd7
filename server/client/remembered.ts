/** How many places something is remembered of; a sandbox sends to few. */
export const remembered = 500

/** Forgets the place that was learned first where there are too many: what was known of it is learned anew. */
export function boundPlaces(known: Set<string> | Map<string, unknown>) {
  if (known.size <= remembered) return
  const [first] = known.keys()
  if (first !== undefined) known.delete(first)
}
