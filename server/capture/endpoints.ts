/** Reads and writes the table of endpoints. */
import { selected, storedJson, upsert } from '../database/columns.ts'
import type { Database } from '../database/open.ts'
import type { Transaction } from '../database/writer.ts'
import { recipeWith, type SchemeOptions } from '../signing/options.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { KnownSecret } from '../verification/input.ts'
import type { Endpoint, RateLimit, Reply } from '../wire.ts'
import { toIso } from '../words/time.ts'

/** The fields of an endpoint that say how its requests are signed. */
export type EndpointSigning = Pick<
  EndpointRecord,
  'name' | 'scheme' | 'schemeOptions' | 'secret' | 'oldSecrets'
>

/** The endpoint's own secret, read according to its options. Undefined without one. */
export function ownSecretOf(
  recipes: Recipes,
  { name, scheme, schemeOptions, secret }: Omit<EndpointSigning, 'oldSecrets'>,
): KnownSecret | undefined {
  const recipe = scheme === null ? undefined : recipeWith(recipes, scheme, schemeOptions)
  // A password in the options is a secret too.
  const own = secret ?? recipe?.password
  return own === undefined ? undefined : { of: { kind: 'endpoint', id: name }, secret: own, recipe }
}

/** An endpoint: an address of the sandbox that receives requests. Times are in microseconds. */
export interface EndpointRecord {
  seq: number
  name: string
  scheme: SchemeName | null
  /** The options of the scheme, checked by `checkScheme`. Empty without a scheme. */
  schemeOptions: SchemeOptions
  secret: string | null
  /** Earlier secrets, newest first, each with the time until which it was valid. */
  oldSecrets: readonly { secret: string; until: number }[]
  reply: Reply | null
  /** The URLs to which each request is forwarded. The response of the first is the reply. */
  forwardTo: readonly string[]
  rateLimit: RateLimit | null
  /** The number of requests received. */
  captures: number
  /** The number of replies since the reply was set, which decides the step. */
  replies: number
  /** The number of replies of each rule, by its index. */
  ruleReplies: Readonly<Record<string, number>>
  createdAt: number
}

type Json = 'schemeOptions' | 'oldSecrets' | 'forwardTo' | 'ruleReplies'
type JsonOrNull = 'reply' | 'rateLimit'
/** A row of the table, with the field names of a record. */
type Stored = Omit<EndpointRecord, Json | JsonOrNull> &
  Record<Json, string> &
  Record<JsonOrNull, string | null>

const fields =
  'seq, name, scheme, schemeOptions, secret, oldSecrets, reply, forwardTo, rateLimit, captures, replies, ruleReplies, createdAt'

const fromStored = (row: Stored): EndpointRecord => ({
  ...row,
  schemeOptions: storedJson(row.schemeOptions),
  oldSecrets: storedJson(row.oldSecrets),
  reply: row.reply === null ? null : storedJson(row.reply),
  forwardTo: storedJson(row.forwardTo),
  rateLimit: row.rateLimit === null ? null : storedJson(row.rateLimit),
  ruleReplies: storedJson(row.ruleReplies),
})

/** The JSON of an endpoint under `/sandbox`. */
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
  createdAt,
})

/** How many endpoints are cached. */
const mostKnown = 1000

export function createEndpointStore(database: Database) {
  const put = database.prepare(upsert('endpoints', fields, 'name'))
  const select = `SELECT ${selected(fields)} FROM endpoints`
  const one = database.prepare<[string], Stored>(`${select} WHERE name = ?`)
  const page = database.prepare<[number, number], Stored>(`${select} WHERE seq < ? ORDER BY seq DESC LIMIT ?`)
  const signing = database.prepare<[number], Pick<Stored, keyof EndpointSigning>>(
    `SELECT ${selected('name, scheme, schemeOptions, secret, oldSecrets')} FROM endpoints
     WHERE secret IS NOT NULL OR scheme_options <> '{}' OR old_secrets <> '[]' ORDER BY seq DESC LIMIT ?`,
  )
  const remove = database.prepare('DELETE FROM endpoints WHERE name = ?')
  /** The cached part of the table. */
  const known = new Map<string, EndpointRecord>()
  /** Changed endpoints of this transaction, written at its end. */
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
    // Clients can invent any number of names.
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
    /** Inserts an endpoint, or replaces all fields of an existing one. */
    put(record: EndpointRecord) {
      write(record)
      moved.delete(record.name)
      remember(record)
    },
    /**
     * As {@link put}, but written once in each transaction, for changes that every request makes. Must be the last step of a
     * unit of work.
     */
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
    /** Clears the cache after a rollback or a change by another part. */
    forget(whole: boolean) {
      known.clear()
      if (whole) moved.clear()
    },
    /** The signing settings of the newest endpoints that may have their own secret. */
    signing: (most: number): EndpointSigning[] =>
      signing.all(most).map((row) => ({
        ...row,
        schemeOptions: storedJson(row.schemeOptions),
        oldSecrets: storedJson(row.oldSecrets),
      })),
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
 * Announces an endpoint's current state. Frames are kept for reconnecting clients, without the reply: it may be large, and
 * is read when needed.
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

/** Announces that an endpoint was removed. */
export const tellNoEndpoint = (tx: Transaction, name: string) =>
  tx.announce('endpoint', () => ({ name, deleted: true }))
