/** Opens the database file, checks it, and migrates it. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import BetterSqlite3 from 'better-sqlite3'
import { Failure, StartError } from '../failures.ts'
import { earlierReaders } from './earlier.ts'
import { compileLazily } from './lazy.ts'
import first from './migrations/001-first.sql?raw'
import platform from './migrations/002-platform.sql?raw'
import delivery from './migrations/003-delivery.sql?raw'
import simulator from './migrations/004-simulator.sql?raw'
import receiving from './migrations/005-receiving.sql?raw'
import causes from './migrations/006-causes.sql?raw'
import vocabulary from './migrations/007-vocabulary.sql?raw'
import disabled from './migrations/008-disabled.sql?raw'
import exchanges from './migrations/009-exchanges.sql?raw'
import endpointSecrets from './migrations/010-endpoint-secrets.sql?raw'
import deliveryOptions from './migrations/011-delivery-options.sql?raw'
import letters from './migrations/012-letters.sql?raw'
import answers from './migrations/013-answers.sql?raw'
import replies from './migrations/014-replies.sql?raw'
import outcomes from './migrations/015-outcomes.sql?raw'
import captures from './migrations/016-captures.sql?raw'
import checks from './migrations/017-checks.sql?raw'
import traces from './migrations/018-traces.sql?raw'
import handshakes from './migrations/019-handshakes.sql?raw'
import summaries from './migrations/020-summaries.sql?raw'
import eventOrder from './migrations/021-event-order.sql?raw'
import newest from './newest.sql?raw'
import { keepToUser, preparePlace } from './place.ts'

const columns = `
  SELECT t.name || '.' || c.name
  FROM sqlite_schema t, pragma_table_info(t.name) c
  WHERE t.type = 'table'`

/** The first column, as `table.column`, that is missing compared with another database, or undefined. */
function columnMissing(of: BetterSqlite3.Database, like: BetterSqlite3.Database): string | undefined {
  const there = new Set(of.prepare(columns).pluck().all())
  const missing = like
    .prepare(columns)
    .pluck()
    .all()
    .find((column) => !there.has(column))
  return missing === undefined ? undefined : String(missing)
}

export type Database = BetterSqlite3.Database

/** How long to wait for another program that has locked the file. */
export const busyMs = 2000

const migrations = [
  first,
  platform,
  delivery,
  simulator,
  receiving,
  causes,
  vocabulary,
  disabled,
  exchanges,
  endpointSecrets,
  deliveryOptions,
  letters,
  answers,
  replies,
  outcomes,
  captures,
  checks,
  traces,
  handshakes,
  summaries,
  eventOrder,
]

let isFit = false
/** better-sqlite3 13 needs N-API 10. On an older Node, it silently ends the process when it opens a database. */
function refuseUnfitDriver() {
  if (isFit) return
  const { napi, node } = process.versions
  const { version }: { version: string } = createRequire(import.meta.url)('better-sqlite3/package.json')
  if (Number(napi) < 10 && Number(version.split('.')[0]) >= 13)
    throw new StartError(
      `better-sqlite3 ${version} does not run on Node ${node}.`,
      'Install version 12 (npm install better-sqlite3@12), or use Node 22.14 or newer.',
    )
  try {
    new BetterSqlite3(':memory:').close()
  } catch (error) {
    // For example if Node was changed after the installation.
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
    throw new StartError(
      `better-sqlite3 ${version} cannot be loaded by Node ${node}: ${reason.replace(/(\.?) (Please try|Tried:).*$/, '')}.`,
      'In a clone, npm start installs the matching build. Elsewhere run npm rebuild better-sqlite3 with this Node.',
    )
  }
  isFit = true
}

/**
 * Opens a database file (or `:memory:`) and migrates it to the newest version. Throws a {@link StartError} that names the
 * file on failure, and then leaves the file unchanged.
 * @param beforeChange called once the file is known to be usable, before anything in it changes
 * @param onRemark called if other users can still read the file
 */
