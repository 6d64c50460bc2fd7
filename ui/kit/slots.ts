/** Assigns reusable elements to the rows of a virtual list. */

/** A row keeps its element while visible. New rows reuse the elements of rows that left, in order. */
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
