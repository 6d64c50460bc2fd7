/** Turns a delivery into arrows: attempts and the pauses between them. */
import type { AttemptRow, DeliveryRow, FaultParts, Outcome } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { outcomeWord } from '../../server/words/short.ts'
import type { Sign } from '../kit/format.ts'
import type { CaptureLine, DeliveryEntry } from '../live/entries.ts'
import { lastNumber } from '../stream/under-way.ts'
import { attemptSign } from '../verdict/attempt-sign.ts'
import { captureSign } from '../verdict/capture-sign.ts'
import {
  means,
  type Party,
  pauseName,
  pauseText,
  plainStep,
  type Step,
  sandboxParty,
  timeOf,
} from './step.ts'

export interface DeliveryWorld {
  receiver: Party
  /** The statuses that count as delivered. */
  successes: readonly number[]
  /** The captures of the sandbox's own endpoint, oldest first. */
  captures: readonly CaptureLine[]
}

/** A longer pause would look like a hang, ms. */
const noticedWait = 1000

/** The known facts of an attempt; lists describe only the last attempt. */
interface Known extends Pick<AttemptRow, 'number' | 'outcome' | 'duration_ms' | 'fault' | 'fault_parts'> {
  at: number
  isRead: boolean
}

function attemptsOf({ data, attempts }: DeliveryEntry): Known[] {
  // An attempt under way counts as made when it ends.
  const begun = data.attempts_made + (data.state === 'sending' ? 1 : 0)
  const last = Math.max(begun, ...attempts.keys())
  let at = timeOf(data.created_at)
  return Array.from({ length: last }, (_, index): Known => {
    const number = index + 1
    const read = attempts.get(number)
    at = read === undefined ? at : timeOf(read.started_at)
    if (read !== undefined) return { ...read, at, isRead: true }
    const isLast = number === data.attempts_made
    return {
      number,
      at,
      outcome: isLast ? data.last_outcome : null,
      duration_ms: isLast ? data.last_duration_ms : null,
      fault: number === 1 ? data.fault : null,
      fault_parts: number === 1 ? data.fault_parts : null,
      isRead: false,
    }
  })
}

/** The number of copies a fault sends; 1 without `duplicate`. */
const copiesIn = (parts: FaultParts): number =>
  Number(parts?.find(({ name }) => name === 'duplicate')?.args.n ?? 1)
const isCopy = ({ number, fault_parts }: Known): boolean => (number - 1) % copiesIn(fault_parts) !== 0

const unsent = new Set<Outcome['kind']>(['dropped', 'blocked', 'dns', 'refused'])

function endOf(known: Known, data: DeliveryRow, { successes, captures }: DeliveryWorld): Sign {
  const { number, outcome, duration_ms, at } = known
  if (outcome === null)
    return known.isRead || number > data.attempts_made
      ? { tone: 'wait', text: 'no response yet' }
      : { tone: 'quiet', text: 'not loaded yet' }
  const sign = attemptSign({ outcome }, data, successes)
  const spent = duration_ms === null ? '' : ` · ${duration(duration_ms)}`
  if (outcome.kind === 'timed_out')
    return {
      tone: sign.tone,
      text: `${outcomeWord(outcome)}, ${duration(outcome.after_ms)}`,
    }
  if (outcome.kind !== 'responded') return sign
  const capture = captures.find((one) => isCaughtOf(one, at, duration_ms ?? 0)) ?? captures[number - 1]
  if (capture === undefined) return { ...sign, text: `${sign.text}${spent}` }
  if (`${outcome.status}` !== sign.text || sign.tone === 'bad') {
    const judged = beside(capture, sign)
    // A refusal by the endpoint shows its status.
    const isTold = judged.startsWith(`${sign.text} · `)
    return { tone: sign.tone, text: isTold ? judged : `${sign.text} · ${judged}` }
  }
  return captureSign(capture)
}

/** The verdict of a capture beside a response. A valid signature must not seem to contradict a failure. */
const beside = (capture: CaptureLine, { tone }: Sign): string =>
  tone === 'bad' && capture.verdict.result === 'verified' ? 'valid signature' : captureSign(capture).text

