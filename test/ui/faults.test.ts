import { beforeAll, expect, test, vi } from 'vitest'
import { faultWire } from '../../server/faults/read-once.ts'
import type { CatalogueFault, FaultRule } from '../../server/wire.ts'
import { resendCommand, sandboxCurl } from '../../ui/commands/curl.ts'
import {
  completions,
  faultsIn,
  isSticky,
  knownFault,
  withFault,
  withSticky,
} from '../../ui/faults/fault-words.ts'
import { ruleAgain, ruleTally, ruleWhen } from '../../ui/faults/rule-words.ts'
import { isRuleSpent } from '../../ui/live/spent.ts'

beforeAll(() => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
})

const fault = (name: string, usage = name, example = usage): CatalogueFault => ({
  fault: name,
  usage,
  example,
  description: `What ${name} does.`,
  right: null,
  expects: 'accept',
})
const known = [
  fault('delay', 'delay(t)', 'delay(5m)'),
  fault('drop'),
  fault('tamper(body)'),
  fault('tamper(signature)'),
]

test('faults are added before sticky, which stays last', () => {
  expect(withFault('', 'drop')).toBe('drop')
  expect(withFault('drop | sticky', 'delay(5m)')).toBe('drop | delay(5m) | sticky')
  expect(faultsIn(' drop |delay(1s)| sticky')).toEqual(['drop', 'delay(1s)'])
  expect([isSticky('drop | sticky'), isSticky('drop'), isSticky('sticky | drop')]).toEqual([
    true,
    false,
    false,
  ])
  expect(withSticky('drop', true)).toBe('drop | sticky')
  expect([isSticky('drop sticky '), withSticky('drop sticky', true)]).toEqual([true, 'drop | sticky'])
  expect(withSticky('drop sticky', false)).toBe('drop')
  expect(withSticky('drop | sticky', false)).toBe('drop')
})

test('the last part is completed with valid faults', () => {
  expect(completions('d', known)).toEqual(['delay(5m)', 'drop'])
  expect(completions('drop | tamp', known)).toEqual(['drop | tamper(body)', 'drop | tamper(signature)'])
  expect(completions('drop | Tamper(s', known)).toEqual(['drop | tamper(signature)'])
  expect(completions('spoon', known)).toEqual([])
})

test('a fault is recognized by its full name, or by its head if it has arguments', () => {
  expect(knownFault('tamper(signature)', known)?.fault).toBe('tamper(signature)')
  expect(knownFault('delay(12s)', known)?.fault).toBe('delay')
  expect(knownFault('tamper(tea)', known)).toBeUndefined()
})

test('the rule form sends only its input', async () => {
  vi.stubGlobal('addEventListener', () => {})
  const { ruleFields } = await import('../../ui/faults/standing-faults.tsx')
  const { orderOf, typedOf } = await import('../../ui/form/form.tsx')
  const empty = typedOf(ruleFields, {})
  expect(orderOf(ruleFields, { ...empty, fault: ' drop ' })).toEqual({ fault: 'drop' })
  expect(
    orderOf(ruleFields, {
      fault: 'drop',
      event: ' card.* ',
      subscription_id: 's1',
      every: '3',
      probability: '0.25',
      first: '5',
    }),
  ).toEqual({ fault: 'drop', event: 'card.*', subscription_id: 's1', every: 3, probability: 0.25, first: 5 })
})

const rule = (change: Partial<FaultRule> = {}): FaultRule => ({
  id: 'flt_1',
  seq: 1,
  ...faultWire('drop'),
  event: '*',
  subscription_id: null,
  every: null,
  probability: null,
  first: null,
  source: 'api',
  matched: 0,
  fired: 0,
  created_at: '2026-01-01T09:00:00.000000Z',
  ...change,
})

test('a rule shows its matches and its progress', () => {
  expect(ruleWhen(rule())).toBe('')
  expect(ruleWhen(rule({ every: 3, probability: 0.5, first: 1, source: 'config' }))).toBe(
    'every 3rd match · with probability 0.5 · only the first match · from the configuration',
  )
  expect([1, 2, 11, 12, 13, 21, 102].map((every) => ruleWhen(rule({ every })))).toEqual([
    '',
    'every 2nd match',
    'every 11th match',
    'every 12th match',
    'every 13th match',
    'every 21st match',
    'every 102nd match',
  ])
  expect(ruleTally(rule({ matched: 1200, fired: 4 }))).toBe('fired 4 · matched 1,200')
  expect([rule(), rule({ first: 2, matched: 1 }), rule({ first: 2, matched: 2 })].map(isRuleSpent)).toEqual([
    false,
    false,
    true,
  ])
})

test('every act has a command', () => {
  expect(resendCommand('dlv_1')).toBe('npx webhook-sandbox resend dlv_1')
  expect(
    resendCommand('dlv_1', { body: "it's", headers: [['x-a', '1']], url: 'http://x/y', fault: 'drop' }),
  ).toBe(
    `npx webhook-sandbox resend dlv_1 --fault 'drop' --to 'http://x/y' --header 'x-a: 1' --body 'it'\\''s'`,
  )
  expect(sandboxCurl('DELETE', '/y')).toBe('curl -X DELETE http://127.0.0.1:4400/y')
  expect(sandboxCurl('PATCH', '/y', { fault: "it's" })).toBe(
    `curl -X PATCH http://127.0.0.1:4400/y -H 'content-type: application/json' -d '{"fault":"it'\\''s"}'`,
  )
})

test('undoing a removal adds the rest of the rule, unless the rule would never fire', () => {
  const rule = { fault: 'drop', event: 'card.*', subscription_id: null, probability: null } as FaultRule
  const again = (first: number | null, every: number | null, matched: number) =>
    ruleAgain({ ...rule, first, every, matched })
  expect(again(10, 3, 4)).toEqual({ fault: 'drop', event: 'card.*', every: 3, first: 6 })
  expect([again(10, 3, 8), again(2, null, 2)]).toEqual([null, null])
})
