/**
 * What is under way, where thousands come and go in a second. A Set would do as well, but V8 writes its table anew whenever
 * it has filled up with what is gone, and leads from each table to the next: one that has grown old keeps alive all that
 * stood in those after it, and the collector of young objects copies what is long over.
 */
export function createRegister<T>() {
  let slots: (T | undefined)[] = []
  let free: number[] = []
  return {
    /** Answers its slot, by which it leaves. */
    enter(one: T): number {
      const slot = free.pop() ?? slots.length
      slots[slot] = one
      return slot
    },
    /** Does nothing where it is not there any more. */
    leave(slot: number, one: T) {
      if (slots[slot] !== one) return
      slots[slot] = undefined
      free.push(slot)
    },
    holds: (slot: number, one: T): boolean => slots[slot] === one,
    count: (): number => slots.length - free.length,
    /** In no order. */
    all: (): T[] => slots.filter((one) => one !== undefined),
    clear() {
      slots = []
      free = []
    },
  }
}
