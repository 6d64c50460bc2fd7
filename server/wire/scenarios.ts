/** The JSON of scenarios and runs. */
import { z } from 'zod'
import { json, named, time } from './parts.ts'

export const runStates = ['running', 'succeeded', 'failed', 'stopped'] as const
const stepStates = ['pending', 'running', 'succeeded', 'failed', 'skipped', 'stopped'] as const
export const stepKinds = [
  'call',
  'event',
  'wait',
  'expect',
  'fault',
  'arm',
  'reply',
  'repeat',
  'parallel',
] as const

const stepIndex = z.string().meta({
  description:
    'The number of the step: 3, or 3.2 for the second step inside the third, or 3.1.2 in parallel steps',
  example: '3.2',
})

const scenarioStep = named(
  'ScenarioStep',
  z.object({
    index: stepIndex,
    name: z.string(),
    kind: z.enum(stepKinds),
    summary: z.string().meta({ description: 'What the step does, in one line' }),
    note: z.string().nullable().meta({
      description: 'What the presenter of a demonstration should know; the audience does not see it',
    }),
  }),
)

export const scenario = named(
  'Scenario',
  z.object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    source: z.enum(['shipped', 'user']),
    file: z.string().meta({ description: 'The name of the file' }),
    text: z.string().meta({ description: 'The text of the file' }),
    set: z
      .record(z.string(), json)
      .meta({ description: 'The variables with their defaults; a run may set other values' }),
    problems: z
      .array(z.string())
      .meta({ description: 'The mistakes in the file. A scenario with mistakes cannot run' }),
    steps: z.array(scenarioStep),
    moves_clock: z.boolean().meta({
      description:
        "Whether the scenario waits. Its runs then move the sandbox's clock ahead, unless `speed` is not above the clock's own, and set the clock back at their end",
    }),
  }),
)

const runStep = named(
  'RunStep',
  scenarioStep.extend({
    given: z.record(z.string(), json).meta({
      description:
        'The values that `summary` shows. When the step begins, its references are replaced by their values',
    }),
    state: z.enum(stepStates),
    detail: z.string().nullable().meta({ description: 'The result of the step, or why it failed' }),
    result: z
      .object({
        status: z
          .int()
          .optional()
          .meta({ description: 'For a call: the status of the response, 0 without a response' }),
        answer: z.string().optional().meta({
          description: 'For a call: the response in words',
          example: 'Balance: $978.07.',
        }),
        events: z.array(z.string()).optional().meta({
          description: 'What the events say that the step caused or matched; absent if more than 3',
        }),
        deliveries: z.int().optional().meta({ description: 'For an event: how many deliveries it created' }),
        waits_until: time.optional().meta({ description: 'For a wait under way: when the wait ends' }),
      })
      .meta({ description: 'The facts in `detail`' }),
    round: z.int().nullable().meta({ description: 'The last round of a repeated step, from 1' }),
    started_at: time.nullable(),
    finished_at: time.nullable(),
    refs: z
      .array(z.object({ kind: z.enum(['event', 'delivery', 'capture', 'call']), id: z.string() }))
      .meta({ description: 'The last 20 records that the step created or matched' }),
  }),
)

export const run = named(
  'Run',
  z.object({
    id: z.string(),
    seq: z.int(),
    scenario: z.string(),
    title: z.string(),
    state: z.enum(runStates),
    paused: z.boolean().meta({ description: 'Whether the run waits for step or resume' }),
    seed: z.int(),
    speed: z.number().nullable().meta({
      description:
        "How many seconds of the sandbox's clock pass in one while a step waits; null moves the clock at once",
    }),
    identity: z.string(),
    subscription_id: z.string(),
    endpoint: z
      .string()
      .nullable()
      .meta({ description: 'The endpoint of the run; null if the caller named a subscription' }),
    set: z.record(z.string(), z.unknown()),
    detail: z.string().nullable().meta({ description: 'Why the run failed or was stopped' }),
    steps: z.array(runStep),
    moves_clock: z.boolean().meta({ description: 'Same as `moves_clock` of the scenario' }),
    started_at: time,
    finished_at: time.nullable(),
  }),
)

export type Scenario = z.infer<typeof scenario>
export type Run = z.infer<typeof run>
export type RunStep = z.infer<typeof runStep>
export type RunState = (typeof runStates)[number]
export type StepState = (typeof stepStates)[number]
export type StepKind = (typeof stepKinds)[number]
