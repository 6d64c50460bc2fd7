/** Describes a drawing: its file name and its title line. */
import { computed } from '@preact/signals'
import { place } from '../place/navigation.ts'
import { runs } from '../simulator/simulator.ts'
import { layout } from './drawing.ts'
import { shortenedFrom } from './layout.ts'
import { spanText } from './step.ts'

const run = computed(() => runs.value?.find(({ id }) => id === place.value.run) ?? null)

/** The file name of a drawing: `onboarding-passes`, or `everything`. */
export const subject = computed(() => {
  const { run: id, endpoint, kind } = place.value
  return run.value?.scenario ?? id ?? endpoint ?? (kind === 'all' ? 'everything' : kind)
})

/** The title: run, filter, time range, and whether pauses are shortened. */
export const about = computed((): string => {
  const { q, kind, endpoint, event, state, subscription } = place.value
  const { arrows } = layout.value
  const [first, last] = [arrows[0]?.step.at, arrows.at(-1)?.step.at]
  const isShortened = arrows.some(
    ({ step }, index) => step.at - (arrows[index - 1]?.step.at ?? step.at) >= shortenedFrom,
  )
  return [
    place.value.run === null ? 'everything' : `run ${subject.value}`,
    run.value === null ? '' : `seed ${run.value.seed}`,
    kind === 'all' ? '' : kind,
    endpoint === null ? '' : `/in/${endpoint}`,
    state ?? '',
    event ?? '',
    subscription === null ? '' : `subscription ${subscription}`,
    q === '' ? '' : `filter ${q}`,
    first === undefined || last === undefined ? '' : spanText(first, last, false),
    isShortened ? 'pauses shortened' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
})
