/** Reads and writes the table of armed errors. */
import type { Database } from '../../database/open.ts'
import type { PlatformCode } from '../../errors/dictionary.ts'
import type { ArmedError, ArmedOutcome } from '../../wire.ts'
import { toIso } from '../../words/time.ts'
import type { ArmedEffect, ArmedRecord } from './armed.ts'

interface Stored extends Omit<ArmedRecord, 'effect'> {
  code: PlatformCode | null
  status: number | null
  body: string | null
  outcome: ArmedOutcome | null
}

const columns =
  'seq, id, code, status, body, outcome, method, path, identity, times, after, probability, delay_ms AS delayMs, source, matched, fired, created_at AS createdAt'

function effectOf({
  code,
  status,
  body,
  outcome,
}: Pick<Stored, 'code' | 'status' | 'body' | 'outcome'>): ArmedEffect {
  if (code !== null) return { kind: 'code', code }
  if (status !== null) return { kind: 'raw', status, body: body ?? undefined }
  return { kind: outcome ?? 'hang' }
}

const fromStored = ({ code, status, body, outcome, ...row }: Stored): ArmedRecord => ({
  ...row,
  effect: effectOf({ code, status, body, outcome }),
})

/** The columns of an effect, which the database and the API share. */
const columnsOf = (effect: ArmedEffect) => ({
  code: effect.kind === 'code' ? effect.code : null,
  status: effect.kind === 'raw' ? effect.status : null,
  body: effect.kind === 'raw' ? effect.body : undefined,
  outcome: effect.kind === 'reset' || effect.kind === 'hang' ? effect.kind : null,
})

/** The JSON of an armed error under `/sandbox`. */
export function armedWire({ id, seq, effect, delayMs, createdAt, ...record }: ArmedRecord): ArmedError {
  const { body, ...told } = columnsOf(effect)
  return {
    id,
    seq,
    ...told,
    body: body === undefined ? null : JSON.parse(body),
    ...record,
    delay_ms: delayMs,
    created_at: toIso(createdAt),
  }
}

/** How many used-up armed errors stay listed. */
const spentKept = 1000

export function createArmedStore(database: Database) {
  const insert = database.prepare(
    `INSERT INTO armed_errors (seq, id, code, status, body, outcome, method, path, identity, times, after, probability, delay_ms, source, matched, fired, created_at)
     VALUES (@seq, @id, @code, @status, @body, @outcome, @method, @path, @identity, @times, @after, @probability, @delayMs, @source, @matched, @fired, @createdAt)`,
  )
  const count = database.prepare(
    'UPDATE armed_errors SET matched = @matched, fired = @fired WHERE seq = @seq',
  )
  const live = database.prepare<[], Stored>(
    `SELECT ${columns} FROM armed_errors WHERE times IS NULL OR fired < times ORDER BY source <> 'config', seq`,
  )
  const one = database.prepare<[string], Stored>(`SELECT ${columns} FROM armed_errors WHERE id = ?`)
  const page = database.prepare<[number, number], Stored>(
    `SELECT ${columns} FROM armed_errors WHERE seq < ? ORDER BY seq DESC LIMIT ?`,
  )
  const prune = database.prepare(
    `DELETE FROM armed_errors WHERE seq IN
     (SELECT seq FROM armed_errors WHERE fired >= times ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
  )
  const ofConfig = database.prepare<[], Stored>(
    `SELECT ${columns} FROM armed_errors WHERE source = 'config' ORDER BY seq`,
  )
  const remove = database.prepare('DELETE FROM armed_errors WHERE seq = ?')
  return {
    insert(record: ArmedRecord) {
      const { effect, ...rest } = record
      const { body, ...columns } = columnsOf(effect)
      insert.run({ ...rest, ...columns, body: body ?? null })
    },
    /** Deletes the oldest used-up ones. */
    prune: () => void prune.run(spentKept),
    /** Records how often it matched and fired. */
    count: ({ seq, matched, fired }: ArmedRecord) => void count.run({ seq, matched, fired }),
    /**
     * The armed errors that may still fire: those of the config first, since a restart arms them again, then oldest first.
     */
    live: (): ArmedRecord[] => live.all().map(fromStored),
    find(id: string): ArmedRecord | undefined {
      const row = one.get(id)
      return row && fromStored(row)
    },
    /** Newest first. */
    page: (before: number, limit: number): ArmedRecord[] => page.all(before, limit).map(fromStored),
    /** The armed errors of the config. */
    ofConfig: (): ArmedRecord[] => ofConfig.all().map(fromStored),
    remove: ({ seq }: ArmedRecord) => void remove.run(seq),
  }
}
export type ArmedStore = ReturnType<typeof createArmedStore>
