/** Reads and writes the table of runs. */
import { storedJson } from '../../database/columns.ts'
import { anyOf, oneOf } from '../../database/filters.ts'
import { createList } from '../../database/list.ts'
import type { Database } from '../../database/open.ts'
import { runStates } from '../../wire.ts'
import type { RunRecord, StepRecord } from './record.ts'

interface Stored extends Omit<RunRecord, 'paused' | 'set' | 'standing' | 'steps'> {
  set: string
  standing: string
  steps: string
}

const columns =
  'seq, id, scenario, title, state, seed, speed, identity, subscription_id AS subscriptionId, endpoint, variables AS "set", standing, detail, steps, started_at AS startedAt, finished_at AS finishedAt'

const fromStored = ({ set, standing, steps, ...row }: Stored): RunRecord => ({
  ...row,
  paused: false,
  set: storedJson(set),
  standing: storedJson(standing),
  // Runs of previous versions have no facts or notes in their steps.
  steps: storedJson(steps).map((step: Partial<StepRecord>) => ({
    given: {},
    result: {},
    note: null,
    ...step,
  })),
})

/** How many ended runs are kept. */
const endedKept = 1000

export function createRunStore(database: Database, now: () => number) {
  const put = database.prepare(
    `INSERT INTO runs (seq, id, scenario, title, state, seed, speed, identity, subscription_id, endpoint, variables, standing, detail, steps, started_at, finished_at)
     VALUES (@seq, @id, @scenario, @title, @state, @seed, @speed, @identity, @subscriptionId, @endpoint, @set, @standing, @detail, @steps, @startedAt, @finishedAt)
     ON CONFLICT (seq) DO UPDATE SET state = excluded.state, standing = excluded.standing, detail = excluded.detail,
     steps = excluded.steps, finished_at = excluded.finished_at`,
  )
  const one = database.prepare<[string], Stored>(`SELECT ${columns} FROM runs WHERE id = ?`)
  const running = database.prepare<[], Stored>(
    `SELECT ${columns} FROM runs WHERE state = 'running' ORDER BY seq`,
  )
  const ended = database.prepare<[string], { subscriptionId: string; endpoint: string }>(
    `SELECT subscription_id AS subscriptionId, endpoint FROM runs WHERE scenario = ? AND state <> 'running' AND endpoint IS NOT NULL
     ORDER BY seq`,
  )
  const prune = database.prepare(
    `DELETE FROM runs WHERE seq IN
     (SELECT seq FROM runs WHERE state <> 'running' ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
  )
  return {
    /** Inserts a run, or stores its progress. */
    put: ({ paused: _, ...record }: RunRecord) =>
      void put.run({
        ...record,
        set: JSON.stringify(record.set),
        standing: JSON.stringify(record.standing),
        steps: JSON.stringify(record.steps),
      }),
    find(id: string): RunRecord | undefined {
      const row = one.get(id)
      return row && fromStored(row)
    },
    running: (): RunRecord[] => running.all().map(fromStored),
    /** The own subscriptions and receivers of a scenario's ended runs, oldest first. */
    ownOfEnded: (scenario: string): { subscriptionId: string; endpoint: string }[] => ended.all(scenario),
    /** Deletes the oldest ended runs. */
    prune: () => void prune.run(endedKept),
    list: createList({
      database,
      table: 'runs',
      columns,
      filters: { scenario: anyOf('scenario'), state: oneOf('state', runStates) },
      now,
      toRow: (row) => fromStored(row as Stored),
    }),
  }
}
export type RunStore = ReturnType<typeof createRunStore>
