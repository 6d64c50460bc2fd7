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
  // What is no whole number is said once, not once more for its size.
  seed: z
    .int({ error: seedWords, abort: true })
    .min(0, seedWords)
    .max(2 ** 32 - 1, seedWords)
    .optional()
    .meta({
      description: "What its fakes follow from; the sandbox's with the number of runs added, without it",
    }),
  speed: z.number({ error: speedWords }).positive(speedWords).max(10_000_000, speedWords).optional().meta({
    description:
      "How many seconds of the sandbox's clock pass in one while a step waits; at once, without it",
  }),
  subscription_id: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Sends to this one, as its identity, in place of a receiver of its own' }),
  set: z
    .record(z.string(), z.unknown(), 'must be an object of names and values')
    .optional()
    .meta({ description: "The scenario's variables that are to be others", example: { amount: '12.50' } }),
  paused: z.boolean().optional().meta({ description: 'true waits for step or resume before the first step' }),
})

const orders = [
  {
    order: 'stop',
    method: 'POST',
    path: '/runs/{id}/stop',
    operationId: 'stopRun',
    summary: 'End a run; what waits ends at once',
    errors: [],
  },
  {
    order: 'pause',
    method: 'POST',
    path: '/runs/{id}/pause',
    operationId: 'pauseRun',
    summary: 'Hold a run back after the step under way',
    errors: [],
  },
  {
    order: 'step',
    method: 'POST',
    path: '/runs/{id}/step',
    operationId: 'stepRun',
    summary: 'Let a paused run do one step; answers when it has ended, or after 30 s',
    errors: ['run_not_paused'],
  },
  {
    order: 'resume',
    method: 'POST',
    path: '/runs/{id}/resume',
    operationId: 'resumeRun',
    summary: 'Let a paused run go on',
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
      summary: 'Run a scenario; answers at once, and the run goes on by itself',
      body: runBody,
      success: { ...one, status: 201 },
      errors: [
        'scenario_unknown',
        'scenario_invalid',
        'scenario_circle',
        'subscription_unknown',
        'run_unknown',
      ],
      run: async ({ params, body, runId }) => ({ run: await runner.start(params.name ?? '', body, runId) }),
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