export function openDatabase(
  file: string,
  beforeChange: () => unknown = () => {},
  onRemark: (remark: StartError) => void = () => {},
): Database {
  refuseUnfitDriver()
  const isNew = file === ':memory:' || !existsSync(file)
  let database: Database | undefined
  try {
    if (file !== ':memory:') preparePlace(file)
    database = new BetterSqlite3(file)
    requireOurs(database, file)
    beforeChange()
    // Must be set before the first table, or with a VACUUM. Lets free pages be returned in small steps.
    if (isNew) database.pragma('auto_vacuum = INCREMENTAL')
    migrate(database, file)
    if (database.pragma('auto_vacuum', { simple: true }) !== 2) letShrink(database)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    // In pages: a checkpoint waits for the disk, so it happens every 16 MB instead of every 4.
    database.pragma('wal_autocheckpoint = 4000')
    // In bytes: shrinks the log after a large transaction.
    database.pragma('journal_size_limit = 67108864')
    // In KiB: recently written data is delivered next, and need not be read again.
    database.pragma('cache_size = -32768')
    // For the small index of records under search.
    database.pragma('temp_store = MEMORY')
    database.pragma('foreign_keys = ON')
    database.pragma(`busy_timeout = ${busyMs}`)
    // Of an older file the start compiles all, and so finds a table that is missing.
    if (isNew) compileLazily(database)
    if (file !== ':memory:') keepToUser(file, onRemark)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof StartError) throw error
    const damage = damageOf(error, file)
    if (damage) throw damage
    const reason = error instanceof Error ? error.message : String(error)
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const isDisk = /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|EACCES|EPERM|EROFS|ENOSPC|EDQUOT)/.test(code)
    throw new StartError(
      `Cannot ${isNew ? 'create' : 'open'} the database ${file}: ${reason}.`,
      isDisk ? makeWritable : 'Choose another file with --data FILE, or --data :memory: for no file.',
    )
  }
}

/** Lets an old file return its free pages. Without room for the copy that this needs, the file stays as it is. */
function letShrink(database: Database) {
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError) || error.code !== 'SQLITE_FULL') throw error
  }
}

export const makeWritable =
  'Make the file and its folder writable and free some disk space, or choose another file with --data FILE.'

/** The damage that prevents opening a file. Undefined for other errors. */
function damageOf(error: unknown, file: string): StartError | undefined {
  if (!(error instanceof BetterSqlite3.SqliteError) || !error.code.startsWith('SQLITE_CORRUPT'))
    return undefined
  return new StartError(
    `The database ${file} is damaged: ${error.message}.`,
    `Move the file away, or choose another with --data FILE. sqlite3 ${file} .recover prints what is still readable.`,
  )
}

/** Converts an SQLite error to one that ends the start. Other errors are unchanged. */
export function storageStartError(error: unknown, file: string): unknown {
  if (error instanceof Failure && error.code === 'storage') return new StartError(error.message, error.fix)
  if (!(error instanceof BetterSqlite3.SqliteError)) return error
  // No such table, or no such column.
  if (error.code === 'SQLITE_ERROR') return unlikeItsVersion(file, error.message)
  return (
    damageOf(error, file) ??
    new StartError(`Cannot write the database ${file}: ${error.message}.`, makeWritable)
  )
}

const versionOf = (database: Database) => Number(database.pragma('user_version', { simple: true }))

/** Refuses a file of a newer version or of another program. */
function requireOurs(database: Database, file: string) {
  const version = versionOf(database)
  if (version > migrations.length) {
    throw new StartError(
      `The database ${file} was made by a newer webhook-sandbox (its version is ${version}; this program knows ${migrations.length}).`,
      'Update webhook-sandbox, or choose another file with --data FILE.',
    )
  }
  if (version === 0 && database.prepare('SELECT count(*) AS n FROM sqlite_schema').pluck().get() !== 0) {
    throw new StartError(
      `${file} is the database of another program.`,
      'Choose another file with --data FILE.',
    )
  }
}

function migrate(database: Database, file: string) {
  const from = versionOf(database)
  if (from === migrations.length) return
  // A dropped full-text index leaves a table behind that can only be dropped in unsafe mode.
  database.unsafeMode(true)
  database
    .transaction(() => {
      try {
        bringUp(database, from)
      } catch (error) {
        throw storageStartError(error, file)
      }
      if (from > 0) requireAll(database, file)
    })
    .immediate()
  database.unsafeMode(false)
}

function bringUp(database: Database, from: number) {
  if (from === 0) database.exec(newest)
  else run(database, migrations.slice(from))
  database.pragma(`user_version = ${migrations.length}`)
}

function run(database: Database, scripts: readonly string[]) {
  for (const [name, read] of Object.entries(earlierReaders)) database.function(name, read)
  for (const sql of scripts) database.exec(sql)
}

/** The schema that all migrations together make. A test keeps newest.sql equal to this; running the file takes an eighth of the time. */
export function migratedSchema(): string {
  const model = new BetterSqlite3(':memory:').unsafeMode(true)
  run(model, migrations)
  const made = model.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid')
  const statements = made.pluck().all()
  model.close()
  return statements.map((sql) => `${sql};\n`).join('')
}

/** Refuses an old file that lacks tables or columns of its version. */
function requireAll(database: Database, file: string) {
  const fresh = new BetterSqlite3(':memory:')
  bringUp(fresh, 0)
  const missing = columnMissing(database, fresh)
  fresh.close()
  if (missing !== undefined) throw unlikeItsVersion(file, `it has no ${missing}`)
}

const unlikeItsVersion = (file: string, reason: string) =>
  new StartError(
    `The database ${file} does not match its version: ${reason}.`,
    'A development version of webhook-sandbox or another program changed it. Choose another file with --data FILE.',
  )
