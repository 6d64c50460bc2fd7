import type { StepKind } from '../../wire.ts'

/** One step of a scenario, checked; its values still hold their references. */
export interface Step {
  /** 3, or 3.2 for the second step inside the third; of parallel steps 3.1.2. */
  index: string
  name: string
  kind: StepKind
  summary: string
  line: number
  /** Its keys and values but for its name and the steps inside it. */
  given: Readonly<Record<string, unknown>>
  /** The steps inside it: one list of a repeat, one for each branch of a parallel, none of all others. */
  branches: readonly (readonly Step[])[]
}

/** A scenario whose file is right, ready to be run. */
export interface Scenario {
  name: string
  title: string
  description: string
  /** The name of its file, for messages. */
  file: string
  /** Its variables and their defaults. */
  set: Readonly<Record<string, unknown>>
  /** Settings of a run's own subscription. */
  subscription: Readonly<Record<string, unknown>>
  /** Settings of a run's own receiver. */
  endpoint: Readonly<Record<string, unknown>>
  steps: readonly Step[]
}

/** Every step, those inside others behind them. */
export const allSteps = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => [step, ...step.branches.flatMap(allSteps)])

/** Whether one of these steps, those inside others included, waits for a time of the clock. */
export const movesClock = (steps: readonly { kind: StepKind }[]): boolean =>
  steps.some(({ kind }) => kind === 'wait')
