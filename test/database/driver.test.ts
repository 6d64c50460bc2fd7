import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { ownFolder } from '../helpers/folder.ts'

const driver = vi.hoisted(() => ({ binary: '' }))

vi.mock('better-sqlite3', async (original) => {
  const { default: Driver } = await original<{ default: typeof BetterSqlite3 }>()
  return {
    default: class extends Driver {
      constructor(file: string) {
        super(file, driver.binary === '' ? {} : { nativeBinding: driver.binary })
      }
    },
  }
})

afterEach(() => {
  driver.binary = ''
})

test('a driver that Node cannot load is reported as such and not as a damaged file', () => {
  const folder = ownFolder()
  driver.binary = join(folder, 'other.node')
  writeFileSync(driver.binary, 'made for another')
  expect(() => openDatabase(join(folder, 'sandbox.db'))).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        new RegExp(
          `^better-sqlite3 [\\d.]+ cannot be loaded by Node ${process.versions.node}: .*other\\.node: .*[^.]\\.$`,
        ),
      ),
      fix: 'In a clone, npm start installs the matching build. Elsewhere run npm rebuild better-sqlite3 with this Node.',
    }),
  )
})
