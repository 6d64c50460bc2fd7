/** What the sandbox stores about a check, and how it converts that to JSON. */
import type { SchemeFacts } from '../faults/scheme-facts.ts'
import type { Check, ProbeFact, ProbeResult } from '../wire.ts'
import { sayCheckReason, sayProbe } from '../words/check.ts'
import type { Framework } from '../words/check-fixes.ts'
import { sayDiagnosis } from '../words/check-mistakes.ts'
import { toIso, toIsoOrNull } from '../words/time.ts'
import { diagnosisOf, problemBehind } from './diagnosis.ts'
import type { CheckOrder } from './order.ts'
import type { ProbeRecord } from './probe.ts'
import { probes } from './probes/table.ts'
import { scoreOf } from './score.ts'

/** A check. Each change makes a new object. Times are in microseconds of the wall clock. */
export interface CheckRecord {
  seq: number
  id: string
  url: string
  scheme: string
  /** What the scheme signs, for the words of a fix. */
  facts: SchemeFacts
  subscriptionId: string | null
  seed: number
  /** What the check was asked for, with the secret and seed in use, so that it can be repeated. */
  order: CheckOrder
  state: Check['state']
  reason: CheckReason | null
  framework: Framework | null
  secretHint: string | null
  startedAt: number
  finishedAt: number | null
  pending: string[]
  /** The last result of each probe; that of a pending probe is of the run before. */
  probes: ProbeRecord[]
}

/** Why a check was not made, or not to its end, or why it waits. */
export type CheckReason =
  | { code: 'stopped' | 'interrupted' | 'defect' }
  | { code: 'not_reached'; outcome: Extract<ProbeFact, { code: 'no_answer' }>['outcome'] }
  | { code: 'not_accepted'; fact: ProbeFact }

const rows = new Map(probes.map((probe) => [probe.id, probe]))
/** Probes end in any order, and are reported in that of the table. */
const order = new Map(probes.map(({ id }, at) => [id, at]))

/** The JSON of a check under `/sandbox`. */
export function checkWire(record: CheckRecord): Check {
  const { framework, facts, order: asked } = record
  const diagnosis = diagnosisOf(record.probes)
  const ended = record.probes.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  const told = ended.flatMap(({ id, result, fact, mistake, deliveries, durationMs, repeatedAt }) => {
    const probe = rows.get(id)
    if (!probe) return []
    const because = diagnosis ? problemBehind(diagnosis, { id, fact }) : undefined
    const { cause, ...words } = sayProbe({ id, fact, mistake, framework, limits: facts, result, because })
    const { group, severity } = probe
    return [
      {
        id,
        group,
        severity,
        result,
        ...words,
        fact,
        mistake: mistake && { ...mistake, summary: cause },
        deliveries,
        duration_ms: durationMs,
        ...(repeatedAt !== undefined && { repeated_at: toIso(repeatedAt) }),
      },
    ]
  })
  const count = (...results: ProbeResult[]) => told.filter(({ result }) => results.includes(result)).length
  return {
    id: record.id,
    seq: record.seq,
    url: record.url,
    scheme: record.scheme,
    subscription_id: record.subscriptionId,
    seed: record.seed,
    options: {
      event: asked.event ?? null,
      only: asked.only ?? null,
      skip: asked.skip ?? null,
      thorough: asked.thorough ?? false,
      effects: asked.effects ?? null,
      timeout_ms: asked.timeout_ms ?? null,
    },
    state: record.state,
    reason: record.reason && sayCheckReason(record.reason),
    reason_code: record.reason?.code ?? null,
    framework,
    secret_hint: record.secretHint,
    started_at: toIso(record.startedAt),
    finished_at: toIsoOrNull(record.finishedAt),
    duration_ms: record.finishedAt === null ? null : (record.finishedAt - record.startedAt) / 1000,
    score: scoreOf(told),
    passed: count('pass'),
    failed: count('fail'),
    warned: count('warn'),
    noted: count('note'),
    skipped: count('skip', 'unknown'),
    diagnosis: diagnosis && sayDiagnosis(diagnosis, framework, facts),
    pending: record.pending,
    probes: told,
  }
}
