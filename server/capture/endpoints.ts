import type { Database } from '../database/open.ts'
import type { SchemeName } from '../signing/recipes.ts'
import { toIso } from '../time.ts'
import type { Endpoint, Reply } from '../wire.ts'

/** An address of the sandbox that receives. Times in microseconds. */
export interface EndpointRecord {
  seq: number
  name: string
  scheme: SchemeName | null
  secret: string | null
  reply: Reply | null
  /** Requests received. */
  captures: number
  /** Answers given since the reply was set: the step of a reply in steps. */
  replies: number
  createdAt: number
}

interface Stored {
  seq: number
  name: string
  scheme: SchemeName | null
  secret: string | null
  reply: string | null
  captures: number
  replies: number
  created_at: number
}

const fromStored = (row: Stored): EndpointRecord => ({
  seq: row.seq,
  name: row.name,
  scheme: row.scheme,
  secret: row.secret,
  reply: row.reply === null ? null : JSON.parse(row.reply),
  captures: row.captures,
  replies: row.replies,
  createdAt: row.created_at,
})

/** An endpoint as `/sandbox` tells it. */
export const endpointWire = (record: EndpointRecord, baseUrl: string): Endpoint => ({
  name: record.name,
  url: `${baseUrl}/in/${record.name}`,
  scheme: record.scheme,
  secret: record.secret,
  reply: record.reply,
  captures: record.captures,
  created_at: toIso(record.createdAt),
})

const nameForm = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$/
export const isEndpointName = (name: string): boolean => nameForm.test(name)

/** A new endpoint that answers 200. */
export const newEndpoint = (
  name: string,
  { seq, createdAt }: { seq: number; createdAt: number },
): EndpointRecord => ({
  seq,
  name,
  scheme: null,
  secret: null,
  reply: null,
  captures: 0,
  replies: 0,
  createdAt,
})

export function createEndpointStore(database: Database) {
  const put = database.prepare(
    `INSERT INTO endpoints (seq, name, scheme, secret, reply, captures, replies, created_at)
     VALUES (@seq, @name, @scheme, @secret, @reply, @captures, @replies, @createdAt)
     ON CONFLICT (name) DO UPDATE SET scheme = excluded.scheme, secret = excluded.secret, reply = excluded.reply,
     captures = excluded.captures, replies = excluded.replies`,
  )
  const one = database.prepare<[string], Stored>('SELECT * FROM endpoints WHERE name = ?')
  const page = database.prepare<[number, number], Stored>(
    'SELECT * FROM endpoints WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const remove = database.prepare('DELETE FROM endpoints WHERE name = ?')
  return {
    /** Inserts a new one or replaces all of an old one's fields. */
    put: (record: EndpointRecord) =>
      void put.run({ ...record, reply: record.reply === null ? null : JSON.stringify(record.reply) }),
    find(name: string): EndpointRecord | undefined {
      const row = one.get(name)
      return row && fromStored(row)
    },
    /** Newest first. */
    page: (before: number, limit: number): EndpointRecord[] => page.all(before, limit).map(fromStored),
    remove: (name: string) => void remove.run(name),
  }
}
export type EndpointStore = ReturnType<typeof createEndpointStore>
