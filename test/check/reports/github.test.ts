import { describe, expect, test } from 'vitest'
import { githubReport } from '../../../server/check/reports/github.ts'
import type { Check } from '../../../server/wire.ts'
import { checks, wrong } from './made-up.ts'

interface Annotation {
  level: string
  title: string
  message: string
}

/** Reads the lines as the runner of GitHub Actions does. */
function annotationsOf(lines: readonly string[]): Annotation[] {
  const unescaped = (data: string) =>
    data.replace(/%(25|0D|0A|3A|2C)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return lines.map((line) => {
    const { level, title, message } =
      /^::(?<level>\w+) title=(?<title>[^:,]*)::(?<message>.*)$/.exec(line)?.groups ?? {}
    if (level === undefined || title === undefined || message === undefined) throw new Error(line)
    return { level, title: unescaped(title), message: unescaped(message) }
  })
}
const levels = (check: Check, failOn?: 'should') =>
  annotationsOf(githubReport(check, failOn)).map(({ level, title }) => [
    level,
    /\((.*)\)$/.exec(title)?.[1] ?? title,
  ])

describe('levels', () => {
  test('failures are errors, warnings warnings, notes notices', () => {
    expect(levels(checks.failures)).toEqual([
      ['error', 'rejects-unsigned'],
      ['error', 'accepts-raw-bytes'],
      ['error', 'one-effect-on-duplicate'],
      ['warning', 'answers-in-time'],
      ['notice', 'effect-before-answer'],
      ['notice', 'webhook-sandbox check'],
    ])
  })

  test('a warning is an error where the command fails for it', () => {
    expect(levels(checks['warnings only'], 'should')[0]).toEqual(['error', 'answers-in-time'])
  })

  test('what the baseline has is a notice', () => {
    expect(levels(checks['a baseline'])).toEqual([
      ['error', 'rejects-unsigned'],
      ['notice', 'one-effect-on-duplicate'],
      ['notice', 'answers-in-time'],
    ])
  })

  test('the refused valid delivery is alone, with one notice of what was not judged', () => {
    expect(levels(checks['the valid delivery refused'])).toEqual([
      ['error', 'accepts-valid'],
      ['notice', 'webhook-sandbox check'],
    ])
  })

  test('a check that was not made is one error', () => {
    expect(levels(checks['not reached'])).toEqual([['error', 'webhook-sandbox check']])
  })

  test('a receiver without a failure has none', () => {
    expect(levels(checks['all passed'])).toEqual([])
  })
})

test('a message keeps its lines, per cents, colons and commas, and is one line of the log', () => {
  const text = 'a: 100%, 1,2\nb %0A c'
  const check = {
    ...checks.failures,
    probes: [wrong('rejects-unsigned', { headline: text, observed: text })],
  }
  const [first, ...others] = annotationsOf(githubReport(check))
  expect(others).toEqual([])
  expect(first?.title).toBe(`${text} (rejects-unsigned)`)
  expect(first?.message.startsWith(`${text}\n`)).toBe(true)
})
