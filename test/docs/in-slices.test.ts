import { expect, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { turnsDuring } from '../helpers/turns.ts'

test.each(['docs', 'docs/sandbox', 'openapi/platform.json', 'openapi/sandbox.json'])(
  '%s is made with a turn for other work after each operation',
  async (path) => {
    let ms = 0
    const sandbox = await startSandbox({}, { ...realOutside(), elapsed: () => (ms += 5) })
    // The module of the pages is loaded first.
    await sandbox.get('/sandbox/docs/style.css')
    expect(await turnsDuring(sandbox.get(`/sandbox/${path}`))).toBeGreaterThan(40)
  },
)
