import builder from 'junit-report-builder'
import { expect, test } from 'vitest'
import { junitOf } from '../../server/reports/junit.ts'
import type { Report } from '../../server/reports/report.ts'
import { bare, parse } from '../helpers/junit.ts'

const report: Report = {
  name: 'webhook-sandbox trigger',
  startedAt: '2026-01-02T03:04:05.678901Z',
  ms: 1234,
  cases: [
    { suite: 'a', name: 'first', ms: 1, status: 'passed' },
    { suite: 'b', name: 'alone', ms: 2, status: 'skipped', message: 'not judged' },
    {
      suite: 'a',
      name: '<&">',
      ms: 3,
      status: 'failed',
      message: 'one "two"',
      code: 'c',
      details: 'why\n<fix>',
    },
    {
      suite: 'a',
      name: 'last',
      ms: 4,
      status: 'error',
      message: 'no sandbox',
      code: 'd',
      details: 'start one',
    },
    { suite: 'a', name: 'noted', ms: 0, status: 'passed', details: 'worth reading' },
  ],
}

test('an independent writer of JUnit makes the same report', () => {
  const written = builder.newBuilder().name(report.name)
  const suites = Object.fromEntries(['a', 'b'].map((name) => [name, written.testSuite().name(name)]))
  for (const { suite, name, status, message = '', code = '', details = '' } of report.cases) {
    const one = suites[suite]?.testCase().className(`webhook-sandbox.${suite}`).name(name)
    if (status === 'skipped') one?.skipped()
    if (status === 'error') one?.error(message, code, details)
    if (status === 'failed') one?.failure(message, code).stacktrace(details)
    if (status === 'passed' && details !== '') one?.standardOutput(details)
  }
  expect(bare(parse(junitOf(report)))).toEqual(bare(parse(written.build())))
})

test('times are seconds, and a suite has the time of its cases', () => {
  const { attributes, children } = parse(junitOf(report))
  expect([attributes.time, children[0]?.attributes.time]).toEqual(['1.234', '0.008'])
  expect(children[0]?.attributes.timestamp).toBe('2026-01-02T03:04:05')
})
