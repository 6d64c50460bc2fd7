import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { reachOf } from '../setup/reach.mjs'

/** Modules by name, each with the text that it holds, and whether one of them comes to what is sought. */
function world(modules: Record<string, string>) {
  const folder = ownFolder()
  for (const [name, text] of Object.entries(modules)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const reaches = reachOf(/'better-sqlite3'/)
  return (name: string) => reaches(join(folder, name))
}

const driver = "import Driver from 'better-sqlite3'\n"

test.each([
  ['itself', driver],
  ['what it imports', "import { open } from '../inner/one.ts'\n"],
  ['what that imports', "import { x } from '../inner/far.ts'\n"],
  ['what it hands on', "export { open } from '../inner/one.ts'\n"],
  ['what is imported over several lines', "import {\n  open,\n  close,\n} from '../inner/one.ts'\n"],
  ['what is only run', "import '../inner/one.ts'\n"],
  ['what is loaded later', "const { open } = await import('../inner/one.ts')\n"],
  ['what is read as text by a question mark', "import one from '../inner/one.ts?raw'\n"],
])('a test comes to the database by %s', (_, text) => {
  const reaches = world({
    'test/a.test.ts': text,
    'inner/one.ts': driver,
    'inner/far.ts': "import { b } from './one.ts'\nimport { x } from './far.ts'\n",
  })
  expect(reaches('test/a.test.ts')).toBe(true)
})

test('a type leads nowhere, nor does a circle, nor a module that is not there', () => {
  const reaches = world({
    'a.test.ts':
      "import type { Open } from './one.ts'\nimport { b } from './b.ts'\nimport { c } from './none.ts'\n",
    'b.ts': "import { a } from './a.test.ts'\n",
    'one.ts': driver,
  })
  expect(reaches('a.test.ts')).toBe(false)
  expect(reaches('one.ts')).toBe(true)
})
