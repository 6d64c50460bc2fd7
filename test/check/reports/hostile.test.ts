import { expect, test } from 'vitest'
import { ctrfReport } from '../../../server/check/reports/ctrf.ts'
import { githubReport } from '../../../server/check/reports/github.ts'
import { htmlReport } from '../../../server/check/reports/html.ts'
import { junitReport } from '../../../server/check/reports/junit.ts'
import { markdownReport } from '../../../server/check/reports/markdown.ts'
import { introLines, textReport, toldProgress } from '../../../server/check/reports/text.ts'
import { paint } from '../../../server/cli/paint.ts'
import type { Check } from '../../../server/wire.ts'
import type { Line } from '../../../server/words/spans.ts'
import { checks } from './made-up.ts'

const plain = (lines: readonly Line[]) => lines.map((line) => `${paint(line, { colour: false })}\n`).join('')
const reports: Record<string, (check: Check) => string> = {
  text: (check) => plain([...introLines(check), toldProgress(check), ...textReport(check)]),
  junit: junitReport,
  html: htmlReport,
  markdown: markdownReport,
  ctrf: ctrfReport,
  github: (check) => githubReport(check).join('\n'),
}
const report = (name: string) => reports[name]?.(checks['hostile text']) ?? ''

test.each(Object.keys(reports))('%s holds no character that steers a terminal or turns text', (name) => {
  expect(report(name)).toContain('alert(1)')
  expect(report(name)).not.toMatch(
    /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/u,
  )
})

test.each(['html', 'markdown', 'junit'])('%s holds no tag of an answer', (name) => {
  expect(report(name)).not.toContain('<script')
  expect(report(name)).not.toContain('<!-- -->')
})

test('an answer begins no command for the runner of GitHub Actions', () => {
  const lines = report('github').split('\n')
  expect(lines.filter((line) => !/^::(?:error|warning|notice) title=/.test(line))).toEqual([])
  expect(report('github')).not.toContain('%0A::error::x')
})

test('an answer breaks no row of a Markdown table', () => {
  const rows = report('markdown')
    .split('\n')
    .filter((line) => line.startsWith('|'))
  const columns = rows.map((row) => row.split(/(?<!\\)\|/).length)
  expect(rows.length).toBeGreaterThan(8)
  expect(new Set(columns)).toEqual(new Set([6]))
})

test.each([
  ['http://user:pass:word@127.0.0.1/', 'http://user:***@127.0.0.1/'],
  ['http://user:p@ss@127.0.0.1:80/a@b', 'http://user:***@127.0.0.1:80/a@b'],
  ['http://127.0.0.1:3000/a:b@c', 'http://127.0.0.1:3000/a:b@c'],
])('no report shows the password in the address of the receiver: %s', (url, said) => {
  for (const [name, write] of Object.entries(reports)) {
    const text = write({ ...checks.failures, url })
    expect(text).not.toMatch(/word@|ss@/)
    // Annotations do not name the receiver; Markdown escapes the stars.
    if (name !== 'github') expect(text.replaceAll('\\*', '*')).toContain(said)
  }
})
