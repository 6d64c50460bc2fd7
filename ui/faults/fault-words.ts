import { receiverFinding } from '../../server/findings/receiver.ts'
import type { CatalogueFault, Delivery, Finding } from '../../server/wire.ts'
import { receiverWords } from '../../server/words/advice.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { isTelling, type Tone } from '../kit/format.ts'

/** What the receiver made of a fault, and whether that was right. */
export interface FaultVerdict {
  tone: Tone
  title: string
  why: string
}

const must = {
  always: 'It must be refused: a right receiver answers 4xx.',
  beyond_tolerance: 'Beyond the tolerance of its scheme it must be refused: a right receiver answers 4xx.',
  never: 'It need not be refused: a right receiver copes with it.',
} as const satisfies Record<CatalogueFault['expects_refusal'], string>

export const mustWords = ({ expects_refusal }: CatalogueFault): string => must[expects_refusal]

const tones = {
  wrong: 'bad',
  probably_wrong: 'bad',
  probably_right: 'good',
  nothing: 'quiet',
} as const satisfies Record<Finding['says'], Tone>

/** What was found of the receiver by its answers to a fault. */
export const foundVerdicts = ({ findings }: Delivery): FaultVerdict[] =>
  findings.map(({ says, summary, detail, fix }) => ({
    tone: tones[says],
    title: summary,
    why: `${detail} ${fix}`.trimEnd(),
  }))

/** What the receiver made of a fault: what was found of it, which a good end does not gainsay, and else how the delivery ended. */
export function faultVerdicts(delivery: Delivery): FaultVerdict[] {
  const found = foundVerdicts(delivery)
  return /^(?:succeeded|refused)$/.test(delivery.state) && found.length > 0
    ? found
    : [faultVerdict(delivery), ...found]
}

/** What became of a delivery that was sent with a fault. */
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
        title: 'Rightly refused',
        why: `The receiver refused it${answered === null ? '' : ` with ${answered}`}, as it should.`,
      }
    case 'wrongly_accepted':
      return {
        tone: 'bad',
        title: 'Wrongly accepted',
        why: `The receiver accepted it${answered === null ? '' : ` with ${answered}`}. ${receiverWords(receiverFinding(delivery), delivery, delivery.url).fix}`,
      }
    case 'succeeded':
      return { tone: 'good', title: 'Coped with it', why: 'The delivery succeeded in spite of the fault.' }
    case 'failed':
      return {
        tone: 'bad',
        title: 'Did not cope with it',
        why: `${reason_facts?.code === 'gave_up' ? 'All attempts are used up' : `No attempt follows: ${reason}`}${answered === null ? '' : `; the ${isOne ? 'one' : 'last'} with the fault: ${answered}`}.`,
      }
    case 'cancelled':
      return { tone: 'quiet', title: 'Not told', why: 'The delivery was cancelled before it ended.' }
    default:
      return {
        tone: 'wait',
        title: 'Still open',
        why:
          answered === null
            ? 'No attempt with the fault has ended yet.'
            : `The ${isOne ? '' : 'last '}attempt with the fault: ${answered}.${next_attempt_at === null ? '' : ` The retry comes with${(touched?.fault_parts ?? fault_parts)?.at(-1)?.name === sticky ? ' it again' : 'out it'}.`}`,
      }
  }
}

/** Text in the faults' grammar: `name(args) | name(args) … [| sticky]`; the bar never stands inside brackets. */
export const sticky = 'sticky'

const partsOf = (text: string): string[] =>
  text
    // `drop sticky` is read as `drop | sticky`.
    .replace(/\s+sticky\s*$/, '|sticky')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const written = (parts: readonly string[]): string => parts.join(' | ')

/** The faults in the text, `sticky` left out. */
export const faultsIn = (text: string): string[] => partsOf(text).filter((part) => part !== sticky)

/** Whether it is put on every attempt rather than the first alone. */
export const isSticky = (text: string): boolean => partsOf(text).at(-1) === sticky

/** The text with or without `sticky` at its end. */
export const withSticky = (text: string, wanted: boolean): string =>
  written([...faultsIn(text), ...(wanted ? [sticky] : [])])

/** The text with one more fault, before `sticky` where that ends it. */
export const withFault = (text: string, fault: string): string =>
  written([...faultsIn(text), fault, ...(isSticky(text) ? [sticky] : [])])

/** What the catalogue has of a fault as it is written: `tamper(body)` by its whole name, `delay(1s)` by its head. */
export function knownFault(part: string, known: readonly CatalogueFault[]): CatalogueFault | undefined {
  const [head = ''] = part.split('(')
  return known.find(({ fault }) => fault === part) ?? known.find(({ fault }) => fault === head.trim())
}

/** The text completed by an example of each fault whose way of being written begins like its last part. */
export function completions(text: string, known: readonly CatalogueFault[]): string[] {
  const at = text.lastIndexOf('|') + 1
  const begun = text.slice(at).trim().toLowerCase()
  const before = partsOf(text.slice(0, at))
  return known
    .filter(({ usage }) => usage.startsWith(begun))
    .map(({ example }) => written([...before, example]))
}
