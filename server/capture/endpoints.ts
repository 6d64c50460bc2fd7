import { selected, upsert } from '../database/columns.ts'
import type { Database } from '../database/open.ts'
import type { Transaction } from '../database/writer.ts'
import { recipeWith, type SchemeOptions } from '../signing/options.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { KnownSecret } from '../verification/input.ts'
import type { Endpoint, RateLimit, Reply } from '../wire.ts'
import { toIso } from '../words/time.ts'

/** What of an endpoint says how what comes to it is signed. */
type EndpointSigning = Pick<EndpointRecord, 'name' | 'scheme' | 'schemeOptions' | 'secret'>

/** The secret of an endpoint's own, read as its options say; undefined where it has none. */
export function ownSecretOf(
  recipes: Recipes,
  { name, scheme, schemeOptions, secret }: EndpointSigning,
): KnownSecret | undefined {
  const recipe = scheme === null ? undefined : recipeWith(recipes, scheme, schemeOptions)
  // A password among the options is a secret too.
  const own = secret ?? recipe?.password
  return own === undefined ? undefined : { of: { kind: 'endpoint', id: name }, secret: own, recipe }
}

/** An address of the sandbox that receives. Times in microseconds. */
export interface EndpointRecord {
  seq: number
  name: string
  scheme: SchemeName | null
  /** As `checkScheme` lets them in; none where no scheme is set. */
  schemeOptions: SchemeOptions
  secret: string | null
  /** Those that it had before, newest first, each with the time until which it counted. */
  oldSecrets: readonly { secret: string; until: number }[]
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
  /** The id of the capture that told it. */
  newestEventBy: string | null
  createdAt: number
}

type Json = 'schemeOptions' | 'oldSecrets' | 'forwardTo' | 'ruleReplies'
type JsonOrNull = 'reply' | 'rateLimit'
/** A row of the table, by the names of a record. */
type Stored = Omit<EndpointRecord, Json | JsonOrNull> &
  Record<Json, string> &
  Record<JsonOrNull, string | null>

const fields =
  'seq, name, scheme, schemeOptions, secret, oldSecrets, reply, forwardTo, rateLimit, captures, replies, ruleReplies, newestEventAt, newestEventBy, createdAt'

const fromStored = (row: Stored): EndpointRecord => ({
  ...row,
  schemeOptions: JSON.parse(row.schemeOptions),
  oldSecrets: JSON.parse(row.oldSecrets),
  reply: row.reply === null ? null : JSON.parse(row.reply),
  forwardTo: JSON.parse(row.forwardTo),
  rateLimit: row.rateLimit === null ? null : JSON.parse(row.rateLimit),
  ruleReplies: JSON.parse(row.ruleReplies),
})

/** An endpoint as `/sandbox` tells it. */
export const endpointWire = (record: EndpointRecord, baseUrl: string): Endpoint => ({
  name: record.name,
  url: `${baseUrl}/in/${record.name}`,
  scheme: record.scheme,
  scheme_options: record.schemeOptions,
  secret: record.secret,
  old_secrets: record.oldSecrets.map(({ secret, until }) => ({ secret, until: toIso(until) })),
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
  schemeOptions: {},
  secret: null,
  oldSecrets: [],
  reply: null,
  forwardTo: [],
  rateLimit: null,
  captures: 0,
  replies: 0,
  ruleReplies: {},
  newestEventAt: null,
  newestEventBy: null,
  createdAt,
})

/** How many are kept in memory. */
const mostKnown = 1000

export function createEndpointStore(database: Database) {
  const put = database.prepare(upsert('endpoints', fields, 'name'))
  const select = `SELECT ${selected(fields)} FROM endpoints`
  const one = database.prepare<[string], Stored>(`${select} WHERE name = ?`)
  const page = database.prepare<[number, number], Stored>(`${select} WHERE seq < ? ORDER BY seq DESC LIMIT ?`)
  const signing = database.prepare<[], Pick<Stored, keyof EndpointSigning>>(
    `SELECT ${selected('name, scheme, schemeOptions, secret')} FROM endpoints
     WHERE secret IS NOT NULL OR scheme_options <> '{}' ORDER BY seq DESC LIMIT 500`,
  )
  const remove = database.prepare('DELETE FROM endpoints WHERE name = ?')
  /** What is in the table, as far as it was looked at. */
  const known = new Map<string, EndpointRecord>()
  /** What has moved in this transaction and is written at its end. */
  const moved = new Map<string, EndpointRecord>()

  const write = (record: EndpointRecord) =>
    void put.run({
      ...record,
      schemeOptions: JSON.stringify(record.schemeOptions),
      oldSecrets: JSON.stringify(record.oldSecrets),
      reply: record.reply && JSON.stringify(record.reply),
      forwardTo: JSON.stringify(record.forwardTo),
      rateLimit: record.rateLimit && JSON.stringify(record.rateLimit),
      ruleReplies: JSON.stringify(record.ruleReplies),
    })
  const remember = (record: EndpointRecord) => {
    // Names are made by whoever sends.
    if (known.size >= mostKnown) known.clear()
    known.set(record.name, record)
  }
  const writeMoved = {
    work() {
      for (const record of moved.values()) write(record)
      moved.clear()
    },
    failed: () => moved.clear(),
  }

  return {
    /** Inserts a new one or replaces all of an old one's fields. */
    put(record: EndpointRecord) {
      write(record)
      moved.delete(record.name)
      remember(record)
    },
    /** As {@link put}, written once a transaction, however many requests come: for what each of them moves. Must be the last that a work does. */
    move(tx: Transaction, record: EndpointRecord) {
      moved.set(record.name, record)
      tx.atEnd(writeMoved)
      remember(record)
    },
    find(name: string): EndpointRecord | undefined {
      const found = known.get(name) ?? moved.get(name)
      if (found) return found
      const row = one.get(name)
      if (!row) return undefined
      const record = fromStored(row)
      remember(record)
      return record
    },
    /** The table was changed by another way, or what was done to it is undone. */
    forget(whole: boolean) {
      known.clear()
      if (whole) moved.clear()
    },
    /** How what comes is signed at the newest endpoints that may have a secret of their own. */
    signing: (): EndpointSigning[] =>
      signing.all().map((row) => ({ ...row, schemeOptions: JSON.parse(row.schemeOptions) })),
    /** Newest first. */
    page: (before: number, limit: number): EndpointRecord[] => page.all(before, limit).map(fromStored),
    remove(name: string) {
      remove.run(name)
      known.delete(name)
      moved.delete(name)
    },
  }
}
export type EndpointStore = ReturnType<typeof createEndpointStore>

/**
 * Announces an endpoint as it is now. The news is kept for clients that come back, except the reply: it may be large, and is read
 * when they ask.
 */
export function tellEndpoint(
  tx: Transaction,
  endpoints: Pick<EndpointStore, 'find'>,
  record: EndpointRecord,
  baseUrl: string,
) {
  const told = endpointWire(record, baseUrl)
  tx.announce('endpoint', { now: () => told, later: laterOf(endpoints, { ...told, reply: null }) })
}

const laterOf = (endpoints: Pick<EndpointStore, 'find'>, then: Endpoint) => () => {
  const found = endpoints.find(then.name)
  return found && { ...then, reply: found.reply }
}

/** Tells that an endpoint is gone. */
export const tellNoEndpoint = (tx: Transaction, name: string) =>
  tx.announce('endpoint', () => ({ name, deleted: true }))
