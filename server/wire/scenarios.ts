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
  description: 'Its place: 3, or 3.2 for the second step inside the third; of parallel steps 3.1.2',
  example: '3.2',
})

const scenarioStep = named(
  'ScenarioStep',
  z.object({
    index: stepIndex,
    name: z.string(),
    kind: z.enum(stepKinds),
    summary: z.string().meta({ description: 'What it does, in a line' }),
  }),
)

export const scenario = named(
  'Scenario',
  z.object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    source: z.enum(['shipped', 'user']),
    file: z.string().meta({ description: 'The name of its file' }),
    text: z.string().meta({ description: 'The file itself' }),
    set: z
      .record(z.string(), json)
      .meta({ description: 'Its variables with their defaults; a run may set others' }),
    problems: z
      .array(z.string())
      .meta({ description: 'What is wrong with the file; one that has any cannot be run' }),
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
    given: z
      .record(z.string(), json)
      .meta({ description: 'The values of the step that `summary` says, as the file has them' }),
    state: z.enum(stepStates),
    detail: z.string().nullable().meta({ description: 'What came of it, or why it failed' }),
    result: z
      .object({
        status: z.int().optional().meta({ description: 'Of a call: the status of its answer, 0 for none' }),
        deliveries: z.int().optional().meta({ description: 'Of an event: how many deliveries it has made' }),
        waits_until: time.optional().meta({ description: 'Of a wait under way' }),
      })
      .meta({ description: 'The facts in `detail`' }),
    round: z.int().nullable().meta({ description: 'The last round of a step that is repeated, from 1' }),
    started_at: time.nullable(),
    finished_at: time.nullable(),
    refs: z
      .array(z.object({ kind: z.enum(['event', 'delivery', 'capture', 'call']), id: z.string() }))
      .meta({ description: 'The records it made or met, the last 20 of them' }),
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
    paused: z.boolean().meta({ description: 'Whether it waits for step or resume' }),
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
      .meta({ description: 'Its own receiver; null where a subscription was named' }),
    set: z.record(z.string(), z.unknown()),
    detail: z.string().nullable().meta({ description: 'Why it failed or was stopped' }),
    steps: z.array(runStep),
    moves_clock: z.boolean().meta({ description: 'As `moves_clock` of the scenario' }),
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
