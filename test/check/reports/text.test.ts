import { expect, test } from 'vitest'
import { introLines, textReport, toldProgress } from '../../../server/check/reports/text.ts'
import type { Check } from '../../../server/wire.ts'
import type { Line } from '../../../server/words/spans.ts'
import { checks, wrong } from './made-up.ts'

const textOf = (line: Line) => line.map(({ text }) => text).join('')
const linesOf = (check: Check, options?: Parameters<typeof textReport>[1]) =>
  textReport(check, options).map(textOf)
const numberedTitles = (check: Check) => linesOf(check).filter((line) => /^\d+ /.test(line))
const command = (check: Check, options?: Parameters<typeof textReport>[1]) =>
  linesOf(check, options).find((line) => line.includes(' check '))

test('the conclusion is first, then each failure with a number', () => {
  expect(linesOf(checks.failures)[0]).toMatch(/^✕ 3 /)
  expect(numberedTitles(checks.failures).map((line) => line.split(/ {2,}/).at(-1))).toEqual([
    'rejects-unsigned · must',
    'accepts-raw-bytes · must',
    'one-effect-on-duplicate · must',
  ])
})

test('warnings and notes have one line each, and each group has one', () => {
  const lines = linesOf(checks.failures)
  expect(lines.filter((line) => /^! \S+: /.test(line))).toHaveLength(1)
  expect(lines.filter((line) => /^i \S+: /.test(line))).toHaveLength(1)
  expect(
    lines.filter((line) => /^[✓!✕] \w+ +\d+ of \d+$/.test(line)).map((line) => line.replace(/ +/g, ' ')),
  ).toEqual(['✕ signature 1 of 2', '✕ bytes 0 of 1', '! delivery 0 of 1', '✕ effects 0 of 2'])
})

test('a warning keeps the lines of its fix', () => {
  const fix = 'Queue the work.\nFlask: work.delay(event)\n  # Celery or RQ'
  const warned = { ...checks.failures, probes: [wrong('answers-in-time', { result: 'warn', fix })] }
  const lines = linesOf(warned)
  const at = lines.findIndex((line) => line.startsWith('! answers-in-time: '))
  expect(lines[at]).toMatch(/ Queue the work\.$/)
  expect(lines.slice(at + 1, at + 3)).toEqual(['    Flask: work.delay(event)', '      # Celery or RQ'])
})

test('the command repeats the first problem, and begins as the reader began his', () => {
  expect(command(checks.failures)).toMatch(
    / npx webhook-sandbox check http:\/\/127\.0\.0\.1:3000\/webhooks --only rejects-unsigned$/,
  )
  expect(command(checks.failures, { prefix: 'webhook-sandbox' })).toMatch(/: {2}webhook-sandbox check /)
  expect(command({ ...checks.failures, scheme: 'stripe' })).toMatch(/ --scheme stripe --only /)
  const subscription = { ...checks.failures, subscription_id: 'sub_1', scheme: 'stripe' }
  expect(command(subscription)).toMatch(/ check sub_1 --only rejects-unsigned$/)
  expect(command({ ...checks.failures, url: 'http://localhost/a?b=1&c=$(x)' })).toContain(
    "'http://localhost/a?b=1&c=$(x)'",
  )
  expect(command(checks['all passed'])).toBeUndefined()
})

test('the refused valid delivery is the whole report', () => {
  const lines = linesOf(checks['the valid delivery refused'])
  expect(lines.filter((line) => line.includes('accepts-valid ·'))).toHaveLength(1)
  expect(lines.join('\n')).not.toContain('answers-with-success-status')
  expect(lines.join('\n')).toContain('4Kqx')
  expect(lines.filter((line) => line.startsWith('–'))).toHaveLength(1)
})

test('one cause of several problems comes before them', () => {
  const lines = linesOf(checks['one cause'])
  const at = (wanted: RegExp) => lines.findIndex((line) => wanted.test(line))
  const { summary = '' } = checks['one cause'].diagnosis ?? {}
  expect(lines[0]).toContain(summary)
  expect(at(/^ {3}Fix /)).toBeGreaterThan(0)
  expect(at(/^ {3}Fix /)).toBeLessThan(at(/^1 /))
})

test('failures that the baseline has are one line', () => {
  expect(numberedTitles(checks['a baseline'])).toEqual([])
  const known = linesOf(checks['a baseline']).filter((line) => line.includes('one-effect-on-duplicate'))
  expect(known).toHaveLength(1)
  expect(known[0]).toContain('answers-in-time')
})

test('prose is wrapped behind its label, and code is not', () => {
  const code = `  ${'x'.repeat(100)}`
  const check = { ...checks.failures, probes: [wrong('a', { fix: `${'word '.repeat(40).trim()}\n${code}` })] }
  const lines = linesOf(check)
  const from = lines.findIndex((line) => line.startsWith('   Fix'))
  const to = lines.indexOf(`${' '.repeat(14)}${code}`)
  const prose = lines.slice(from, to)
  expect(prose.length).toBeGreaterThan(1)
  expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(prose.slice(1).every((line) => /^ {14}\S/.test(line))).toBe(true)
})

test.each(Object.entries(checks))(
  'it ends with the exit code, and no two empty lines meet: %s',
  (_name, check) => {
    const lines = linesOf(check)
    expect(lines.at(-1)).toMatch(/\b[012]\.$/)
    expect(lines.filter((line, at) => line === '' && lines[at - 1] === '')).toEqual([])
  },
)

test('a running check shows how far it is, and which probe is next', () => {
  expect(textOf(toldProgress(checks.running))).toMatch(/^1 of 2 .* rejects-stale$/)
  const waiting = { ...checks.running, reason: 'The receiver could not be reached.' }
  expect(textOf(toldProgress(waiting))).toMatch(/ rejects-stale · The receiver could not be reached\.$/)
  expect(introLines(checks.running).map(textOf).join('\n')).toContain(checks.running.url)
})

test('the command that repeats a probe of effects counts them in the same way', () => {
  const again = (id: string) => {
    const probe = { ...wrong(id), group: id === 'one-effect-on-duplicate' ? 'effects' : 'signature' } as const
    const lines = textReport({ ...checks.failures, probes: [probe] }, { counted: ' --effects' })
    return lines.map((line) => line.map(({ text }) => text).join('')).find((line) => line.startsWith('Again'))
  }
  expect(again('one-effect-on-duplicate')).toMatch(/--only one-effect-on-duplicate --effects$/)
  expect(again('rejects-unsigned')).toMatch(/--only rejects-unsigned$/)
})
