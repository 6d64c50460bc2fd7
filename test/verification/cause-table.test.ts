import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { schemeNames } from '../../server/signing/recipes.ts'
import { causes, causeWords } from '../../server/verification/causes.ts'
import { bodyVendors, vendors } from '../../server/verification/vendors.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { sourceFiles } from '../vocabulary/sources.ts'

const text = readFileSync('docs/signatures.md', 'utf8')
/** The rows of the tables of a page: what the first cell has in backticks, and the others. */
const rows = [...text.matchAll(/^\| `([a-z0-9_-]+)` \| (.*) \|$/gm)].map(([, name = '', rest = '']) => ({
  name,
  cells: rest.split(' | '),
}))

test('docs/signatures.md has every cause with its meaning and fix as the table has them, and every scheme; no other', () => {
  expect(rows.map(({ name }) => name)).toEqual([...schemeNames, ...causeWords])
  for (const word of causeWords) {
    const { meaning, fix } = causes[word]
    expect(rows.find(({ name }) => name === word)?.cells).toEqual([meaning, fix])
  }
})

test('docs/signatures.md names each vendor without a scheme, in the list of its kind', () => {
  const listOf = (title: RegExp) =>
    /: (.*)\.$/.exec(text.split('\n').find((line) => title.test(line)) ?? '')?.[1]
  const namesOf = (rows: readonly { vendor: string }[]) =>
    [...new Set(rows.map(({ vendor }) => vendor))].join(', ')
  expect(listOf(/^- \*\*The scheme `custom` verifies these/)).toBe(
    namesOf(vendors.filter(({ recipe }) => recipe)),
  )
  expect(listOf(/^- \*\*Only your receiver verifies these/)).toBe(
    namesOf(vendors.filter(({ recipe }) => !recipe)),
  )
  expect(listOf(/^- \*\*The signature or token is in the body/)).toBe(namesOf(bodyVendors))
})

test('every cause of the table is one that the code can come to', () => {
  const code = [...sourceFiles('server/signing'), ...sourceFiles('server/verification')].filter(
    ({ path }) => !path.endsWith('causes.ts'),
  )
  const named = code.flatMap(({ text: source }) =>
    [...source.matchAll(/'([a-z0-9_]+)'/g)].map(([, word]) => word),
  )
  for (const word of causeWords) expect(named, word).toContain(word)
})

test('the catalogue tells them all', async () => {
  const sandbox = await startSandbox()
  const told = await sandbox.get<{ causes: { cause: string; meaning: string; fix: string }[] }>(
    '/sandbox/catalogue/causes',
  )
  expect(told.causes).toEqual(causeWords.map((cause) => ({ cause, ...causes[cause] })))
})
