/** The matchers of every test runner, in the form that `expect.extend` of vitest, Playwright and jest takes. */
import { exitCodeOf } from '../../check/score.ts'
import { receiverFinding } from '../../findings/receiver.ts'
import type { Capture, Check, Delivery, DeliveryRow, Verdict } from '../../wire.ts'
import { receiverWords } from '../../words/advice.ts'
import {
  judgedCapture,
  judgedCheck,
  judgedDelivery,
  judgedVerdict,
  type MatcherName,
  notButWas,
  notWhat,
  wrongSubject,
} from '../../words/judged.ts'
import { resting } from '../client.ts'
import type { Endpoint, Fired, MatchOptions, PassOptions, Receiver, WaitFilter } from '../types.ts'
import { Unmet } from '../unmet.ts'

/** What a matcher found. */
interface Judgement {
  pass: boolean
  message: () => string
}
/** What a runner says about the call: whether `.not` stands before the matcher. */
interface Call {
  isNot?: boolean
}
export type Matcher<Options> = (this: Call, subject: unknown, options?: Options) => Promise<Judgement>

/** Shorter than the 5 s after which vitest and jest end a test without these words. */
const usualTimeoutMs = 3000

const judgement = (pass: boolean, ...lines: string[]): Judgement => ({
  pass,
  message: () => lines.filter((line) => line !== '').join('\n'),
})

/** What the matchers read of a receiver or an endpoint. */
interface Source {
  wait(filter: WaitFilter<'delivery'> & WaitFilter<'capture'>): Promise<{ matched: { id: string }[] }>
  /** The record with this id, as {@link judgedDelivery} or {@link judgedCapture} shows it. */
  tell(id: string): Promise<string>
  /** Fulfilled when nothing is under way. */
  rest(): Promise<unknown>
}

function sourceOf(subject: object): Source | undefined {
  if (isReceiver(subject))
    return {
      wait: (filter) => subject.wait(filter),
      tell: async (id) => told((await subject.deliveries()).find((one) => one.id === id)),
      async rest() {
        const { length: count } = await subject.deliveries()
        const filter = { state: resting, count, since: 'start', timeout: usualTimeoutMs }
        return count > 0 && subject.wait(filter).catch(unlessUnmet)
      },
    }
  if (isEndpoint(subject))
    return {
      wait: (filter) => subject.wait(filter),
      async tell(id) {
        const capture = (await subject.captures()).find((one) => one.id === id)
        return capture ? judgedCapture(capture) : ''
      },
      rest: () => Promise.resolve(),
    }
  return undefined
}

function unlessUnmet(error: unknown): Unmet {
  if (error instanceof Unmet) return error
  throw error
}

/** A delivery with the cause and the fix that its findings have, else those that its row shows. */
function told(row: DeliveryRow | Delivery | undefined): string {
  if (row === undefined) return ''
  const isWrong = row.state === 'failed' || row.state === 'retrying' || row.state === 'wrongly_accepted'
  return judgedDelivery(row, isWrong ? receiverWords(receiverFinding(row), row, row.url).fix : '')
}

/** Judges the records of a source by a wait. */
async function arrived(
  { wait, tell, rest }: Source,
  { isNot = false }: Call,
  filter: MatchOptions & WaitFilter<'delivery'> & WaitFilter<'capture'>,
): Promise<Judgement> {
  if (isNot) {
    await rest()
    const { count: _, ...which } = filter
    const unmet = await wait({ timeout: 0, ...which, none: true }).then(() => undefined, unlessUnmet)
    return unmet ? judgement(true, unmet.message) : judgement(false)
  }
  const unmet = await wait({ timeout: usualTimeoutMs, ...filter }).then(() => undefined, unlessUnmet)
  if (!unmet) return judgement(true)
  const nearest = unmet.closest?.record ?? unmet.arrivedInstead[0]
  return judgement(false, unmet.message, '', ...(nearest ? [await tell(nearest.id)] : []))
}

/** The deliveries of a trigger when they have ended, or a delivery as it is. */
async function deliveriesOf(subject: object): Promise<(Delivery | DeliveryRow)[] | undefined> {
  if (isFired(subject)) return subject.settled()
  return isDelivery(subject) ? [subject] : undefined
}

/** Judges each delivery that is in hand. */
async function each(
  matcher: MatcherName,
  subject: unknown,
  { as, fits }: { as: 'delivered' | 'refused' | 'once'; fits(row: DeliveryRow | Delivery): boolean },
): Promise<Judgement> {
  const rows = (isObject(subject) && (await deliveriesOf(subject))) || wrong(matcher, subject)
  if (rows.length === 0)
    return judgement(
      false,
      isFired(subject) && subject.counts.deliveries > 0 ? notWhat.uncounted : notWhat.none,
    )
  const unfit = rows.filter((row) => !fits(row))
  return unfit.length > 0
    ? judgement(false, notWhat[as], ...unfit.map(told))
    : judgement(true, notButWas[as], ...rows.map(told))
}

