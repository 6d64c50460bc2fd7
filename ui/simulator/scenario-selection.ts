import { computed } from '@preact/signals'
import { place } from '../place/navigation.ts'
import { findScenarios, groupScenarios } from './scenario-list.ts'
import { runs, scenarios } from './simulator.ts'

/** Those that the reader asked for, as they stand in the list. */
export const foundScenarios = computed(() =>
  groupScenarios(findScenarios(scenarios.value ?? [], place.value.q)).flatMap((group) => group.scenarios),
)

export const isRun = (open: string | null): open is string => open?.startsWith('run_') ?? false

/** The scenario in the address, that of the run there, or else the first that is listed. */
export const chosenScenario = computed(() => {
  const { open } = place.value
  const name = isRun(open) ? runs.value?.find(({ id }) => id === open)?.scenario : open
  if (open === null) return foundScenarios.value[0]
  return scenarios.value?.find((one) => one.name === name)
})
