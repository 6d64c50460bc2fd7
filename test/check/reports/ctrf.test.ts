import { validate } from 'ctrf'
import { describe, expect, test } from 'vitest'
import { ctrfReport } from '../../../server/check/reports/ctrf.ts'
import { checks } from './made-up.ts'

const statuses = (text: string): Record<string, string> =>
  Object.fromEntries(
    JSON.parse(text).results.tests.map((one: { name: string; status: string }) => [one.name, one.status]),
  )

describe.each(Object.entries(checks))('%s', (_name, check) => {
  test('is valid by the published schema', () => {
    expect(validate(JSON.parse(ctrfReport(check)))).toMatchObject({ valid: true })
  })

  test('counts what it holds', () => {
    const { summary, tests } = JSON.parse(ctrfReport(check)).results
    const { passed, failed, skipped, pending, other } = summary
    expect(summary.tests).toBe(tests.length)
    expect(passed + failed + skipped + pending + other).toBe(tests.length)
    expect(failed).toBe(tests.filter(({ status }: { status: string }) => status === 'failed').length)
  })
})

test('the published schema refuses what it does not know', () => {
  const report = JSON.parse(ctrfReport(checks.failures))
  report.results.tests[0].fix = 'x'
  expect(validate(report)).toMatchObject({ valid: false })
})

test('each result has its status', () => {
  expect(statuses(ctrfReport(checks.failures))).toEqual({
    'accepts-valid': 'passed',
    'rejects-unsigned': 'failed',
    'accepts-raw-bytes': 'failed',
    'one-effect-on-duplicate': 'failed',
    'answers-in-time': 'other',
    'effect-before-answer': 'passed',
    'accepts-second-secret': 'skipped',
  })
  expect(statuses(ctrfReport(checks['warnings only'], 'should'))).toMatchObject({
    'answers-in-time': 'failed',
  })
  expect(statuses(ctrfReport(checks['a baseline']))).toMatchObject({ 'one-effect-on-duplicate': 'other' })
  expect(statuses(ctrfReport(checks['receiver down']))).toMatchObject({ 'accepts-retry': 'other' })
  expect(statuses(ctrfReport(checks.running))).toMatchObject({ 'rejects-stale': 'pending' })
})