const isRefusal = ({ last_outcome: outcome }: DeliveryRow): boolean =>
  outcome?.kind === 'responded' && outcome.status >= 400 && outcome.status < 500

const isOnce = (row: DeliveryRow | Delivery): boolean =>
  row.state === 'succeeded' &&
  !('findings' in row && row.findings.some(({ code }) => code === 'acted_twice' || code === 'copy_failed'))

const toBeDelivered: Matcher<MatchOptions> = async function (given, options) {
  const subject = await given
  const source = isObject(subject) && sourceOf(subject)
  if (source && isReceiver(subject)) return arrived(source, this, { state: 'succeeded', ...options })
  if (source) return arrived(source, this, { ...options })
  return each('toBeDelivered', subject, { as: 'delivered', fits: ({ state }) => state === 'succeeded' })
}

const toBeRefused: Matcher<MatchOptions> = async function (given, options) {
  const subject = await given
  const source = isReceiver(subject) && sourceOf(subject)
  if (source) return arrived(source, this, { status: '4xx', ...options })
  return each('toBeRefused', subject, { as: 'refused', fits: isRefusal })
}

const toBeDeliveredOnce: Matcher<MatchOptions> = async function (given, options) {
  const subject = await given
  const source = isObject(subject) && sourceOf(subject)
  if (!source) return each('toBeDeliveredOnce', subject, { as: 'once', fits: isOnce })
  const filter = { ...(isReceiver(subject) && { state: 'succeeded' }), ...options }
  if (this.isNot) await source.rest()
  const first = await arrived(source, {}, this.isNot ? { timeout: 0, ...filter } : filter)
  if (!first.pass) return first
  await source.rest()
  const two = await source.wait({ ...filter, count: 2, timeout: 0 }).catch(unlessUnmet)
  const lines = await Promise.all(two.matched.map(({ id }) => source.tell(id)))
  if (!(two instanceof Unmet))
    return judgement(false, notWhat.repeated(isReceiver(subject) ? 'delivery' : 'capture'), ...lines)
  const ids = two.matched.map(({ id }) => id)
  const unfit = isReceiver(subject)
    ? (await subject.deliveries()).filter((row) => ids.includes(row.id) && !isOnce(row))
    : []
  return unfit.length > 0
    ? judgement(false, notWhat.once, ...unfit.map(told))
    : judgement(true, notButWas.once, ...lines)
}

const toBeVerified: Matcher<MatchOptions> = async function (given, options) {
  const subject = await given
  const source = isEndpoint(subject) && sourceOf(subject)
  if (source) return arrived(source, this, { verdict: 'verified', ...options })
  const isRow = isCapture(subject)
  const verdict = isRow ? subject.verdict : isVerdict(subject) ? subject : wrong('toBeVerified', subject)
  const pass = verdict.result === 'verified'
  return judgement(
    pass,
    pass ? notButWas.verified : notWhat.verified,
    isRow ? judgedCapture(subject) : judgedVerdict(verdict),
  )
}

const toPassCheck: Matcher<PassOptions> = async (given, { failOn, ...options } = {}) => {
  const subject = await given
  const check = isReceiver(subject)
    ? await subject.check(options)
    : isCheck(subject)
      ? subject
      : wrong('toPassCheck', subject)
  const pass = exitCodeOf(check, failOn) === 0
  return judgement(pass, pass ? notButWas.passed : notWhat.passed, judgedCheck(check))
}

export const matchers = { toBeVerified, toBeDelivered, toBeRefused, toBeDeliveredOnce, toPassCheck }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const has = (value: unknown, ...names: string[]) => isObject(value) && names.every((name) => name in value)
const isReceiver = (value: unknown): value is Receiver => has(value, 'deliveries', 'secret', 'wait')
const isEndpoint = (value: unknown): value is Endpoint => has(value, 'captures', 'wait')
const isFired = (value: unknown): value is Fired => has(value, 'settled', 'counts')
const isDelivery = (value: unknown): value is DeliveryRow => has(value, 'attempts_made', 'last_outcome')
const isCapture = (value: unknown): value is Capture => has(value, 'verdict', 'received_at')
const isVerdict = (value: unknown): value is Verdict => has(value, 'result', 'causes')
const isCheck = (value: unknown): value is Check => has(value, 'probes', 'score')

function wrong(matcher: MatcherName, subject: unknown): never {
  const names = isObject(subject) ? Object.keys(subject).join(', ') || 'no properties' : ''
  const got = isObject(subject) ? `an object with ${names}` : String(subject)
  throw new TypeError(wrongSubject(matcher, got))
}
