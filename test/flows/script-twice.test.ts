import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('a script that sends and waits matches its own request at each run, and no request of an earlier run', async () => {
  const { url } = await startSandbox()
  const script = join(ownFolder(), 'e2e.sh')
  const wait = `"${process.execPath}" "${builtProgram}" wait capture --endpoint orders --timeout 0 --url ${url}`
  // The request leaves as soon as the script starts, long before the command that waits.
  writeFileSync(
    script,
    `curl -s -X POST -d '{}' ${url}/in/orders >/dev/null\n${wait}\necho $?\n${wait}\necho $?\n`,
  )
  const matched: string[] = []
  for (let round = 0; round < 2; round++) {
    const started = startProcess('bash', [script])
    expect(await started.ended).toBe(0)
    const [id = '', ...codes] = started.stdout().match(/cap_\w+|^\d$/gm) ?? []
    expect(codes, started.stderr()).toEqual(['0', '1'])
    matched.push(id)
  }
  expect(matched[0]).not.toBe(matched[1])
})
