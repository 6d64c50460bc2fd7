import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { openWriter } from './world.ts'

const reset = () => ({ kept: [] })

test('a promise is fulfilled after the commit that holds its work, and not before', async () => {
  const file = join(ownFolder(), 'one.db')
  const { writer, put } = openWriter(file)
  const other = new BetterSqlite3(file, { readonly: true })
  const seen = other.prepare('SELECT count(*) FROM settings').pluck()
  const written = writer.write(() => {
    put('a')
    return seen.get()
  })
  expect(seen.get()).toBe(0)
  expect(await written).toBe(0)
  expect(seen.get()).toBe(1)
  other.close()
})

test('what is handed in during a turn is one transaction, in the order it came', async () => {
  const { writer, database, put, names } = openWriter()
  const inOne: boolean[] = []
  const work = (name: string) =>
    writer.write(() => {
      inOne.push(database.inTransaction)
      put(name)
      return names().join('')
    })
  expect(await Promise.all([work('a'), work('b'), work('c')])).toEqual(['a', 'ab', 'abc'])
  expect(inOne).toEqual([true, true, true])
})

test('a work that fails is undone alone: its neighbours stand, its news are not told', async () => {
  const { writer, put, names, told } = openWriter()
  const after: string[] = []
  const work = (name: string, fails = false) =>
    writer.write((tx) => {
      put(name)
      tx.announce('reset', reset)
      tx.afterCommit(() => after.push(name))
      if (fails) throw new Error(`no ${name}`)
    })
  const results = await Promise.allSettled([work('a'), work('b', true), work('c')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(names()).toEqual(['a', 'c'])
  expect(told).toHaveLength(2)
  expect(after).toEqual(['a', 'c'])
})

test('what a work did in memory is taken back where it is undone, the newest first, and with it alone', async () => {
  const { writer, put } = openWriter()
  const memory: string[] = []
  const work = (name: string, fails = false) =>
    writer.write((tx) => {
      put(name)
      for (const one of [`${name}1`, `${name}2`]) {
        memory.push(one)
        tx.ifUndone(() => expect(memory.pop()).toBe(one))
      }
      if (fails) throw new Error(`no ${name}`)
    })
  await Promise.allSettled([work('a'), work('b', true), work('c')])
  expect(memory).toEqual(['a1', 'a2', 'c1', 'c2'])
})

test('a part that is undone leaves the rest of its work standing', async () => {
  const { writer, put, names, told } = openWriter()
  await writer.write((tx) => {
    put('a')
    tx.announce('reset', reset)
    expect(() =>
      tx.undoable(() => {
        put('b')
        tx.announce('reset', reset)
        tx.undoable(() => put('c'))
        throw new Error('no')
      }),
    ).toThrow('no')
    put('d')
  })
  expect(names()).toEqual(['a', 'd'])
  expect(told).toHaveLength(1)
})

test('an undone part leaves nothing behind even if its caller ignores the error', async () => {
  const { writer, put, names, told } = openWriter()
  const careless = writer.write((tx) => {
    try {
      tx.undoable(() => {
        put('b')
        tx.announce('reset', reset)
        throw new Error('no')
      })
    } catch {
      put('c')
    }
    return names().join('')
  })
  expect(await Promise.all([careless, writer.write(() => put('a'))])).toEqual(['c', undefined])
  expect(names()).toEqual(['a', 'c'])
  expect(told).toEqual([])
})

test('news arrive in the order of their numbers, even if a number was taken late', async () => {
  const { writer, told } = openWriter()
  await writer.write((tx) => {
    const early = tx.seq()
    tx.announce('reset', reset)
    tx.announce('reset', reset, early)
  })
  expect(told.map(({ seq }) => seq)).toEqual([1, 2])
})

test('a number that an undone work took is not given out again', async () => {
  const { writer, told } = openWriter()
  const failing = writer.write((tx) => {
    tx.announce('reset', reset)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await writer.write((tx) => tx.announce('reset', reset))
  expect(told.map(({ seq }) => seq)).toEqual([2])
})

test('a commit that fails rejects every work of it, tells nothing, and the next one goes through', async () => {
  const { writer, database, put, names, told, stored, counters } = openWriter()
  database.pragma('foreign_keys = ON')
  database.exec(
    'CREATE TABLE parents (id INTEGER PRIMARY KEY); CREATE TABLE children (parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)',
  )
  const after: string[] = []
  const results = await Promise.allSettled([
    writer.write((tx) => {
      put('a')
      tx.announce('reset', reset)
      tx.afterCommit(() => after.push('a'))
    }),
    writer.write(() => database.exec('INSERT INTO children VALUES (7)')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([names(), told, after, database.inTransaction]).toEqual([[], [], [], false])
  await writer.write((tx) => {
    put('b')
    tx.announce('reset', reset)
  })
  expect(names()).toEqual(['b'])
  expect(told).toHaveLength(1)
  expect(stored('seq')).toBe(counters.current('seq'))
})

test('counters that failed work reset keep their values', async () => {
  const { writer, counters, stored } = openWriter()
  await writer.write(() => [counters.next('evt'), counters.next('evt'), counters.next('seq')])
  const failing = writer.write(() => {
    counters.restart((name) => name !== 'seq')
    counters.next('evt')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await writer.write(() => counters.next('evt'))).toBe(3)
  expect(stored('evt')).toBe(3)
})

test('counters that a failed commit reset keep their values', async () => {
  const { writer, database, counters, stored } = openWriter()
  database.exec(
    'CREATE TABLE parents (id INTEGER PRIMARY KEY); CREATE TABLE children (parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)',
  )
  await writer.write(() => [counters.next('evt'), counters.next('evt')])
  const failing = writer.write(() => {
    counters.restart(() => true)
    database.exec('INSERT INTO children VALUES (7)')
  })
  await expect(failing).rejects.toThrow('FOREIGN KEY')
  expect(await writer.write(() => counters.next('evt'))).toBe(3)
  expect(stored('evt')).toBe(3)
})

test('what a counter gave out before two failed commits is written with the third', async () => {
  const { writer, database, counters, stored } = openWriter()
  database.exec(
    'CREATE TABLE parents (id INTEGER PRIMARY KEY); CREATE TABLE children (parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)',
  )
  const orphan = () => database.exec('INSERT INTO children VALUES (7)')
  await expect(writer.write(() => [counters.next('evt'), orphan()])).rejects.toThrow('FOREIGN KEY')
  await expect(writer.write(orphan)).rejects.toThrow('FOREIGN KEY')
  await writer.write(() => {})
  expect(stored('evt')).toBe(1)
})

test('reset counters begin again, except those that are kept', async () => {
  const { writer, counters, stored } = openWriter()
  await writer.write(() => [counters.next('evt'), counters.next('seq'), counters.next('seq')])
  await writer.write(() => counters.restart((name) => name !== 'seq'))
  expect([stored('evt'), stored('seq')]).toEqual([0, 2])
  expect(await writer.write(() => counters.next('evt'))).toBe(1)
})

test('a listener that fails keeps neither the others nor the writer from going on', async () => {
  const { writer, bus, told, put } = openWriter()
  const early = bus.subscribe(() => {
    throw new Error('not mine')
  })
  let heard = 0
  bus.subscribe(() => heard++)
  await writer.write((tx) => {
    put('a')
    tx.announce('reset', reset)
  })
  expect([told.length, heard]).toEqual([1, 1])
  early()
})

test('on a full disk a work is refused as such, nothing of it is kept, and with room again all goes on', async () => {
  const { writer, database, names, put } = openWriter(join(ownFolder(), 'full.db'))
  const big = database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)')
  database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true })) + 1}`)
  const results = await Promise.allSettled([
    writer.write(() => put('small')),
    writer.write(() => big.run('big', 'x'.repeat(100_000))),
  ])
  expect(results[1]).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_FULL' } })
  expect(names()).not.toContain('big')
  expect(names()).toEqual(results[0].status === 'fulfilled' ? ['small'] : [])
  database.pragma('max_page_count = 1000000')
  await writer.write(() => big.run('big', 'x'.repeat(100_000)))
  expect(names()).toContain('big')
})

test('deletions of a commit finish before anybody is notified, and rounds are announced one by one', async () => {
  const { writer, bus } = openWriter()
  const order: string[] = []
  bus.subscribe((news) => order.push(`news of ${news.length}`))
  const leaves = () =>
    writer.write((tx) => {
      tx.announce('reset', reset)
      tx.afterCommit(() => {
        order.push('a is kept')
        // The next round, which is committed before this one is told.
        void stays()
        setImmediate(() => order.push('a leaves'))
      })
    })
  const stays = () =>
    writer
      .write((tx) => {
        tx.announce('reset', reset)
        tx.announce('reset', reset)
        order.push('b is made')
      })
      .then(() => order.push('b is told'))
  await leaves()
  order.push('a is told')
  await writer.write(() => {})
  expect(order).toEqual([
    'a is kept',
    'b is made',
    'a leaves',
    'news of 1',
    'a is told',
    'news of 2',
    'b is told',
  ])
})

test('pending news are announced before the close', async () => {
  const { writer, told } = openWriter()
  void writer.write((tx) => {
    tx.announce('reset', reset)
    tx.afterCommit(() => {})
  })
  await writer.close()
  expect(told).toHaveLength(1)
})
