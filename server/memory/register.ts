/**
 * A register of work under way, for thousands of entries a second. A Set would rebuild its table whenever deleted entries
 * fill it, and its old tables keep dead entries alive and slow garbage collection.
 */
export function createRegister<T>() {
  let slots: (T | undefined)[] = []
  let free: number[] = []
  return {
    /** Returns the slot, which `leave` needs. */
    enter(one: T): number {
      const slot = free.pop() ?? slots.length
      slots[slot] = one
      return slot
    },
    /** Does nothing if the entry has already left. */
    leave(slot: number, one: T) {
      if (slots[slot] !== one) return
      slots[slot] = undefined
      free.push(slot)
    },
    holds: (slot: number, one: T): boolean => slots[slot] === one,
    count: (): number => slots.length - free.length,
    /** In no particular order. */
    all: (): T[] => slots.filter((one) => one !== undefined),
    clear() {
      slots = []
      free = []
    },
  }
}
