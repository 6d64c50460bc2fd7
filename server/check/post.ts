/** Sends the requests of a check and records each as a delivery of its own. */

import { notSent, type Outgoing } from '../client/message.ts'
import type { Sender, Sent } from '../client/send.ts'
import type { Clock } from '../clock/clock.ts'
import type { Ids } from '../database/ids.ts'
import type { Writer } from '../database/writer.ts'
import type { AttemptStore } from '../delivery/attempts.ts'
import type { EventStore } from '../delivery/event-store.ts'
import { tellDelivery, tellEnd } from '../delivery/news.ts'
import type { DeliveryRecord } from '../delivery/record.ts'
import type { DeliveryStore } from '../delivery/store.ts'
import { traceparentOf } from '../delivery/trace.ts'
import type { Outside } from '../outside.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { DeliveryReason, DeliveryState } from '../wire.ts'
import { saySent } from '../words/check.ts'
import { eventSummary } from '../words/event.ts'
import { factOfOne } from './judge.ts'
import type { Exchange, Expects, Planned } from './probe.ts'
import { requestOf, timed } from './request.ts'

export interface PostNeeds {
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  events: EventStore
  deliveries: DeliveryStore
  attempts: AttemptStore
}

/** What a probe sends for. */
interface For {
  /** The id of the probe. */
  probe: string
  expects: Expects
}

