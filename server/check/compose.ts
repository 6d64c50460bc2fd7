/** Starts, repeats, shows and stops checks of receivers. Over 300 lines: a first run and a repeated one share each step. */
import { failUnknown } from '../api/unknown-id.ts'
import { createSender, type Sender } from '../client/send.ts'
import type { Config } from '../config.ts'
import type { Counters } from '../database/counters.ts'
import { createIdsAside, isCheckIdentity } from '../database/ids.ts'
import type { Transaction } from '../database/writer.ts'
import { senderOptions } from '../delivery/sending.ts'
import { loadFaker } from '../events/fake.ts'
import { fail } from '../failures.ts'
import { factsOf } from '../faults/scheme-facts.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { SubscriptionService } from '../subscriptions/service.ts'
import type { Check } from '../wire.ts'
import { call, said } from '../words/act.ts'
import { isSameAddress } from '../words/address.ts'
import { told } from '../words/outcome.ts'
import { addressName } from '../words/receiver.ts'
import { type Beacon, createBeacon, createEffects, type ReadEffects } from './effects.ts'
import { readEffectsAt } from './effects-url.ts'
import { explainRefusal } from './explain.ts'
import { createKit } from './kit.ts'
import { withoutSecrets } from './leaks.ts'
import { type CheckOrder, chosenOf, eventsOf, repeatable, type Subject, subjectOf } from './order.ts'
import { createPost, type PostNeeds } from './post.ts'
import type { Probe } from './probe.ts'
import { type CheckReason, type CheckRecord, checkWire } from './record.ts'
import { type RunNeeds, runProbes } from './run.ts'
import { type CheckStore, isKept } from './store.ts'

export interface CheckNeeds extends Omit<PostNeeds, 'ids'> {
  counters: Counters
  seed(): number
  config: Config
  version: string
  recipes: Recipes
  service: SubscriptionService
  checks: CheckStore
  onTrouble(error: unknown): void
}

const usualTimeoutMs = 5000
/** How long the end of a stopped check is waited for. Real time, ms. */
const endMs = 2000

interface Going {
  over: AbortController
  beacon: Beacon | undefined
  /** The ids of its events. */
  events: Set<string>
  record(): CheckRecord
  ended: Promise<void>
}

