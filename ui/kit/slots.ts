/**
 * Hands out the places that rows are drawn in: what was drawn before keeps its own, and what is new takes one whose row has
 * gone, in order, so that its elements are filled anew instead of being made.
 */
export function createSlots() {
  let held = new Map<string, number>()
  let made = 0
  return (keys: readonly string[]): number[] => {
    const staying = new Set(keys)
    const free = [...held].filter(([key]) => !staying.has(key)).map(([, slot]) => slot)
    let taken = 0
    const slots = keys.map((key) => held.get(key) ?? free[taken++] ?? made++)
    held = new Map(keys.map((key, index) => [key, slots[index] ?? 0]))
    return slots
  }
}
