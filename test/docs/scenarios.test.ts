import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sample } from '../helpers/long.ts'
import { builtProgram, startProgram } from '../helpers/program.ts'

const page = readFileSync('docs/scenarios.md', 'utf8')
const run = promisify(execFile)
/** The start of a command; npx costs as much again as the program, and finds the same. */
const program = sample(`${process.execPath} ${builtProgram}`, 'npx webhook-sandbox')

test('the commands of the page about scenarios run as written', async () => {
  const sandbox = await startProgram(['--port', '0', '--data', ':memory:'])
  const commands = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').trim().split('\n'),
  )
  const said: string[] = []
  for (const command of commands) {
    const here = command
      .replaceAll('http://127.0.0.1:4400', sandbox.url)
      .replaceAll('npx webhook-sandbox', program)
    const { stdout } = await run('bash', ['-c', here], {
      env: { ...process.env, SANDBOX_URL: sandbox.url },
    })
    said.push(stdout)
  }
  const [listed, shown, ran, started, runs] = said
  expect(listed).toMatch(/^retry-ladder {2}/m)
  expect(shown).toContain('Onboarding passes')
  expect(ran).toMatch(/^succeeded +onboarding-passes/m)
  expect(JSON.parse(started ?? '')).toMatchObject({ run: { seed: 7, set: { deposit: '250.00' } } })
  expect(JSON.parse(runs ?? '').runs).toMatchObject([{ scenario: 'onboarding-passes', seed: 7 }])
})
