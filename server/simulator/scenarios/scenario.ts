/** Describes a checked scenario. */
import type { StepKind } from '../../wire.ts'

/** One checked step. Its values still contain their references. */
export interface Step {
  /** 3, or 3.2 for the second step inside the third. In parallel branches 3.1.2. */
  index: string
  name: string
  kind: StepKind
  summary: string
  /** What the presenter of a demonstration should know. */
  note: string | null
  line: number
  /** Its keys and values, except its name, note and inner steps. */
  given: Readonly<Record<string, unknown>>
  /** The inner steps: one list for a repeat, one for each branch of a parallel, otherwise none. */
  branches: readonly (readonly Step[])[]
}

/** A scenario with a valid file, ready to run. */
export interface Scenario {
  name: string
  title: string
  description: string
  /** The file name, for messages. */
  file: string
  /** Its variables and their defaults. */
  set: Readonly<Record<string, unknown>>
  /** Settings of a run's own subscription. */
  subscription: Readonly<Record<string, unknown>>
  /** Settings of a run's own receiver. */
  endpoint: Readonly<Record<string, unknown>>
  steps: readonly Step[]
}

/** Every step, each followed by its inner steps. */
export const allSteps = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => [step, ...step.branches.flatMap(allSteps)])

/** Whether one of these steps, those inside others included, waits for a time of the clock. */
export const movesClock = (steps: readonly { kind: StepKind }[]): boolean =>
  steps.some(({ kind }) => kind === 'wait')
