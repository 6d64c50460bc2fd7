import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeWords } from '../../../server/simulator/scenarios/check.ts'
import { keysOf } from '../../../server/simulator/scenarios/kinds.ts'
import { subscriptionSettings, topSchema } from '../../../server/simulator/scenarios/settings.ts'
import { type Scenario, stepKinds } from '../../../server/wire.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { leftBy, mondayMorning, runToItsEnd, troubleOf } from './world.ts'

const page = readFileSync('docs/scenarios.md', 'utf8')
const section = (heading: string) =>
  page.split(/^#{2,3} /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
/** The words in backticks, without what stands behind a colon. */
const wordsIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word.split(':')[0])
const firstColumn = (text: string) =>
  [...text.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) => wordsIn(cell))

/** What is said of each kind of step. */
const told = new Map(
  section('Steps')
    .split(/^(?=\*\*`)/m)
    .slice(1)
    .map((part) => [/^\*\*`(\w+)`/.exec(part)?.[1] ?? '', part]),
)

test('the page describes every kind of step, with all of its keys', () => {
  expect([...told.keys()].toSorted()).toEqual([...stepKinds].toSorted())
  for (const kind of stepKinds) {
    const part = told.get(kind) ?? ''
    for (const key of keysOf(kind)) expect(wordsIn(part), `${kind}: ${key}`).toContain(key)
    for (const key of firstColumn(part)) expect(keysOf(kind), `${kind}: ${key}`).toContain(key)
  }
})

test('the page describes every key at the top and every setting of the subscription', () => {
  expect(firstColumn(section('At the top')).toSorted()).toEqual(Object.keys(topSchema.shape).toSorted())
  for (const key of Object.keys(subscriptionSettings.shape))
    expect(wordsIn(section('At the top')), key).toContain(key)
})

test('the page describes every generated value', () => {
  for (const word of fakeWords) expect(wordsIn(section('What a text may refer to')), word).toContain(word)
})

test('the scenario of the page is read from a folder, and succeeds', async () => {
  const [text = ''] = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, code = '']) => code)
  const folder = ownFolder()
  writeFileSync(join(folder, 'card-in-a-phone.yaml'), text)
  const sandbox = await startSandbox({ scenarios: folder })
  await sandbox.clock(mondayMorning)
  const { scenario } = await sandbox.get<{ scenario: Scenario }>('/sandbox/scenarios/card-in-a-phone')
  expect(scenario).toMatchObject({ problems: [], source: 'user', title: 'A card in a phone' })
  // It shows every kind of step.
  expect(new Set(scenario.steps.map(({ kind }) => kind))).toEqual(new Set(stepKinds))
  const run = await runToItsEnd(sandbox, 'card-in-a-phone')
  expect(troubleOf(run)).toEqual([])
  const { events } = await leftBy(sandbox, run)
  expect(events.map(({ event }) => event)).toContain('card.wallet.add')
})

test('the example mistake of the page is reported in its words', async () => {
  const [text = ''] = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, code = '']) => code)
  const [, message = ''] = /^```text\n(.*)\n```$/m.exec(page) ?? []
  const folder = ownFolder()
  writeFileSync(join(folder, 'card-in-a-phone.yaml'), text.replace('body:', 'bodi:'))
  const sandbox = await startSandbox({ scenarios: folder })
  const { scenario } = await sandbox.get<{ scenario: Scenario }>('/sandbox/scenarios/card-in-a-phone')
  expect(scenario.problems[0]).toBe(message)
})
