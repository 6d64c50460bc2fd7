/** Edits faults as text, and describes how a receiver handled a fault. */

import { receiverFinding } from '../../server/findings/receiver.ts'
import type { CatalogueFault, Delivery, Expectation, Finding } from '../../server/wire.ts'
import { receiverWords } from '../../server/words/advice.ts'
import { whyNotJudged } from '../../server/words/delivery.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { isTelling, type Tone } from '../kit/format.ts'

/** How the receiver handled a fault, and whether that is correct. */
export interface FaultVerdict {
  tone: Tone
  title: string
  why: string
}

const must = {
  accept: 'Any 2xx is right.',
  accept_once: 'Each copy must get a 2xx.',
  accept_or_refuse: 'Any 2xx or 4xx is right.',
  recover: 'Only the retry is judged.',
  refuse: 'Any 4xx is right.',
} as const satisfies Record<Expectation, string>

export const mustWords = ({ expects }: CatalogueFault): string => (expects === null ? '' : must[expects])

const tones = {
  wrong: 'bad',
  probably_wrong: 'bad',
  probably_right: 'good',
  nothing: 'quiet',
} as const satisfies Record<Finding['says'], Tone>

/** The findings about the receiver, as verdicts. */
export const foundVerdicts = ({ findings }: Delivery): (FaultVerdict & { fix: string })[] =>
  findings.map(({ says, summary, detail, fix }) => ({
    tone: tones[says],
    title: summary,
    fix,
    why: `${detail} ${fix}`.trimEnd(),
  }))

/** The findings decide for a delivery that succeeded or was refused. Otherwise the delivery's end comes first. */
export function faultVerdicts(delivery: Delivery): FaultVerdict[] {
  const found = foundVerdicts(delivery)
  return /^(?:succeeded|refused)$/.test(delivery.state) && found.length > 0
    ? found
    : [faultVerdict(delivery), ...found]
}

/** The verdict that the end of the delivery gives. */
export function faultVerdict(delivery: Delivery): FaultVerdict {
  const { state, attempts, next_attempt_at, fault_parts, reason, reason_facts } = delivery
  const ended = attempts.filter((one) => one.fault !== null && one.outcome !== null)
  const touched = ended.findLast(({ outcome }) => isTelling(outcome, reason_facts)) ?? ended.at(-1)
  const isOne = ended.length === 1
  const answered = touched?.outcome ? sayOutcome(touched.outcome) : null
  switch (state) {
    case 'refused':
      return {
        tone: 'good',
        title: reason_facts?.code === 'may_refuse' ? 'Refused, which is allowed' : 'Refused, as it should be',
        why: `The receiver refused the request${answered === null ? '' : ` with ${answered}`}.`,
      }
    case 'wrongly_accepted':
      return {
        tone: 'bad',
        title: 'Wrongly accepted',
        why: `The receiver accepted the request${answered === null ? '' : ` with ${answered}`}. ${receiverWords(receiverFinding(delivery), delivery, delivery.url).fix}`,
      }
    case 'succeeded':
      return { tone: 'good', title: 'Handled', why: 'The delivery succeeded despite the fault.' }
    case 'failed':
      if (reason_facts?.code === 'not_judged')
        return {
          tone: 'quiet',
          title: 'Not judged',
          why: whyNotJudged,
        }
      return {
        tone: 'bad',
        title: 'Not handled',
        why: `${reason_facts?.code === 'gave_up' ? 'No attempts are left' : `No further attempt: ${reason}`}${answered === null ? '' : `; the ${isOne ? '' : 'last '}attempt with the fault: ${answered}`}.`,
      }
    case 'cancelled':
      return { tone: 'quiet', title: 'No result', why: 'The delivery was cancelled before it ended.' }
    default:
      return {
        tone: 'wait',
        title: 'In progress',
        why:
          answered === null
            ? 'No attempt with the fault has ended yet.'
            : `The ${isOne ? '' : 'last '}attempt with the fault: ${answered}.${next_attempt_at === null ? '' : ` The retry is sent ${(touched?.fault_parts ?? fault_parts)?.at(-1)?.name === sticky ? 'with' : 'without'} the fault.`}`,
      }
  }
}

/** Grammar: `name(args) | name(args) … [| sticky]`. The bar never appears inside parentheses. */
export const sticky = 'sticky'

const partsOf = (text: string): string[] =>
  text
    // `drop sticky` is read as `drop | sticky`.
    .replace(/\s+sticky\s*$/, '|sticky')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const written = (parts: readonly string[]): string => parts.join(' | ')

/** The faults in the text, without `sticky`. */
export const faultsIn = (text: string): string[] => partsOf(text).filter((part) => part !== sticky)

/** Whether the fault applies to every attempt, not only to the first. */
export const isSticky = (text: string): boolean => partsOf(text).at(-1) === sticky

/** The text with or without `sticky` at its end. */
export const withSticky = (text: string, wanted: boolean): string =>
  written([...faultsIn(text), ...(wanted ? [sticky] : [])])

/** Adds a fault to the text, before a final `sticky`. */
export const withFault = (text: string, fault: string): string =>
  written([...faultsIn(text), fault, ...(isSticky(text) ? [sticky] : [])])

/**
 * The catalogue entry of a fault: `tamper(body)` by its full name, `delay(1s)` by the part before the parenthesis.
 */
export function knownFault(part: string, known: readonly CatalogueFault[]): CatalogueFault | undefined {
  const [head = ''] = part.split('(')
  return known.find(({ fault }) => fault === part) ?? known.find(({ fault }) => fault === head.trim())
}

/** Completions of the text: one example of each fault whose syntax begins like the last part. */
export function completions(text: string, known: readonly CatalogueFault[]): string[] {
  const at = text.lastIndexOf('|') + 1
  const begun = text.slice(at).trim().toLowerCase()
  const before = partsOf(text.slice(0, at))
  return known
    .filter(({ usage }) => usage.startsWith(begun))
    .map(({ example }) => written([...before, example]))
}
