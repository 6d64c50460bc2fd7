/** Chooses the drawn list: plain, or grouped. */
import { computed, signal } from '@preact/signals'
import type { Drawn } from '../live/entries.ts'
import { place } from '../place/navigation.ts'
import { look } from './reading.ts'
import { rows, shown, version } from './stream.ts'

/** Every line, in order of time. */
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
      let line = rows.line(at)
      while (line && (line.entry !== entry || line.attempt)) line = rows.line(++at)
      return at < from || at >= to ? -1 : above + to - 1 - at
    },
    look,
  }
})

/** The grouping; null while the list is plain. Its code loads on first use. */
export const groups = signal<typeof import('./grouped.ts') | null>(null)
const areAsked = computed(() => place.value.view === 'stream' && place.value.grouped)
/** Loads the grouping when it is asked for, and ends it. */
export function followGrouping(): void {
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
}

export const drawn = computed((): Drawn => groups.value?.grouped.value ?? inOrder.value)

/** Folds or unfolds the attempts of a delivery, or the descendants of a record in its group; false if nothing changes. */
export function fold(id: string, isToFold: boolean): boolean {
  const isTurned = rows.fold(id, isToFold) || (groups.value?.fold(id, isToFold) ?? false)
  if (isTurned) version.value++
  return isTurned
}
