import builder from 'junit-report-builder'
import { describe, expect, test } from 'vitest'
import { junitReport } from '../../../server/check/reports/junit.ts'
import { type Check, probeGroups } from '../../../server/wire.ts'
import { sayCertainty } from '../../../server/words/check-report.ts'
import { all, bare, parse } from '../../helpers/junit.ts'
import { checks, wrong } from './made-up.ts'

const insideOf = (xml: string, id: string) =>
  all(parse(xml), 'testcase').find(({ attributes }) => attributes.name === id)?.children[0]

test.each(Object.entries(checks))('well-formed, and counts what it holds: %s', (_name, check) => {
  const report = parse(junitReport(check))
  for (const element of [report, ...all(report, 'testsuite')]) {
    const count = (name: string) => String(all(element, name).length)
    expect(element.attributes).toMatchObject({
      tests: count('testcase'),
      failures: count('failure'),
      errors: count('error'),
      skipped: count('skipped'),
    })
  }
  expect(all(report, 'testsuite').map(({ attributes }) => attributes.name)).toEqual(
    ['check', ...probeGroups].filter((group) =>
      group === 'check' ? check.state === 'failed' : check.probes.some((probe) => probe.group === group),
    ),
  )
})

describe('an independent writer of JUnit makes the same report', () => {
  function independent({ url, probes }: Check): string {
    const report = builder.newBuilder().name(`webhook-sandbox check ${url}`)
    for (const group of probeGroups) {
      const own = probes.filter((probe) => probe.group === group)
      if (own.length === 0) continue
      const suite = report.testSuite().name(group)
      for (const { id, result, observed, mistake, why, fix, fact } of own) {
        const one = suite.testCase().className(`webhook-sandbox.${group}`).name(id)
        const cause = mistake === null ? '' : sayCertainty(mistake)
        const text = [cause, why, fix].filter((part) => part !== '').join('\n')
        if (result === 'skip') one.skipped()
        if (result === 'unknown') one.error(observed, fact.code, text)
        if (result === 'fail') one.failure(observed, fact.code).stacktrace(text)
        if (result === 'warn') one.standardOutput(`Warning: ${observed}\n${text}`)
        if (result === 'note') one.standardOutput(`Note: ${observed}\n${text}`)
      }
    }
    return report.build()
  }
  test.each(['all passed', 'failures', 'the valid delivery refused', 'receiver down'] as const)(
    '%s',
    (name) => {
      const check = checks[name]
      expect(bare(parse(junitReport(check)))).toEqual(bare(parse(independent(check))))
    },
  )
})

test('a probe that could not be judged, and a receiver that cannot be reached, are errors', () => {
  expect(insideOf(junitReport(checks['receiver down']), 'accepts-retry')).toMatchObject({
    name: 'error',
    attributes: { type: 'not_judged' },
  })
  const [, unsigned] = checks.failures.probes
  if (!unsigned) throw new Error('no probe')
  const outcome = { kind: 'refused', code: 'ECONNREFUSED', detail: 'refused', address: '127.0.0.1' } as const
  const unreachable = {
    ...checks.failures,
    probes: [{ ...unsigned, fact: { code: 'no_answer', outcome } as const }],
  }
  expect(insideOf(junitReport(unreachable), unsigned.id)?.name).toBe('error')
  expect(insideOf(junitReport(checks['not reached']), 'check')).toMatchObject({
    name: 'error',
    attributes: { type: 'not_reached' },
  })
})

test('a warning is a failure with --fail-on should only', () => {
  const check = checks['warnings only']
  expect(insideOf(junitReport(check), 'answers-in-time')?.name).toBe('system-out')
  expect(insideOf(junitReport(check, 'should'), 'answers-in-time')?.name).toBe('failure')
})

test('a failure that the baseline has is no failure', () => {
  expect(insideOf(junitReport(checks['a baseline']), 'one-effect-on-duplicate')?.name).toBe('system-out')
  expect(insideOf(junitReport(checks['a baseline']), 'rejects-unsigned')?.name).toBe('failure')
})

test('the lines of a message stay lines', () => {
  const check = { ...checks.failures, probes: [wrong('rejects-unsigned', { observed: 'one\ntwo' })] }
  expect(insideOf(junitReport(check), 'rejects-unsigned')?.attributes.message).toBe('one\ntwo')
})
