import { describe, expect, test } from 'vitest'
import { exitCodeOf, scoreOf, withBaseline } from '../../server/check/score.ts'
import { checkOf, checks, notJudged, passed, wrong } from './reports/made-up.ts'

describe('the score', () => {
  const should = (id: string, result: 'warn' | 'pass') => ({
    ...wrong(id),
    severity: 'should' as const,
    result,
  })
  const musts = ['a', 'b', 'c', 'd'].map((id) => passed(id))

  test('a receiver without a failure has 100, whatever was not judged or only noted', () => {
    const rest = [notJudged('e', 'no_id'), notJudged('f', 'receiver_down', 'unknown')]
    const noted = { ...wrong('g'), severity: 'info' as const, result: 'note' as const }
    expect(scoreOf([...musts, ...rest, noted])).toBe(100)
  })

  test('a must costs more than a should, and a warning about a must as much as a should', () => {
    const failed = scoreOf([...musts, should('e', 'pass'), wrong('f')])
    const warned = scoreOf([...musts, should('e', 'warn'), passed('f')])
    expect(failed).toBeLessThan(warned)
    expect(warned).toBeLessThan(100)
    expect(scoreOf([...musts, should('e', 'pass'), { ...wrong('f'), result: 'warn' }])).toBe(warned)
  })

  test('one failure among many is never rounded up to 100', () => {
    const many = Array.from({ length: 300 }, (_, at) => passed(`p${at}`))
    expect(scoreOf([...many, should('e', 'warn')])).toBe(99)
  })

  test('it is 0 where the valid delivery is refused, and where nothing was judged', () => {
    expect(scoreOf([wrong('accepts-valid'), ...musts])).toBe(0)
    expect(scoreOf([notJudged('a', 'stopped', 'unknown')])).toBe(0)
    expect(scoreOf([])).toBe(0)
  })
})

describe('the exit code', () => {
  test.each([
    ['all passed', 'must', 0],
    ['all passed', 'should', 0],
    ['failures', 'must', 1],
    ['failures', 'never', 0],
    ['warnings only', 'must', 0],
    ['warnings only', 'should', 1],
    ['the valid delivery refused', 'must', 1],
    ['receiver down', 'must', 1],
    ['effects unseen', 'should', 0],
    ['not reached', 'must', 2],
    ['not reached', 'never', 2],
    ['running', 'must', 2],
    ['a baseline', 'must', 1],
  ] as const)('%s, with --fail-on %s: %i', (name, failOn, code) => {
    expect(exitCodeOf(checks[name], failOn)).toBe(code)
  })

  test('it is 2 where no probe could be judged', () => {
    expect(exitCodeOf(checkOf([notJudged('rejects-stale', 'no_timestamp')]))).toBe(2)
  })
})

describe('a baseline', () => {
  const known = (before: Parameters<typeof withBaseline>[1]['probes']) =>
    withBaseline(checks.failures, { probes: before }).probes.flatMap(({ id, known }) => (known ? [id] : []))

  test('a failure that it has is known and does not change the exit code', () => {
    expect(exitCodeOf(withBaseline(checks.failures, checks.failures), 'should')).toBe(0)
    expect(exitCodeOf(withBaseline(checks.failures, checks['warnings only']))).toBe(1)
  })

  test('a failure that passed before, or was a warning, is new', () => {
    expect(known([{ id: 'rejects-unsigned', result: 'pass' }])).toEqual([])
    expect(known([{ id: 'rejects-unsigned', result: 'warn' }])).toEqual([])
    expect(known([{ id: 'rejects-unsigned', result: 'fail' }])).toEqual(['rejects-unsigned'])
    expect(known([{ id: 'answers-in-time', result: 'fail' }])).toEqual(['answers-in-time'])
  })
})
