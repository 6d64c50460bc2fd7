import { computed } from '@preact/signals'
import type { Line } from './rows.ts'
import { rows, shown } from './stream.ts'

/** The list as it is drawn, newest on top. */
export interface Drawn {
  /** How many lines there are. */
  count: number
  /** The line at an index, counted from the top. */
  at(index: number): Line | undefined
  /** Where the line of a thing stands, not one of its attempts; -1 where it is not drawn. */
  indexOf(id: string): number
}

/** Every line of its own, in the order in which things happened. */
const inOrder = computed((): Drawn => {
  const { to, count } = shown.value
  return {
    count,
    at: (index) => rows.line(to - 1 - index),
    indexOf(id) {
      const entry = rows.get(id)
      if (entry === undefined) return -1
      let at = rows.indexOf(entry.seq)
      while (rows.line(at) !== undefined && (rows.line(at)?.entry !== entry || rows.line(at)?.attempt !== 0))
        at++
      const index = to - 1 - at
      return index < 0 || index >= count ? -1 : index
    },
  }
})

export const drawn = inOrder