/** Runs checks. Each has a subscription of its own, which gets no other event, and leaves nothing else behind. */
export function createChecks(given: CheckNeeds) {
  const ids = createIdsAside(given.counters, given.seed)
  const needs = { ...given, ids }
  const { config, outside, writer, recipes, service, checks } = needs
  const going = new Map<string, Going>()
  /** The addresses of checks that are about to begin. */
  const starting = new Set<string>()

  function refuseSecond(url: string) {
    // A check that has ended goes on until its last writes are done.
    const busy = [...going.values()]
      .map((one) => one.record())
      .find((one) => one.state === 'running' && isSameAddress(one.url, url))?.id
    if (busy !== undefined)
      fail(
        'check_running',
        `The check ${busy} of ${url} is running.`,
        said`Wait for its end, or stop it with ${call('stopCheck', { id: busy })}.`,
      )
    if ([...starting].some((one) => isSameAddress(one, url)))
      fail('check_running', `A check of ${url} is about to begin.`)
  }

  /** @param repeated the check whose probes are run again; a new check without it */
  async function begin(order: CheckOrder, repeated?: CheckRecord): Promise<Check> {
    const subject = subjectOf(order, needs)
    const chosen = chosenOf(order)
    refuseSecond(subject.url)
    starting.add(subject.url)
    try {
      return await launch(order, subject, chosen, repeated)
    } finally {
      starting.delete(subject.url)
    }
  }

  async function launch(
    order: CheckOrder,
    { found, url, scheme, schemeOptions, recipe, secret }: Subject,
    chosen: readonly Probe[],
    repeated: CheckRecord | undefined,
  ): Promise<Check> {
    const { usual, heard } = eventsOf(order, found)
    const seed = order.seed ?? outside.drawSeed()
    const fakerFor = await loadFaker(config.locale)
    const over = new AbortController()
    const { subscription, first } = await writer.write((tx) => {
      const id = repeated?.id ?? ids.next('chk')
      const made = service.create(tx, {
        identity: id,
        url,
        events: [],
        description: `Check of ${addressName(url)}`,
        scheme,
        schemeOptions,
        id: ids.uuid(),
        secret: secret ?? ids.secret(),
      })
      const pending = chosen.map((probe) => probe.id)
      const secretHint = recipe.method === 'none' ? null : made.secret.slice(-4)
      const record: CheckRecord = repeated
        ? { ...repeated, state: 'running', reason: null, secretHint, pending }
        : {
            seq: tx.seq(),
            id,
            url,
            scheme,
            facts: factsOf(recipe),
            subscriptionId: found?.id ?? null,
            seed,
            order: { ...order, seed, ...(!found && secretHint !== null && { secret: made.secret }) },
            state: 'running',
            reason: null,
            framework: null,
            secretHint,
            startedAt: outside.wallTime(),
            finishedAt: null,
            pending,
            probes: [],
          }
      checks.put(record)
      tx.announce('check', () => checkWire(record), repeated ? undefined : record.seq)
      return { subscription: made, first: record }
    })

    let record = first
    const put = (tx: Transaction, changed: CheckRecord) => {
      record = changed
      checks.put(changed)
      tx.announce('check', () => checkWire(changed))
    }
    const change = (changed: (before: CheckRecord) => CheckRecord, also?: (tx: Transaction) => void) =>
      writer.write((tx) => {
        if (!isMine()) return
        also?.(tx)
        put(tx, changed(record))
      })

    const beacon = order.effects && 'beacon' in order.effects ? createBeacon() : undefined
    const { kit, events } = createKit(order, {
      recipe,
      secret: subscription.secret,
      success: isOwnScheme(scheme) ? config.delivery.success : undefined,
      usual,
      heard,
      seed,
      fakerFor,
      nextId: () => ids.next('evt'),
      now: outside.wallTime,
    })
    const sender: Sender = createSender(senderOptions(needs))
    const post = createPost(needs, {
      checkId: first.id,
      subscription,
      recipe,
      timeoutMs: order.timeout_ms ?? usualTimeoutMs,
      userAgent: `webhook-sandbox/${needs.version}`,
      sender,
      signal: over.signal,
      isForgotten: () => !isMine(),
    })
    const read: ReadEffects | undefined =
      order.effects && 'url' in order.effects
        ? readEffectsAt(order.effects.url, { sender, timeoutMs: usualTimeoutMs })
        : beacon?.read
    const effects =
      read && createEffects({ read, outside, isOther: (key, own) => events.has(key) && !own.has(key) })

    async function drive() {
      let reason: CheckReason | null = null
      let framework: CheckRecord['framework'] = null
      try {
        const ran = await runProbes(chosen, {
          kit,
          post,
          outside,
          effects,
          awaitsAccepted: order.await_accepted ?? false,
          signal: over.signal,
          explain: (probe, refused) =>
            explainRefusal(probe, refused, { kit, post, recipes, url, outside, signal: over.signal }),
          ended: (probe) =>
            change((before) => ({
              ...before,
              reason: null,
              pending: before.pending.filter((id) => id !== probe.id),
              probes: [
                ...before.probes.filter(({ id }) => id !== probe.id),
                {
                  ...withoutSecrets(probe, [kit.secret, kit.secondSecret]),
                  ...(repeated && { repeatedAt: outside.wallTime() }),
                },
              ],
            })),
          waits: (why) =>
            change((before) => ({
              ...before,
              reason: withoutSecrets(reasonOf(why), [kit.secret, kit.secondSecret]),
            })),
        })
        if (ran.kind === 'not_reached') reason = reasonOf(ran)
        else framework = ran.framework
        if (over.signal.aborted) reason = { code: 'stopped' }
      } catch (error) {
        needs.onTrouble(error)
        reason = { code: 'defect' }
      }
      await sender.close()
      try {
        await change(
          (before) => ({
            ...before,
            framework: framework ?? before.framework,
            reason,
            state: reason === null ? 'done' : 'failed',
            // The times of a report are those of the whole check.
            finishedAt: before.finishedAt ?? outside.wallTime(),
          }),
          (tx) => {
            const own = service.find(subscription.id)
            if (own) service.remove(tx, own)
            checks.prune()
          },
        )
      } catch (error) {
        needs.onTrouble(error)
      }
      if (isMine()) going.delete(first.id)
    }
    const here: Going = { over, beacon, events, record: () => record, ended: Promise.resolve() }
    // After a reset with a seed, another check may have the same id.
    const isMine = () => going.get(first.id) === here
    going.set(first.id, here)
    here.ended = drive()
    return checkWire(first)
  }

  const known = (id: string): CheckRecord =>
    going.get(id)?.record() ?? checks.find(id) ?? failUnknown('check_unknown', id)

  return {
    begin: (order: CheckOrder) => begin(order),
    /**
     * Runs an ended check again with its secrets, options and seed: as a new check, or only some probes of it, whose results take
     * the place of the earlier ones.
     */
    async again(id: string, only?: string[]): Promise<Check> {
      const ended = known(id)
      refuseSecond(ended.url)
      if (!isKept(ended.order))
        fail(
          'check_over',
          `The check ${id} is of an earlier version, which did not keep the order to run it again.`,
        )
      if (only === undefined) return begin(ended.order)
      const { skip: _, await_accepted: __, ...order } = ended.order
      return begin({ ...order, only: repeatable(only, ended.probes) }, ended)
    },
    find: (id: string): Check => checkWire(known(id)),
    /** Ends a check; what its probes showed so far remains. */
    async stop(id: string): Promise<Check> {
      const one = going.get(id)
      if (!one) {
        const { state } = known(id)
        return fail('check_over', `The check ${id} has ended: it is ${state}.`, 'Start another one.')
      }
      one.over.abort()
      await Promise.race([one.ended, new Promise<void>((resolve) => outside.after(endMs, resolve))])
      return checkWire(known(id))
    },
    /** A receiver reports an effect. A key that no running check knows counts for the probe that is running. */
    report(key: string) {
      const counting = [...going.values()].filter(({ beacon }) => beacon !== undefined)
      const owner = counting.find(({ events }) => events.has(key))
      for (const { beacon } of owner ? [owner] : counting) beacon?.report(key)
    },
    /** After a kill: ends what was running, and removes what it had made. */
    recover(tx: Transaction) {
      for (const record of checks.running())
        checks.put({
          ...record,
          state: 'failed',
          reason: { code: 'interrupted' },
          finishedAt: outside.wallTime(),
        })
      for (const one of service.all()) if (isCheckIdentity(one.identity)) service.remove(tx, one)
    },
    /** Ends all checks, without a record: a reset empties their table. */
    forget() {
      for (const { over } of going.values()) over.abort()
      going.clear()
    },
    async close() {
      for (const { over } of going.values()) over.abort()
      await Promise.all([...going.values()].map(({ ended }) => ended))
    },
  }
}
export type Checks = ReturnType<typeof createChecks>

const reasonOf = (why: Parameters<RunNeeds['waits']>[0]): CheckReason =>
  why.kind === 'not_reached'
    ? { code: 'not_reached', outcome: told(why.exchange.sent.outcome) }
    : { code: 'not_accepted', fact: why.fact }

/** Schemes of the platform itself: it knows which statuses it counts as delivered. Other vendors take any 2xx. */
const isOwnScheme = (scheme: SchemeName) =>
  [
    'standard-webhooks',
    'standard-webhooks-ed25519',
    'platform',
    'http-message-signatures',
    'custom',
  ].includes(scheme)
