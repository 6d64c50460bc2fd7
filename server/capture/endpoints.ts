import type { Database } from '../database/open.ts'
import type { SchemeName } from '../signing/recipes.ts'
import { toIso } from '../time.ts'
import type { Endpoint, RateLimit, Reply } from '../wire.ts'

/** An address of the sandbox that receives. Times in microseconds. */
export interface EndpointRecord {
  seq: number
  name: string
  scheme: SchemeName | null
  secret: string | null
  reply: Reply | null
  /** Where each request is passed on to; the first one answers. */
  forwardTo: readonly string[]
  rateLimit: RateLimit | null
  /** Requests received. */
  captures: number
  /** Answers given since the reply was set: the step of a reply in steps. */
  replies: number
  /** The same for each of its rules, by its number. */
  ruleReplies: Readonly<Record<string, number>>
  /** The newest `occurred_at` of an event that it was told; null before the first. */
  newestEventAt: number | null
  createdAt: number
}

interface Stored {
  seq: number
  name: string
  scheme: SchemeName | null
  secret: string | null
  reply: string | null
  forward_to: string
  rate_limit: string | null
  captures: number
  replies: number
  rule_replies: string
  newest_event_at: number | null
  created_at: number
}

const fromStored = (row: Stored): EndpointRecord => ({
  seq: row.seq,
  name: row.name,
  scheme: row.scheme,
  secret: row.secret,
  reply: row.reply === null ? null : JSON.parse(row.reply),
  forwardTo: JSON.parse(row.forward_to),
  rateLimit: row.rate_limit === null ? null : JSON.parse(row.rate_limit),
  captures: row.captures,
  replies: row.replies,
  ruleReplies: JSON.parse(row.rule_replies),
  newestEventAt: row.newest_event_at,
  createdAt: row.created_at,
})

/** An endpoint as `/sandbox` tells it. */
export const endpointWire = (record: EndpointRecord, baseUrl: string): Endpoint => ({
  name: record.name,
  url: `${baseUrl}/in/${record.name}`,
  scheme: record.scheme,
  secret: record.secret,
  reply: record.reply,
  forward_to: [...record.forwardTo],
  rate_limit: record.rateLimit,
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
  forwardTo: [],
  rateLimit: null,
  captures: 0,
  replies: 0,
  ruleReplies: {},
  newestEventAt: null,
  createdAt,
})

export function createEndpointStore(database: Database) {
  const put = database.prepare(
    `INSERT INTO endpoints (seq, name, scheme, secret, reply, forward_to, rate_limit, captures, replies, rule_replies,
     newest_event_at, created_at)
     VALUES (@seq, @name, @scheme, @secret, @reply, @forwardTo, @rateLimit, @captures, @replies, @ruleReplies,
     @newestEventAt, @createdAt)
     ON CONFLICT (name) DO UPDATE SET scheme = excluded.scheme, secret = excluded.secret, reply = excluded.reply,
     forward_to = excluded.forward_to, rate_limit = excluded.rate_limit, captures = excluded.captures,
     replies = excluded.replies, rule_replies = excluded.rule_replies, newest_event_at = excluded.newest_event_at`,
  )
  const one = database.prepare<[string], Stored>('SELECT * FROM endpoints WHERE name = ?')
  const page = database.prepare<[number, number], Stored>(
    'SELECT * FROM endpoints WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const remove = database.prepare('DELETE FROM endpoints WHERE name = ?')
  return {
    /** Inserts a new one or replaces all of an old one's fields. */
    put: (record: EndpointRecord) =>
      void put.run({
        ...record,
        reply: record.reply === null ? null : JSON.stringify(record.reply),
        forwardTo: JSON.stringify(record.forwardTo),
        rateLimit: record.rateLimit === null ? null : JSON.stringify(record.rateLimit),
        ruleReplies: JSON.stringify(record.ruleReplies),
      }),
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
