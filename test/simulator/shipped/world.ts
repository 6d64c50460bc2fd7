import { readdirSync } from 'node:fs'
import type { CaptureRow, DeliveryRow, Event, EventRow, Run } from '../../../server/wire.ts'
import type { TestSandbox } from '../../helpers/sandbox.ts'
import { watch } from '../../live/world.ts'

const shippedFolder = 'fixtures/scenarios'

/** The names of the scenarios that ship. */
export const shippedNames = readdirSync(shippedFolder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.replace(/\.yaml$/, ''))

/** The clock of these tests: a Monday morning, at which it stands until a scenario moves it. */
export const mondayMorning = { mode: 'manual', set: '2026-01-05T09:00:00Z' }

/** Runs a scenario and answers the run once it has ended. */
export async function runToItsEnd(
  sandbox: TestSandbox,
  name: string,
  order: Record<string, unknown> = {},
): Promise<Run> {
  const live = await watch(sandbox.url)
  const { status, body } = await sandbox.request<{ run: Run }>(
    'POST',
    `/sandbox/scenarios/${name}/run`,
    order,
  )
  if (status !== 201) throw new Error(`${name} was not run: ${JSON.stringify(body)}`)
  const { id } = body.run
  await live.until(() =>
    live.frames.some(({ kind, data }) => kind === 'run' && data.id === id && data.state !== 'running'),
  )
  live.socket.terminate()
  return (await sandbox.get<{ run: Run }>(`/sandbox/runs/${id}`)).run
}

/** What went wrong in a run, in words; empty where nothing did. */
export const troubleOf = ({ state, detail, steps }: Run): string[] =>
  state === 'succeeded'
    ? []
    : [
        `${state}: ${detail}`,
        ...steps
          .filter((step) => step.state === 'failed')
          .map((step) => `step ${step.index} (${step.name}): ${step.detail}`),
      ]

/** What a run has left behind, oldest first. */
interface Left {
  events: Event[]
  deliveries: DeliveryRow[]
  captures: CaptureRow[]
}

export async function leftBy(sandbox: TestSandbox, run: Run): Promise<Left> {
  const { events } = await sandbox.get<{ events: EventRow[] }>(`/sandbox/events?run_id=${run.id}&limit=500`)
  return {
    events: await Promise.all(events.toReversed().map(({ id }) => sandbox.event(id))),
    deliveries: (await sandbox.deliveries(`?subscription_id=${run.subscription_id}&limit=500`)).toReversed(),
    captures: run.endpoint
      ? (await sandbox.captures(`?endpoint=${run.endpoint}&limit=500`)).toReversed()
      : [],
  }
}
