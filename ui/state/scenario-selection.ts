import { computed } from '@preact/signals'
import { go, place } from './navigation.ts'
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

/** Moves by scenarios, up or down, at most to the end. */
export function moveScenario(by: number): void {
  const found = foundScenarios.value
  const at = found.findIndex(({ name }) => name === chosenScenario.value?.name)
  const next = found[Math.max(0, Math.min(found.length - 1, at + by))]
  if (next !== undefined) go({ open: next.name }, 'replace')
}
