/** Compiles SQL statements at their first use. A start runs a few of about 200; to compile all takes a third of its time. */
import type { Database, Statement } from 'better-sqlite3'

/** From now on, `prepare` returns statements that SQLite compiles when they first run. */
export function compileLazily(database: Database) {
  const prepare = database.prepare.bind(database)
  database.prepare = ((sql: string) => lazily(() => prepare(sql))) as Database['prepare']
}

function lazily(compile: () => Statement): Statement {
  let compiled: Statement | undefined
  const it = () => (compiled ??= compile())
  const lazy: Pick<Statement, 'run' | 'get' | 'all' | 'iterate' | 'pluck' | 'raw'> = {
    run: (...given) => it().run(...given),
    get: (...given) => it().get(...given),
    all: (...given) => it().all(...given),
    iterate: (...given) => it().iterate(...given),
    pluck: (isOn = true) => lazily(() => compile().pluck(isOn)),
    raw: (isOn = true) => lazily(() => compile().raw(isOn)),
  }
  return lazy as Statement
}
