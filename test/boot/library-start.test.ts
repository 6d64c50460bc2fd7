import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const library = pathToFileURL(resolve('dist/server/library.js')).href
const undici = 'NativeModule internal/deps/undici/undici'
const script = `
const { createSandbox } = await import(${JSON.stringify(library)})
const sandbox = await createSandbox()
const before = process.moduleLoadList.includes(${JSON.stringify(undici)})
await sandbox.clock.now()
const after = process.moduleLoadList.includes(${JSON.stringify(undici)})
await sandbox.close()
console.log(JSON.stringify({ before, after }))`

test('the start of a library sandbox does not load what only requests need', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  expect(JSON.parse(stdout)).toEqual({ before: false, after: true })
})
