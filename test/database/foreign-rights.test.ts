import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { StartError } from '../../server/failures.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const disk = vi.hoisted(() => ({ refuses: false }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  return {
    ...real,
    /** A disk that knows no rights: it refuses to change them, or changes nothing. */
    chmodSync() {
      if (disk.refuses) throw new Error('EPERM: operation not permitted')
    },
  }
})

test.skipIf(process.platform === 'win32').each([[true], [false]])(
  'a file system that keeps the rights of others (refusing: %s) is reported, and the sandbox runs',
  async (refuses) => {
    disk.refuses = refuses
    const file = join(ownFolder(), 'sandbox.db')
    writeFileSync(file, '', { mode: 0o644 })
    const sandbox = await startSandbox({ data: file })
    expect(sandbox.troubles).toEqual(expect.arrayContaining([expect.any(StartError)]))
    expect(sandbox.troubles[0]).toMatchObject({ message: expect.stringContaining(file) })
    expect((await sandbox.request('POST', '/in/demo', 'x')).status).toBe(200)
  },
)
