import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { shell } from './shell.ts'

const page = readFileSync('docs/scenarios.md', 'utf8')

test('the commands of the page about scenarios run as written', async () => {
  const sandbox = await startSandbox({ bare: false })
  const commands = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').trim().split('\n'),
  )
  const said: string[] = []
  for (const command of commands) {
    said.push(await shell(command, sandbox.url))
  }
  const [listed, shown, ran, started, runs] = said
  expect(listed).toMatch(/^retry-ladder {2}/m)
  expect(shown).toContain('Onboarding passes')
  expect(ran).toMatch(/^succeeded +onboarding-passes/m)
  expect(JSON.parse(started ?? '')).toMatchObject({ run: { seed: 7, set: { deposit: '250.00' } } })
  expect(JSON.parse(runs ?? '').runs).toMatchObject([{ scenario: 'onboarding-passes', seed: 7 }])
})
