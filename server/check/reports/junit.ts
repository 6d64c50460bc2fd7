/** Reports a check as JUnit XML: one suite a group, one case a probe. */
import { type Check, type CheckProbe, probeGroups } from '../../wire.ts'
import { markup, whyAndFix } from '../../words/check-outline.ts'
import { sayReceiver, sayResult } from '../../words/check-report.ts'
import { type FailOn, isFailure } from '../score.ts'

interface Case {
  suite: string
  name: string
  ms: number
  kind: 'passed' | 'failures' | 'errors' | 'skipped'
  /** Inside of the case. */
  content: string
}

export function junitReport(check: Check, failOn: FailOn = 'must'): string {
  const cases = [...check.probes.map((probe) => caseOf(probe, failOn)), ...notMade(check)]
  const suites = ['check', ...probeGroups].flatMap((name) => {
    const own = cases.filter(({ suite }) => suite === name)
    return own.length === 0 ? [] : [suiteOf(name, own, check)]
  })
  const name = `webhook-sandbox check ${sayReceiver(check)}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({ name, ...counted(cases), time: seconds(check.duration_ms ?? 0) })}>
${suites.join('')}</testsuites>
`
}

const suiteOf = (name: string, cases: readonly Case[], { started_at }: Check): string => {
  const ms = cases.reduce((sum, one) => sum + one.ms, 0)
  // The schemas of JUnit allow no fraction of a second, and no zone.
  const facts = { name, ...counted(cases), time: seconds(ms), timestamp: started_at.slice(0, 19) }
  return `  <testsuite${attributes(facts)}>
${cases.map(caseElement).join('')}  </testsuite>
`
}

function caseElement({ suite, name, ms, content }: Case): string {
  const start = `    <testcase${attributes({ classname: `webhook-sandbox.${suite}`, name, time: seconds(ms) })}`
  return content === '' ? `${start}/>\n` : `${start}>\n      ${content}\n    </testcase>\n`
}

const counted = (cases: readonly Case[]) => {
  const count = (kind: Case['kind']) => cases.filter((one) => one.kind === kind).length
  return {
    tests: cases.length,
    failures: count('failures'),
    errors: count('errors'),
    skipped: count('skipped'),
  }
}

function caseOf(probe: CheckProbe, failOn: FailOn): Case {
  const { id, group, result, observed, duration_ms, fact, known } = probe
  const one = { suite: group, name: id, ms: duration_ms }
  if (result === 'pass') return { ...one, kind: 'passed', content: '' }
  if (result === 'skip')
    return { ...one, kind: 'skipped', content: `<skipped${attributes({ message: observed })}/>` }
  const text = markup(whyAndFix(probe))
  const told = attributes({ message: observed, type: fact.code })
  if (result === 'unknown' || (!known && isUnreachable(probe)))
    return { ...one, kind: 'errors', content: `<error${told}>${text}</error>` }
  if (isFailure(probe, failOn))
    return { ...one, kind: 'failures', content: `<failure${told}>${text}</failure>` }
  const output = `${sayResult(probe)}: ${observed}\n${whyAndFix(probe)}`
  return { ...one, kind: 'passed', content: `<system-out>${markup(output)}</system-out>` }
}

/** Whether no connection to the receiver came about. */
const isUnreachable = ({ fact }: CheckProbe): boolean =>
  fact.code === 'no_answer' && ['refused', 'dns', 'tls', 'blocked'].includes(fact.outcome.kind)

/** A check that was not made is an error of its own. */
const notMade = ({ state, reason, reason_code }: Check): Case[] =>
  state !== 'failed'
    ? []
    : [
        {
          suite: 'check',
          name: 'check',
          ms: 0,
          kind: 'errors',
          content: `<error${attributes({ message: reason ?? '', type: reason_code ?? 'failed' })}/>`,
        },
      ]

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${markup(`${value}`).replaceAll('\n', '&#10;')}"`)
    .join('')
