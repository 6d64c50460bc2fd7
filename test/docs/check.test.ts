import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { probes } from '../../server/check/probes/table.ts'
import { sayProbe } from '../../server/words/check.ts'
import { defects, rights } from '../zoo/expected.ts'
import { go, php, python, ruby } from '../zoo/expected-others.ts'

const page = readFileSync('docs/check.md', 'utf8')

test('docs/check.md has a row with an anchor for each probe', () => {
  const facts = { toleranceS: 300, signature: ['webhook-signature'] }
  const rows = probes.map(({ id, severity }) => {
    const { sent, expected } = sayProbe({
      id,
      fact: { code: 'as_expected' },
      mistake: null,
      framework: null,
      limits: facts,
      result: 'pass',
    })
    return `| <a id="${id}"></a>\`${id}\` | ${severity} | ${sent} | ${expected} |`
  })
  const told = page.split('\n').filter((line) => line.startsWith('| <a id='))
  expect(told).toEqual(rows)
})

test('docs/check.md counts the receivers of the zoo in Node', () => {
  const [defective, right] = [Object.keys(defects).length, Object.keys(rights).length]
  expect(page).toContain(`| Node | ${defective} | ${defective} | ${defective} | ${right} | 0 |`)
})

test.each(Object.entries({ Python: python, Ruby: ruby, PHP: php, Go: go }))(
  'docs/check.md counts the receivers of the zoo in %s',
  (language, all) => {
    const count = Object.keys(all).length
    const named = Object.values(all).filter((defect) => defect.named !== undefined).length
    expect(page).toContain(`| ${language} | ${count} | ${count} | ${named} | `)
  },
)
