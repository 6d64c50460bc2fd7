/** Runs the probes of a check, from the valid delivery to the last count. Over 300 lines: its steps share what is known of the receiver. */
import type { Outside } from '../outside.ts'
import type { NotJudged, ProbeFact } from '../wire.ts'
import type { Framework } from '../words/check-fixes.ts'
import type { Mistaken } from '../words/check-mistakes.ts'
import type { Effects, Reading } from './effects.ts'
import { frameworkOf } from './framework.ts'
import { factOf, resultOf } from './judge.ts'
import { type Post, pause } from './post.ts'
import type { Exchange, Kit, Probe, ProbeRecord } from './probe.ts'
import type { EffectProbe } from './probes/effects.ts'
import { ofAll, ofValid } from './probes/table.ts'

/** How many probes run side by side where their order does not matter. */
const besides = 4
/** How long a receiver that went down is waited for, and how often it is looked for. Real time, ms. */
const patienceMs = 10_000
const lookMs = 250
/** How often the valid delivery is sent while the receiver gets its secret. */
const awaitMs = 1000

export interface RunNeeds {
  kit: Kit
  post: Post
  outside: Outside
  /** Undefined where nobody counts effects. */
  effects: Effects | undefined
  signal: AbortSignal
  /** Whether the valid delivery is sent until the receiver accepts it. */
  awaitsAccepted: boolean
  /** Names the mistake of a receiver that refuses what is valid, with the delivery that it refused. */
  explain(probe: Probe, refused: readonly Exchange[]): Promise<Mistaken | null>
  /** Called with each probe as it ends. */
  ended(record: ProbeRecord): Promise<void>
  /** Called with each valid delivery that the check waits for and that was not accepted. */
  waits(why: NotReached | { kind: 'not_accepted'; fact: ProbeFact }): Promise<void>
}

interface NotReached {
  kind: 'not_reached'
  exchange: Exchange
}
/** Whether the check could be made. */
export type Ran = { kind: 'done'; framework: Framework | null } | NotReached

