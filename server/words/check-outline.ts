/** What every report of a check shows, in its order: the conclusion, the problems, then the rest. */
import type { Check, CheckProbe, ProbeGroup } from '../wire.ts'
import {
  effectsWouldShow,
  groupOrder,
  refusedValid,
  sayConclusion,
  sayNotJudgedProbes,
} from './check-report.ts'
import { shown } from './markup.ts'

export type Tone = 'pass' | 'note' | 'warn' | 'fail'

export interface Outline {
  tone: Tone
  conclusion: string
  /** The most probable single cause of several problems. */
  diagnosis: Check['diagnosis']
  /** Failures that no baseline has; the refused valid delivery alone, if it is refused. */
  problems: readonly CheckProbe[]
  /** Warnings that no baseline has. */
  warnings: readonly CheckProbe[]
  notes: readonly CheckProbe[]
  /** Failures and warnings that the baseline has. */
  known: readonly CheckProbe[]
  groups: readonly { name: ProbeGroup; passed: number; judged: number; tone: Tone }[]
  /** In one line, with the reasons; empty if all probes were judged. */
  notJudged: string
  /** In one line, if nothing counts effects. */
  effects: string
}

export function outlineOf(check: Check): Outline {
  const refused = refusedValid(check.probes)
  const wrong = check.probes.filter(({ result }) => result === 'fail' || result === 'warn')
  const fresh = wrong.filter(({ known }) => !known)
  const failures = fresh.filter(({ result }) => result === 'fail')
  const problems = refused ? [refused] : failures
  const warnings = refused ? [] : fresh.filter(({ result }) => result === 'warn')
  const known = refused ? [] : wrong.filter((probe) => probe.known)
  const uncounted = check.probes.filter(isUncounted)
  const isAlone = check.diagnosis === null || (problems.length < 2 && problems[0]?.mistake)
  return {
    tone: toneOf(check, { problems, warnings }),
    conclusion: sayConclusion(check, { refused, problems, known, warnings }),
    diagnosis: isAlone ? null : check.diagnosis,
    problems,
    warnings,
    notes: refused ? [] : check.probes.filter(({ result }) => result === 'note'),
    known,
    groups: refused ? [] : groupOrder.flatMap((name) => groupOf(name, check.probes) ?? []),
    notJudged: sayNotJudgedProbes(
      refused ? check.probes : check.probes.filter((probe) => !uncounted.includes(probe)),
    ),
    effects: uncounted.length > 0 && !refused ? effectsWouldShow : '',
  }
}

function toneOf(
  { state, probes }: Check,
  { problems, warnings }: Pick<Outline, 'problems' | 'warnings'>,
): Tone {
  if (state === 'failed' || problems.length > 0) return 'fail'
  if (state === 'running') return 'note'
  const isEmpty = probes.every(({ fact }) => fact.code === 'not_judged')
  return warnings.length > 0 || isEmpty ? 'warn' : 'pass'
}

const isUncounted = ({ fact }: CheckProbe): boolean =>
  fact.code === 'not_judged' && fact.reason === 'no_effects'

function groupOf(name: ProbeGroup, probes: readonly CheckProbe[]): Outline['groups'][number] | undefined {
  const own = probes.filter(({ group }) => group === name)
  const counted = passedOf(own)
  return counted.judged === 0 ? undefined : { name, ...counted, tone: toneOfGroup(own) }
}

/** How many of these probes were judged, and how many passed. */
export function passedOf(probes: readonly CheckProbe[]): { passed: number; judged: number } {
  const judged = probes.filter(({ result }) => result !== 'skip' && result !== 'unknown')
  return { passed: judged.filter(({ result }) => result === 'pass').length, judged: judged.length }
}

const toneOfGroup = (probes: readonly CheckProbe[]): Tone => {
  const has = (wanted: Tone) => probes.some(({ result }) => result === wanted)
  return has('fail') ? 'fail' : has('warn') ? 'warn' : 'pass'
}

/** Why a failure matters and how to fix it. */
export const whyAndFix = ({ why, fix }: CheckProbe): string =>
  [why, fix]
    .filter((one) => one !== '')
    .map(shown)
    .join('\n')
