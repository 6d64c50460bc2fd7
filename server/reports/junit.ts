/** Writes a report as JUnit XML. Suites come in the order of their first cases. */
import { markup } from '../words/markup.ts'
import type { Report, ReportCase } from './report.ts'

export function junitOf({ name, startedAt, ms, cases }: Report): string {
  const suites = [...new Set(cases.map(({ suite }) => suite))]
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({ name, ...counted(cases), time: seconds(ms) })}>
${suites
  .map((suite) =>
    suiteElement(
      suite,
      cases.filter((one) => one.suite === suite),
      startedAt,
    ),
  )
  .join('')}</testsuites>
`
}

function suiteElement(name: string, cases: readonly ReportCase[], startedAt: string): string {
  const ms = cases.reduce((sum, one) => sum + one.ms, 0)
  // The schemas of JUnit allow no fraction of a second, and no zone.
  const facts = { name, ...counted(cases), time: seconds(ms), timestamp: startedAt.slice(0, 19) }
  return `  <testsuite${attributes(facts)}>
${cases.map(caseElement).join('')}  </testsuite>
`
}

function caseElement(one: ReportCase): string {
  const { suite, name, ms } = one
  const start = `    <testcase${attributes({ classname: `webhook-sandbox.${suite}`, name, time: seconds(ms) })}`
  const content = contentOf(one)
  return content === '' ? `${start}/>\n` : `${start}>\n      ${content}\n    </testcase>\n`
}

function contentOf({ status, message = '', code, details = '' }: ReportCase): string {
  const said = attributes({ message, ...(code !== undefined && { type: code }) })
  switch (status) {
    case 'passed':
      return details === '' ? '' : `<system-out>${markup(details)}</system-out>`
    case 'skipped':
      return `<skipped${said}/>`
    case 'failed':
      return `<failure${said}>${markup(details)}</failure>`
    case 'error':
      return `<error${said}>${markup(details)}</error>`
  }
}

const counted = (cases: readonly ReportCase[]) => {
  const count = (wanted: ReportCase['status']) => cases.filter(({ status }) => status === wanted).length
  return {
    tests: cases.length,
    failures: count('failed'),
    errors: count('error'),
    skipped: count('skipped'),
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${markup(`${value}`).replaceAll('\n', '&#10;')}"`)
    .join('')
