/** The routes that start, show and control runs. */
import { z } from 'zod'
import { listRoute } from '../../api/lists.ts'
import { type ControlRoute, route } from '../../api/route.ts'
import type { Search } from '../../database/search.ts'
import * as wire from '../../wire.ts'
import type { Runner } from './runner.ts'
import type { RunStore } from './store.ts'

const seedWords = 'must be a whole number from 0 to 4294967295'
const speedWords = 'must be a number above 0, at most 10000000'

const runBody = z.strictObject({
  // Text that is not a whole number only causes one message.
  seed: z
    .int({ error: seedWords, abort: true })
    .min(0, seedWords)
    .max(2 ** 32 - 1, seedWords)
    .optional()
    .meta({
      description: "The seed of its random data; by default the sandbox's seed plus the number of runs",
    }),
  speed: z.number({ error: speedWords }).positive(speedWords).max(10_000_000, speedWords).optional().meta({
    description:
      'Sandbox seconds that pass in one real second while a step waits; by default time passes at once',
  }),
  subscription_id: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "The subscription to use, with its identity, instead of the run's own receiver" }),
  set: z
    .record(z.string(), z.unknown(), 'must be an object of names and values')
    .optional()
    .meta({ description: "Other values for the scenario's variables", example: { amount: '12.50' } }),
  paused: z.boolean().optional().meta({ description: 'true pauses the run before its first step' }),
})

const textBody = runBody.extend({
  text: z.string().min(1).meta({
    description: 'The text of a scenario file, as YAML or JSON',
    example: 'title: Short\nset: { amount: "10.00" }\nsteps:\n  - event: card.created\n',
  }),
})

const orders = [
  {
    order: 'stop',
    method: 'POST',
    path: '/runs/{id}/stop',
    operationId: 'stopRun',
    summary: 'Stop a run',
    description: 'Its waits end at once.',
    errors: [],
  },
  {
    order: 'pause',
    method: 'POST',
    path: '/runs/{id}/pause',
    operationId: 'pauseRun',
    summary: 'Pause a run after the current step',
    errors: [],
  },
  {
    order: 'step',
    method: 'POST',
    path: '/runs/{id}/step',
    operationId: 'stepRun',
    summary: 'Let a paused run carry out one step',
    description: 'Responds when the step has ended, or after 30 s.',
    errors: ['run_not_paused'],
  },
  {
    order: 'resume',
    method: 'POST',
    path: '/runs/{id}/resume',
    operationId: 'resumeRun',
    summary: 'Resume a paused run',
    errors: ['run_not_paused'],
  },
] as const

const one = { status: 200, description: 'The run', schema: z.object({ run: wire.run }) } as const

export function runRoutes({
  runner,
  runs,
  search,
}: {
  runner: Runner
  runs: RunStore
  search: Search
}): ControlRoute[] {
  return [
    route({
      method: 'POST',
      path: '/scenarios/{name}/run',
      operationId: 'runScenario',
      summary: 'Run a scenario',
      description: 'Responds at once, and the run continues by itself.',
      body: runBody,
      success: { ...one, status: 201 },
      errors: [
        'scenario_unknown',
        'scenario_invalid',
        'scenario_circle',
        'subscription_unknown',
        'run_unknown',
      ],
      run: async ({ params, body, runId }) => ({
        run: await runner.start({ name: params.name ?? '' }, body, runId),
      }),
    }),
    route({
      method: 'POST',
      path: '/runs',
      operationId: 'runText',
      summary: 'Run a scenario from its text',
      description: 'Responds at once, and the run continues by itself.',
      body: textBody,
      success: { ...one, status: 201 },
      errors: ['scenario_invalid', 'scenario_circle', 'subscription_unknown', 'run_unknown'],
      run: async ({ body: { text, ...order }, runId }) => ({
        run: await runner.start({ text }, order, runId),
      }),
    }),
    listRoute({
      path: '/runs',
      operationId: 'listRuns',
      summary: 'Runs, newest first',
      row: wire.run,
      list: runs.list,
      search,
      told: runner.tell,
    }),
    route({
      method: 'GET',
      path: '/runs/{id}',
      operationId: 'getRun',
      summary: 'One run with its steps',
      success: one,
      errors: ['run_unknown'],
      run: ({ params }) => ({ run: runner.find(params.id ?? '') }),
    }),
    ...orders.map(({ order, errors, ...row }) =>
      route({
        ...row,
        success: one,
        errors: ['run_unknown', 'run_over', ...errors],
        run: async ({ params }) => ({ run: await runner[order](params.id ?? '') }),
      }),
    ),
  ]
}
