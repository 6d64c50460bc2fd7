/** Puts dividers between the days of the stream. */
import { computed } from '@preact/signals'
import type { ListProps } from '../kit/virtual-list.tsx'
import { createPlaces, dayWords, happenedAt, type NewDay, newDays } from '../live/days.tsx'
import { groups } from './drawn.ts'
import { rows, shown } from './stream.ts'

/** The lines at which the day changes. A group is in one piece, below the day of its head. */
const days = computed((): NewDay[] => {
  const heads = groups.value?.grouped.value.heads
  if (heads !== undefined)
    return newDays(heads.length, (nth) => heads[nth] && happenedAt(heads[nth].entry)).map(
      ({ index, day }) => ({ index: heads[index]?.start ?? 0, day }),
    )
  const { above, from, to } = shown.value
  return newDays(to - from, (below) => {
    const line = rows.line(to - 1 - below)
    return line?.attempt === 0 ? happenedAt(line.entry) : null
  }).map(({ index, day }) => ({ index: above + index, day }))
})

/** The list with a divider above each new day. The functions of `list` take indexes of rows. */
export function divided(list: ListProps): ListProps {
  const { of, rowAt, dayAt } = createPlaces(days.value)
  const active = of(list.active)
  return {
    ...list,
    count: list.count + days.value.length,
    active,
    activeRow: list.active,
    isHeaded: dayAt(active - 1) !== undefined,
    keyAt: (at) => `${dayAt(at) ?? ''}${list.keyAt(rowAt(at))}`,
    idAt: (at) => (dayAt(at) === undefined ? list.idAt?.(rowAt(at)) : undefined),
    indexOf: (id) => of(list.indexOf?.(id) ?? -1),
    onSight: (first, last, atTop) => list.onSight?.(rowAt(first), rowAt(last), atTop),
    row(at, slot) {
      const day = dayAt(at)
      if (day === undefined) return list.row(rowAt(at), slot)
      return (
        <div key={slot} class="row-day" role="presentation">
          {dayWords(day)}
        </div>
      )
    },
  }
}