/** Sends on real time, whatever the sandbox's clock, and without any fault rule. Nothing is retried by itself. */
export function createPost(
  needs: PostNeeds,
  {
    checkId,
    subscription,
    recipe,
    timeoutMs,
    userAgent,
    sender,
    signal,
    isForgotten,
  }: {
    checkId: string
    subscription: SubscriptionRecord
    recipe: Recipe
    timeoutMs: number
    userAgent: string
    sender: Sender
    /** Aborted when the check is stopped. */
    signal: AbortSignal
    /** Whether a reset has emptied the tables: then nothing is recorded. */
    isForgotten(): boolean
  },
) {
  const { clock, outside, ids, writer, events, deliveries, attempts } = needs
  const common = { url: subscription.url, recipe, secret: subscription.secret, userAgent }
  /** The events that are recorded, by id. */
  const recorded = new Map<string, number>()

  const nowS = () => Math.floor(outside.wallTime() / 1_000_000)

  /** Ends the requests under way. */
  const cuts = new Set<() => void>()
  signal.addEventListener('abort', () => {
    for (const cut of cuts) cut()
  })

  async function transfer(request: Outgoing): Promise<Sent> {
    if (signal.aborted) return notSent({ kind: 'interrupted', code: 'stopped' })
    const attempt = sender.send(request, { timeoutMs })
    const cut = () => attempt.cut({ kind: 'interrupted', code: 'stopped' })
    cuts.add(cut)
    return attempt.done.finally(() => cuts.delete(cut))
  }

  async function sendOne(given: Planned, { probe, expects }: For): Promise<Exchange> {
    const startedAt = clock.now()
    const planned = timed(given, common, nowS())
    const signedS = nowS() + (planned.skewS ?? 0)
    const deliveryId = ids.next('dlv')
    const attemptId = ids.attempt(deliveryId, 1)
    const traceparent = traceparentOf({ eventId: planned.draft.id, traceparent: null }, attemptId)
    const request = requestOf(planned, { ...common, traceparent }, nowS())
    const sent = await transfer(request)
    const exchange = { planned, request, sent, deliveryId }
    const detail = [planned.label ?? [], planned.wire?.cut ? 'cut on purpose' : []].flat().join('; ')
    await writer.write((tx) => {
      if (isForgotten()) return
      const { draft } = planned
      const summary = eventSummary(draft.event, draft.payload)
      let eventSeq = recorded.get(draft.id)
      if (eventSeq === undefined) {
        const seq = tx.seq()
        eventSeq = seq
        const payload = JSON.stringify(draft.payload)
        const row = events.insert({
          seq,
          id: draft.id,
          event: draft.event,
          summary,
          occurred_at: startedAt,
          source: 'check',
          run_id: checkId,
          call_id: null,
          payload,
          traceparent: null,
        })
        recorded.set(draft.id, seq)
        tx.ifUndone(() => recorded.delete(draft.id))
        tx.announce('event', { now: () => row, later: events.later(seq) }, seq)
      }
      const seq = tx.seq()
      const record: DeliveryRecord = {
        seq,
        id: deliveryId,
        eventSeq,
        eventId: draft.id,
        event: draft.event,
        summary,
        subscriptionId: subscription.id,
        url: subscription.url,
        scheme: subscription.scheme,
        schemeOptions: subscription.schemeOptions,
        fault: null,
        isEdited: false,
        checkId,
        ...endOf(expects, exchange),
        attemptsMade: 1,
        attemptsMax: 1,
        attemptsBegun: 1,
        nextAttemptAt: null,
        lastOutcome: sent.outcome,
        lastDurationMs: sent.durationMs,
        lastSignedAt: null,
        createdAt: startedAt,
        finishedAt: clock.now(),
      }
      deliveries.insert(record)
      const attempt = {
        seq: tx.seq(),
        id: attemptId,
        deliverySeq: seq,
        deliveryId,
        number: 1,
        startedAt,
        signedAt: signedS * 1_000_000,
        durationMs: null,
        outcome: null,
        phases: null,
        fault: null,
      }
      attempts.start(attempt, request, {
        body: request.body,
        changes: [{ fault: probe, detail: detail || saySent(probe) }],
      })
      attempts.finish(attempt.seq, sent)
      tellDelivery(tx, deliveries, record, seq)
      tellEnd(tx, attempts, attempt, sent)
    })
    return exchange
  }

  return {
    /**
     * Sends the requests of a probe: those of one list together, the lists one after the other. Ends early if the check is
     * stopped.
     */
    async send(turns: readonly Planned[][], to: For): Promise<Exchange[]> {
      const exchanges: Exchange[] = []
      for (const turn of turns) {
        if (signal.aborted) break
        const due = turn.filter((planned) => !planned.ifRefused || !isAccepted(exchanges, planned))
        const afterMs = Math.max(0, ...due.map((planned) => planned.afterMs ?? 0))
        if (due.length === 0) continue
        if (afterMs > 0) await pause(outside, afterMs, signal)
        exchanges.push(...(await Promise.all(due.map((planned) => sendOne(planned, to)))))
      }
      return exchanges
    },
    /**
     * Sends a request that asks for nothing, without a record: tells whether the receiver is there.
     * @param below a path below that of the receiver: a proxy passes both to the same server
     */
    look: (below?: string): Promise<Sent> =>
      transfer({
        ...requestOf({ draft: { id: '', event: '', payload: {} } }, common, nowS()),
        method: 'GET',
        headers: [
          ['host', new URL(subscription.url).host],
          ['user-agent', userAgent],
        ],
        body: Buffer.alloc(0),
        ...(below !== undefined && {
          path: `${new URL(subscription.url).pathname.replace(/\/$/, '')}/${below}`,
        }),
      }),
    /** Makes a request of this kind without a record: one of the many tries for a proof. */
    attempt: (planned: Planned): Promise<Sent> => {
      const now = nowS()
      return transfer(requestOf(timed(planned, common, now), common, now))
    },
  }
}
export type Post = ReturnType<typeof createPost>

const isAccepted = (exchanges: readonly Exchange[], { draft }: Planned): boolean =>
  exchanges.some(
    ({ planned, sent }) =>
      planned.draft.id === draft.id &&
      !planned.wire?.cut &&
      sent.outcome.kind === 'responded' &&
      sent.outcome.status >= 200 &&
      sent.outcome.status < 300,
  )

/** Waits on real time; a stop ends the wait. */
export const pause = (outside: Outside, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = outside.after(ms, end)
    signal.addEventListener('abort', end, { once: true })
  })

/** How the delivery of a request ended, by what the probe expects. */
function endOf(
  expects: Expects,
  exchange: Exchange,
): { state: DeliveryState; reason: DeliveryReason | null } {
  const { outcome } = exchange.sent
  const status = outcome.kind === 'responded' ? outcome.status : undefined
  const { code } = factOfOne(expects, exchange)
  if (code === 'accepted' && status !== undefined)
    return { state: 'wrongly_accepted', reason: { code: 'wrongly_accepted', status } }
  if (code !== 'as_expected' || status === undefined)
    return { state: 'failed', reason: { code: 'attempt_failed' } }
  return status < 300
    ? { state: 'succeeded', reason: null }
    : { state: 'refused', reason: { code: expects === 'survive' ? 'may_refuse' : 'refused', status } }
}
