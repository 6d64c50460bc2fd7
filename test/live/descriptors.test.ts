import { expect, test, vi } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'

const files = vi.hoisted(() => ({ lack: '' }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  return {
    ...real,
    /** A system that gives no file descriptor, for as long as the test says. */
    openSync(...args: Parameters<typeof real.openSync>) {
      if (files.lack) throw Object.assign(new Error(files.lack), { code: files.lack })
      return real.openSync(...args)
    },
  }
})

test.each(['EMFILE', 'ENFILE'])('the health fails while no file descriptor is free (%s)', async (code) => {
  const sandbox = await startSandbox()
  expect(await sandbox.get('/sandbox/health')).toMatchObject({ status: 'ok', problem: null })
  files.lack = code
  const lacking = await sandbox.get('/sandbox/health')
  files.lack = ''
  expect(lacking).toMatchObject({ status: 'failing', problem: { code: 'descriptors' } })
  expect(await sandbox.get('/sandbox/health')).toMatchObject({ status: 'ok', problem: null })
})