/** Runs the chosen probes. Each is judged by itself, except that a refused valid delivery leaves the others unjudged. */
export async function runProbes(probes: readonly Probe[], needs: RunNeeds): Promise<Ran> {
  const { kit, post, outside, effects, signal } = needs
  const all: Exchange[] = []
  /** The probes after which the receiver did not answer any more. */
  const downs: { after: string[]; how: 'crashed' | 'hung'; back: boolean }[] = []
  let isDown = false
  /** The probes that were answered last. A receiver that dies after its answer is found at the next request. */
  let recent: string[] = []
  /** Whether the receiver leaves a GET without an answer, although it answers deliveries. */
  let ignoresLooks = false
  let sawEffect = false

  const end = (probe: Probe, fact: ProbeFact, from: Ended, mistake: Mistaken | null = null) =>
    needs.ended({
      id: probe.id,
      result: resultOf(probe, fact),
      fact,
      mistake,
      deliveries: from.exchanges.map(({ deliveryId }) => deliveryId),
      durationMs: outside.elapsed() - from.began,
    })

  async function sendFor(probe: Probe, turns = probe.requests(kit.of(probe.id))): Promise<Ended> {
    const began = outside.elapsed()
    const exchanges = await post.send(turns, { probe: probe.id, expects: probe.expects })
    all.push(...exchanges)
    return { began, exchanges }
  }

  /** A valid delivery without a record. */
  const looks = kit.of('stays-alive')
  const deliver = () => post.attempt({ draft: looks.draft() })
  /** Whether the receiver answers anything at all; waits for its return, within a bound. */
  async function look(): Promise<'up' | 'crashed' | 'hung'> {
    const { outcome } = ignoresLooks ? await deliver() : await post.look()
    if (outcome.kind === 'responded' || signal.aborted) return 'up'
    if (outcome.kind !== 'timed_out') return 'crashed'
    // A receiver need not answer a GET.
    ignoresLooks ||= (await deliver()).outcome.kind === 'responded'
    return ignoresLooks ? 'up' : 'hung'
  }
  async function awaitReturn(): Promise<boolean> {
    const until = outside.elapsed() + patienceMs
    while (outside.elapsed() < until && !signal.aborted) {
      await pause(outside, lookMs, signal)
      if ((await look()) === 'up') return true
    }
    return false
  }
  /** Records that the receiver is down after some probes, and waits for it. */
  async function noteDown(after: readonly string[], ended?: Ended): Promise<boolean> {
    const now = await look()
    // What starts it again may be quicker than a look.
    if (now === 'up' && !ended?.exchanges.some(({ sent }) => sent.outcome.kind === 'refused')) return false
    const back = now === 'up' || (await awaitReturn())
    downs.push({ after: [...after], how: now === 'hung' ? 'hung' : 'crashed', back })
    isDown = !back
    return true
  }

  /** Sends and judges one probe. */
  async function judged(probe: Probe, ended: Ended): Promise<void> {
    let fact = probe.judge?.({ kit, exchanges: ended.exchanges }) ?? factOf(probe.expects, ended.exchanges)
    if (signal.aborted) fact = { code: 'not_judged', reason: 'stopped' }
    let mistake: Mistaken | null = null
    if (probe.expects === 'accept' && isRefusal(fact) && !isRateLimited(fact)) {
      const control = probe.control && (await sendFor(probe, probe.control(kit.of(`${probe.id}:control`))))
      let refused = ended.exchanges
      if (control && isRefusal(factOf('accept', control.exchanges))) {
        // New fields are the matter of another probe. What came without one is judged all the same.
        refused = refused.filter(({ planned }) => !planned.hasNewField)
        fact =
          refused.length > 0 ? factOf('accept', refused) : { code: 'not_judged', reason: 'new_field_refused' }
      }
      if (isRefusal(fact)) mistake = await needs.explain(probe, refused)
    }
    await end(probe, fact, ended, mistake)
  }

  /** Runs probes one after the other, and knows after which the receiver went down. */
  async function oneByOne(list: readonly Probe[]): Promise<void> {
    for (const probe of list) {
      if (signal.aborted || isDown) {
        await end(probe, lost(), { began: outside.elapsed(), exchanges: [] })
        continue
      }
      let ended = await sendFor(probe)
      // It went down before this probe reached it: after those before, which it had answered.
      if (recent.length > 0 && neverReached(ended) && (await noteDown(recent, ended))) {
        if (!isDown) ended = await sendFor(probe)
      } else if (isUnanswered(ended)) await noteDown([probe.id], ended)
      recent = [probe.id]
      await judged(probe, ended)
    }
    if (recent.length > 0 && !isDown && !signal.aborted) await noteDown(recent)
  }

  /** Runs probes side by side. Those that were not answered are asked again, one at a time. */
  async function together(list: readonly Probe[]): Promise<void> {
    const left = [...list]
    const again: Probe[] = []
    const reached: string[] = []
    let wasDown = false
    const work = async () => {
      while (!signal.aborted) {
        const probe = left.shift()
        if (probe === undefined) return
        const ended = await sendFor(probe)
        if (isUnanswered(ended)) {
          again.push(probe)
          if (neverReached(ended)) wasDown = true
          else reached.push(probe.id)
        } else {
          if (!wasDown) recent = [...recent, probe.id].slice(-besides)
          await judged(probe, ended)
        }
      }
    }
    await Promise.all(Array.from({ length: besides }, work))
    for (const probe of left) await end(probe, lost(), { began: outside.elapsed(), exchanges: [] })
    const after = [...recent, ...reached]
    if (again.length > 0) {
      const now = await look()
      if (now !== 'up' && !(await awaitReturn())) {
        downs.push({ after, how: now, back: false })
        isDown = true
      }
      recent = []
    }
    await oneByOne(list.filter((probe) => again.includes(probe)))
    // A probe that it had answered brought it down: none of those that were asked again did.
    if (wasDown && downs.length === 0 && !signal.aborted) downs.push({ after, how: 'crashed', back: true })
  }

  const lost = (): ProbeFact => ({
    code: 'not_judged',
    reason: signal.aborted ? 'stopped' : downs.at(-1)?.how === 'hung' ? 'receiver_hung' : 'receiver_down',
  })

  /** Skips what does not apply, and returns the rest. */
  async function applicable<Kind extends Probe>(list: readonly Kind[]): Promise<Kind[]> {
    const rest: Kind[] = []
    for (const probe of list) {
      const reason = probe.skip?.(kit)
      if (reason === undefined) rest.push(probe)
      else await skip(probe, reason)
    }
    return rest
  }
  const skip = (probe: Probe, reason: NotJudged) =>
    end(probe, { code: 'not_judged', reason }, { began: outside.elapsed(), exchanges: [] })

  const chosen = (group: (probe: Probe) => boolean) => probes.filter(group)

  // The valid delivery goes first, chosen or not: all others are judged by its answer.
  const [valid] = probes
  if (!valid) return { kind: 'done', framework: null }
  let first = await sendFor(valid)
  while (needs.awaitsAccepted && !signal.aborted) {
    const fact = factOf('accept', first.exchanges)
    if (fact.code === 'as_expected') break
    await needs.waits(notReached(first) ?? { kind: 'not_accepted', fact })
    await pause(outside, awaitMs, signal)
    first = await sendFor(valid)
  }
  const unreached = notReached(first)
  if (unreached) return unreached
  if (isUnanswered(first)) await noteDown([valid.id], first)
  const validFact = factOf('accept', first.exchanges)
  const isValidAccepted = validFact.code === 'as_expected'
  const strange = await post.look(Math.floor(kit.random('path') * 1e9).toString(36))
  const framework = frameworkOf(
    first.exchanges.flatMap(({ sent }) => answerOf(sent)),
    answerOf(strange),
  )
  if (!isDown) recent = [valid.id]
  const mistake =
    isRefusal(validFact) && !isRateLimited(validFact) ? await needs.explain(valid, first.exchanges) : null
  await end(valid, signal.aborted ? lost() : validFact, first, mistake)
  for (const probe of chosen(({ id }) => ofValid.has(id) && id !== valid.id))
    await end(probe, probe.judge?.({ kit, exchanges: first.exchanges }) ?? validFact, first)

  const rest = chosen(({ id }) => !ofValid.has(id) && !ofAll.has(id))
  if (!isValidAccepted)
    for (const probe of rest)
      await skip(probe, signal.aborted ? 'stopped' : isDown ? 'receiver_down' : 'valid_refused')
  else {
    const asked = await applicable(rest.filter(({ group }) => group !== 'effects'))
    await together(asked.filter(({ group, alone }) => !alone && (group === 'signature' || group === 'bytes')))
    await oneByOne(asked.filter(({ group, alone }) => alone || group === 'tolerance' || group === 'delivery'))
    await countEffects(rest.filter((probe): probe is EffectProbe => probe.group === 'effects'))
  }
  await endWhole()
  return { kind: 'done', framework }

  /** One at a time, so that a total belongs to one probe. */
  async function countEffects(list: readonly EffectProbe[]): Promise<void> {
    if (!effects) {
      for (const probe of list) await skip(probe, 'no_effects')
      return
    }
    let unseen: NotJudged | undefined
    let hasLagged = false
    await effects.rest(signal)
    for (const probe of await applicable(list)) {
      const reason = signal.aborted || isDown ? undefined : unseen
      if (signal.aborted || isDown || reason) {
        await end(probe, reason ? { code: 'not_judged', reason } : lost(), {
          began: outside.elapsed(),
          exchanges: [],
        })
        continue
      }
      let fact = await effectsOf(probe, effects)
      if (isSurplus(fact.fact) && !hasLagged) {
        // Only now is known how late effects are: those of earlier requests may have come in between.
        hasLagged = true
        await effects.rest(signal)
        fact = await effectsOf(probe, effects)
      }
      if (isUnanswered(fact.ended)) await noteDown([probe.id], fact.ended)
      if (fact.fact.code === 'not_judged') unseen = fact.fact.reason
      await end(probe, fact.fact, fact.ended)
    }
  }

  async function effectsOf(probe: EffectProbe, counter: Effects): Promise<{ fact: ProbeFact; ended: Ended }> {
    const before: Reading | undefined = await counter.read(signal)
    const ended = await sendFor(probe)
    const unreadable: ProbeFact = { code: 'not_judged', reason: 'effects_unreadable' }
    if (before === undefined) return { fact: unreadable, ended }
    const own = new Set(ended.exchanges.map(({ planned }) => planned.draft.id))
    const seen = await counter.settle(before, { expected: probe.effects, own, signal })
    if (seen === undefined) return { fact: unreadable, ended }
    if (signal.aborted) return { fact: lost(), ended }
    if (probe.effects === 1 && seen.counted === 0 && !sawEffect)
      return { fact: { code: 'not_judged', reason: 'no_effect_seen' }, ended }
    sawEffect ||= seen.counted > 0
    if (probe.atOnce && seen.atOnce >= probe.effects) return { fact: { code: 'as_expected' }, ended }
    if (seen.counted !== probe.effects)
      return { fact: { code: 'effects', counted: seen.counted, expected: probe.effects }, ended }
    if (probe.atOnce) return { fact: { code: 'effect_later', ms: seen.firstMs ?? 0 }, ended }
    return { fact: { code: 'as_expected' }, ended }
  }

  /** Judges what all answers show together. */
  async function endWhole(): Promise<void> {
    const began = outside.elapsed()
    const [down] = downs
    for (const probe of chosen(({ id }) => ofAll.has(id))) {
      const fact: ProbeFact =
        probe.judge?.({ kit, exchanges: all }) ??
        (down ? { code: 'went_down', ...down } : { code: 'as_expected' })
      await end(probe, fact, { began, exchanges: [] })
    }
  }
}

