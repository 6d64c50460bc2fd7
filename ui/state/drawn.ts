import { computed, effect, signal } from '@preact/signals'
import { place } from './navigation.ts'
import { look } from './reading.ts'
import type { Line } from './rows.ts'
import { rows, shown } from './stream.ts'

/** The list as it is drawn, newest on top. */
export interface Drawn {
  /** How many lines there are, those that have not been read included. */
  count: number
  /** The line at an index, counted from the top; undefined where it has not been read. */
  at(index: number): Line | undefined
  /** Where the line of a thing stands, not one of its attempts; -1 where it is not drawn. */
  indexOf(id: string): number
  /** Is told which lines are in sight, so that they are there. */
  look?: typeof look
}

/** Every line of its own, in the order in which things happened. */
const inOrder = computed((): Drawn => {
  const { above, below, from, to, count } = shown.value
  return {
    count: above + count + below,
    at(index) {
      const line = to - 1 - (index - above)
      return line < from || line >= to ? undefined : rows.line(line)
    },
    indexOf(id) {
      const entry = rows.get(id)
      if (entry === undefined) return -1
      let at = rows.indexOf(entry.seq)
      while (rows.line(at) !== undefined && (rows.line(at)?.entry !== entry || rows.line(at)?.attempt !== 0))
        at++
      return at < from || at >= to ? -1 : above + to - 1 - at
    },
    look,
  }
})

/** What keeps groups; null while nothing is grouped. It is loaded when that is first asked for. */
export const groups = signal<typeof import('./grouped.ts') | null>(null)
const areAsked = computed(() => place.value.view === 'stream' && place.value.grouped)
effect(() => {
  if (areAsked.value)
    void import('./grouped.ts').then(
      (loaded) => {
        if (!areAsked.peek() || groups.peek() !== null) return
        loaded.startGrouping()
        groups.value = loaded
      },
      () => {},
    )
  else {
    groups.peek()?.stopGrouping()
    groups.value = null
  }
})

export const drawn = computed((): Drawn => groups.value?.grouped.value ?? inOrder.value)