/** Whether a capture arrived during an attempt. */
const isCaughtOf = ({ received_at }: CaptureLine, at: number, ms: number): boolean => {
  const received = timeOf(received_at)
  return ms > 0 && received > at && received <= at + ms
}

/** The arrows of a delivery: one per attempt, with the pauses. */
export function deliverySteps(entry: DeliveryEntry, world: DeliveryWorld): Step[] {
  const { data, id, seq } = entry
  const known = attemptsOf(entry)
  const most = lastNumber(data.attempts_max, known)
  const base = { ...plainStep, id, seq, from: sandboxParty, to: world.receiver }
  const created = timeOf(data.created_at)
  const wait = (key: string, at: number, order: number, over: Partial<Step>): Step => ({
    ...base,
    key: `${id}:${key}`,
    kind: 'wait',
    at,
    order,
    name: '',
    tone: 'wait',
    sentence: '',
    ...over,
  })
  const steps: Step[] = []

  const first = known[0]
  const isPending = data.state === 'pending' && first === undefined
  const late = first === undefined || !first.isRead ? 0 : first.at - created
  if (isPending || late >= noticedWait) {
    const name = isPending ? `${data.event} waits` : `${data.event} waited ${pauseText(late)}`
    const due = isPending && data.next_attempt_at !== null ? timeOf(data.next_attempt_at) : null
    const tone = data.fault === null ? 'wait' : 'fault'
    const about = data.fault === null ? '' : `, fault ${data.fault}`
    const sentence = `${name} for ${world.receiver.name}${about}`
    steps.push(wait('0', created, 0, { name, due, tone, fault: data.fault, sentence }))
  }

  for (const [index, one] of known.entries()) {
    const end = endOf(one, data, world)
    const copy = isCopy(one)
    const count = `attempt ${one.number} of ${most}`
    const again = copy ? 'same id' : one.number > 1 ? `attempt ${one.number}` : null
    const answer = one.outcome === null ? end.text : sayOutcome(one.outcome)
    const spent =
      one.outcome?.kind === 'responded' && one.duration_ms !== null ? ` in ${duration(one.duration_ms)}` : ''
    const judged =
      one.outcome?.kind === 'responded' && end.text.includes(`${one.outcome.status}`) ? '' : `, ${end.text}`
    steps.push({
      ...base,
      key: `${id}:${one.number}`,
      kind: 'attempt',
      at: one.at,
      order: one.number * 2,
      name: copy ? 'again' : data.event,
      note: again ?? data.summary,
      isCopy: copy,
      fault: copy ? null : one.fault,
      end,
      tone: one.fault === null ? end.tone : 'fault',
      answered: one.outcome?.kind === 'responded',
      lost: one.outcome !== null && unsent.has(one.outcome.kind),
      unread: one.isRead ? null : id,
      sentence: `sandbox sends ${data.event} to ${world.receiver.name}, ${answer}${spent}${answer === end.text ? '' : judged}, ${count}${one.fault === null ? '' : `, fault ${one.fault}`}${again === null ? means(data) : ''}`,
    })
    const next = known[index + 1]
    const over = next === undefined ? retryAhead(data, one.number, most) : waited(one, next, most)
    if (over !== null)
      steps.push(
        wait(`${one.number}:wait`, one.at, one.number * 2 + 1, {
          ...over,
          sentence: `${data.event} ${pauseName(over.name, over.note)}`,
        }),
      )
  }
  return steps
}

type Pause = Pick<Step, 'name' | 'note' | 'due'>

/** The finished pause between two known attempts. */
function waited(one: Known, next: Known, most: number): Pause | null {
  if (isCopy(next)) return null
  const ms = next.at - one.at - (one.duration_ms ?? 0)
  const name = one.isRead && next.isRead ? `waited ${pauseText(ms)}` : 'waited'
  return { name, note: `attempt ${next.number} of ${most}`, due: null }
}

/** The current pause. */
function retryAhead(data: DeliveryRow, made: number, most: number): Pause | null {
  if (data.state !== 'retrying' || made < data.attempts_made) return null
  const due = data.next_attempt_at === null ? null : timeOf(data.next_attempt_at)
  return { name: 'waits', note: `attempt ${made + 1} of ${most}`, due }
}
