/** Formats a scenario run and its steps as lines. */
import type { Run, RunState, RunStep, Scenario, StepState } from '../../wire.ts'
import { duration } from '../../words/duration.ts'
import { plural } from '../../words/plural.ts'
import { joined, type Line, type Style, span } from '../../words/spans.ts'
import { fitted, widthOf } from '../width.ts'

const styles: Record<RunState | StepState, Style | undefined> = {
  pending: 'gray',
  running: 'cyan',
  succeeded: 'green',
  failed: 'red',
  skipped: 'gray',
  stopped: 'yellow',
}
/** The width of the longest state. */
const stateWide = 9

/** A step is indented below the step that contains it: 3.2 is inside 3. */
const indentOf = (index: string) => '  '.repeat(index.split('.').length - 1)

type Step = Scenario['steps'][number]
const labelOf = ({ index, name }: Step) => `${indentOf(index)}${index}  ${name}`

/** The width of the widest number and name of these steps. */
export const labelWidth = (steps: readonly Step[]): number =>
  Math.max(0, ...steps.map((step) => widthOf(labelOf(step))))

/** The number, name and summary of a step. */
export const stepWords = (step: Step, width: number): Line => [
  span(fitted(labelOf(step), width), 'bold'),
  span(`  ${step.summary}`),
]

interface StepLook {
  /** The width of number and name. */
  width: number
  /** How long the step has been running, if that is shown. */
  forMs?: number | undefined
}

const stateOrTime = ({ state }: RunStep, forMs: number): string =>
  forMs < 1000 ? state : `${Math.floor(forMs / 1000)} s`

/** A step of a run as one line. */
export const stepLine = (step: RunStep, { width, forMs = 0 }: StepLook): Line =>
  joined(
    [
      span(`${stateOrTime(step, forMs).padEnd(stateWide)}  `, styles[step.state]),
      ...stepWords(step, width),
      step.round === null ? undefined : span(`  round ${step.round}`),
      step.detail === null ? undefined : span(`  ${step.detail}`, step.state === 'failed' ? 'red' : 'gray'),
    ],
    '',
  )

/** The state of a run, as wide as that of a step. */
export const runState = ({ state, paused }: Run) =>
  span(`${(paused ? 'paused' : state).padEnd(stateWide)}  `, styles[state])

/** The scenario, id and settings of a run. */
export const runHead = ({ scenario, id, seed, speed, set }: Run): Line =>
  joined(
    [
      span(scenario, 'bold'),
      span(id),
      span(`seed ${seed}`),
      speed === null ? undefined : span(`speed ${speed}`),
      ...Object.entries(set).map(([name, value]) =>
        span(`${name}${typeof value === 'string' ? `=${value}` : `:=${JSON.stringify(value)}`}`, 'gray'),
      ),
    ],
    '  ',
  )

/** `1 step` */
export const saySteps = ({ length }: readonly unknown[]): string => plural(length, 'step')

/** How many steps of a run succeeded. */
function sayReach({ state, steps }: Run): string {
  const all = saySteps(steps)
  if (state === 'succeeded') return all
  const through = steps.filter((step) => step.state === 'succeeded').length
  return `after ${through} of ${all}`
}

/** How a run ended and why, and how long it took in real time. */
export const runEnd = (run: Run, tookMs: number): Line => [
  ...joined([
    span(run.state, styles[run.state]),
    span(run.scenario, 'bold'),
    span(`${sayReach(run)} in ${duration(tookMs)}`),
  ]),
  ...(run.detail === null ? [] : [span(`: ${run.detail}`)]),
]
