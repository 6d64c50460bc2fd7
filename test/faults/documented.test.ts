import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listFaults } from '../../server/faults/expectation.ts'
import { readFault } from '../../server/faults/grammar.ts'
import { faultRuleFields } from '../../server/faults/rule-fields.ts'
import { findingTable } from '../../server/findings/findings.ts'
import { catalogueFault } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const text = readFileSync('docs/faults.md', 'utf8')
const bare = (cell = '') =>
  cell
    .trim()
    .replaceAll('\\|', '|')
    .replace(/^`(.*)`$/, '$1')

/** The rows of the table under a heading, as cells. */
function tableUnder(heading: string): string[][] {
  const [, section = ''] = text.split(`${heading}\n`)
  const lines = section.split(/^#/m)[0]?.split('\n') ?? []
  return lines
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map(bare),
    )
}

test('the table of docs/faults.md and the catalogue say the same', () => {
  expect(tableUnder('## All faults')).toEqual(
    listFaults().map(({ usage, description, expects, example }) => [
      usage,
      description,
      expects ?? '',
      example,
    ]),
  )
})

test('the table of findings has each of them', () => {
  const rows = tableUnder('## What the answers tell').map(([finding, says]) => [finding, says])
  expect(rows).toEqual(Object.entries(findingTable))
})

test('the catalogue is answered as it is', async () => {
  const sandbox = await startSandbox()
  const { faults } = await sandbox.get<{ faults: unknown[] }>('/sandbox/catalogue/faults')
  expect(z.array(catalogueFault).parse(faults)).toEqual(listFaults())
  expect(new Set(listFaults().map(({ fault }) => fault)).size).toBe(26)
})

test('the catalogue says why a text is not a fault, as a refusal does', async () => {
  const sandbox = await startSandbox()
  const problemOf = async (text: string) => {
    const query = new URLSearchParams({ fault: text })
    return (await sandbox.get<{ problem: unknown }>(`/sandbox/catalogue/faults?${query}`)).problem
  }
  const { error } = await sandbox.post<{ error: { code: string; message: string; fix: string } }>(
    '/sandbox/fault-rules',
    { fault: 'dely(3s)' },
  )
  expect(error.code).toBe('fault_invalid')
  expect(await problemOf('dely(3s)')).toEqual({ message: error.message, fix: error.fix })
  expect([await problemOf('delay(3s) | sticky'), await problemOf('')]).toEqual([null, null])
})

test('every fault that the document writes down is one', () => {
  const written = [
    ...[...text.matchAll(/"fault": "([^"]+)"/g)].map(([, one = '']) => one),
    ...[...text.matchAll(/--fault '([^']+)'/g)].map(([, one = '']) => one),
    ...listFaults().map(({ example }) => example),
  ]
  expect(written.length).toBeGreaterThan(30)
  expect(written.filter((one) => 'problem' in readFault(one))).toEqual([])
})

test('the fields of a rule are those that the document names', () => {
  expect(
    tableUnder('### Standing rules')
      .map(([field]) => field)
      .toSorted(),
  ).toEqual(Object.keys(faultRuleFields.shape).toSorted())
})

test('the config and the bodies of the document are taken', async () => {
  const json = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, one = '']) => JSON.parse(one))
  const sandbox = await startSandbox(json.find((one) => 'fault_rules' in one))
  expect((await sandbox.get<{ fault_rules: unknown[] }>('/sandbox/fault-rules')).fault_rules).toHaveLength(2)
  const posts = [...text.matchAll(/POST http:\/\/localhost:4400(\/sandbox\/\S+) \\\n.*-d '(.*)'/g)].filter(
    ([, path = '']) => !path.includes('…'),
  )
  expect(posts.length).toBeGreaterThan(1)
  for (const [, path = '', body = ''] of posts)
    expect((await sandbox.request('POST', path, body)).status, path).toBe(201)
})
