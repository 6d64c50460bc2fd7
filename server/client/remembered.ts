/** Bounds what the client remembers about destinations. */
export const remembered = 500

/** Removes the oldest entry above the limit. Its facts are learned again if needed. */
export function boundPlaces(known: Set<string> | Map<string, unknown>) {
  if (known.size <= remembered) return
  const [first] = known.keys()
  if (first !== undefined) known.delete(first)
}