interface Ended {
  /** In milliseconds of {@link Outside.elapsed}. */
  began: number
  exchanges: readonly Exchange[]
}

/** Whether there were more effects than expected. */
const isSurplus = (fact: ProbeFact): boolean => fact.code === 'effects' && fact.counted > fact.expected

const isRefusal = ({ code }: ProbeFact): boolean =>
  code === 'refused' || code === 'server_error' || code === 'redirected'

const isRateLimited = (fact: ProbeFact): boolean => fact.code === 'refused' && fact.status === 429

const answerOf = ({ response }: Exchange['sent']) =>
  response === null
    ? []
    : [{ status: response.status, headers: [...response.headers], body: response.body.toString('utf8') }]

/** Whether a request that was sent whole got no answer. */
const isUnanswered = ({ exchanges }: Ended): boolean =>
  exchanges.some(
    ({ planned, sent }) =>
      !planned.wire?.cut && sent.outcome.kind !== 'responded' && sent.outcome.kind !== 'interrupted',
  )

/** Whether no request of a probe came as far as the receiver. */
const neverReached = ({ exchanges }: Ended): boolean =>
  exchanges.length > 0 &&
  exchanges.every(({ sent }) => sent.sentBytes === 0 && sent.outcome.kind === 'refused')

/** The request that found no receiver to check: nothing listens, the name is unknown, the address is not allowed. */
const notReached = ({ exchanges: [exchange] }: Ended): NotReached | undefined =>
  exchange && ['refused', 'dns', 'tls', 'blocked'].includes(exchange.sent.outcome.kind)
    ? { kind: 'not_reached', exchange }
    : undefined
