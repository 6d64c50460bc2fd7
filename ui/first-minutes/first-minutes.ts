/** Tracks the three first steps. */

import { computed, signal } from '@preact/signals'
import type { DeliveryRow, Frame } from '../../server/wire.ts'
import { isOwnAddress } from '../../server/words/address.ts'
import { usesBuiltIn } from '../kit/preferences.ts'
import { frameListeners } from '../live/frames.ts'
import { health } from '../live/health.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { postResend } from '../live/routes/delivery.ts'
import { listRows, postEvent } from '../live/routes.ts'
import { subscriptions } from '../live/settings.ts'
import { lookForDelivery } from '../stream/looking.ts'

/** A fault that changes only the signature. */
const wrongSignature = 'tamper(signature)'

/** Whether a fault was sent before the strip appeared. The step is then done, and its result is not shown. */
const brokenBefore = signal(false)
/** The newest answered delivery with a fault, for each address. */
const broken = signal<ReadonlyMap<string, DeliveryRow>>(new Map())

const isJudged = ({ state }: DeliveryRow) => state === 'refused' || state === 'wrongly_accepted'
/** What a check sent is no step of the reader. */
const isBroken = (row: DeliveryRow) =>
  row.check_id === null && (isJudged(row) || (row.fault !== null && row.last_outcome !== null))

function take(rows: readonly DeliveryRow[]): void {
  const known = new Map(broken.value)
  for (const row of rows) if (isBroken(row)) known.set(row.url, row)
  broken.value = known
}

/** The subscription created from the strip. */
export const pointedAt = signal<string | null>(null)
export const pointed = computed(() => subscriptions.value?.find(({ id }) => id === pointedAt.value) ?? null)

/** Which steps are done, or null while unknown. */
export const steps = computed(() => {
  if (subscriptions.value === null || health.value === null) return null
  return {
    pointed: usesBuiltIn.value || subscriptions.value.some((one) => !isOwnAddress(one.url, location.origin)),
    fired: health.value.counts.events > 0,
    broken: brokenBefore.value || broken.value.size > 0,
  }
})

/** The result at the reader's own receiver if there is one, else the newest result. */
export const result = computed<DeliveryRow | null>(() => {
  const rows = [...broken.value.values()].toSorted((a, b) => b.seq - a.seq)
  return rows.find(({ url }) => !isOwnAddress(url, location.origin)) ?? rows[0] ?? null
})

function listen(frames: readonly Frame[]): void {
  if (frames.some(({ kind }) => kind === 'reset')) {
    broken.value = new Map()
    brokenBefore.value = false
  }
  const rows = frames.flatMap((frame) => (frame.kind === 'delivery' ? [frame.data] : []))
  if (rows.some(isBroken)) take(rows)
}

/** Follows live records while the strip is visible. */
export function watchSteps(): () => void {
  frameListeners.add(listen)
  void readBroken()
  return () => frameListeners.delete(listen)
}

async function readBroken(): Promise<void> {
  const known = await listRows('delivery', { state: 'refused,wrongly_accepted', limit: 20 })
  if (known.ok && known.value.rows.some(isBroken)) brokenBefore.value = true
}

/**
 * Resends the last event to each receiver with a wrong signature. A receiver subscribed in the strip gets one even
 * without an earlier delivery.
 */
export async function breakIt(): Promise<void> {
  const newest = await attemptTo(listRows('delivery', { limit: 1 }))
  const [first] = newest?.rows ?? []
  if (first === undefined) return
  const same = await attemptTo(listRows('delivery', { event_id: first.event_id, limit: 50 }))
  const targets = new Map((same?.rows ?? [first]).map((row) => [row.subscription_id, row]))
  const sent: DeliveryRow[] = []
  for (const { id } of targets.values()) {
    const done = await attemptTo(postResend(id, { fault: wrongSignature }))
    if (done !== null) sent.push(done.delivery)
  }
  const { value: own } = pointed
  if (own !== null && !targets.has(own.id)) {
    const order = { event: first.event, subscription_id: own.id, fault: wrongSignature }
    sent.push(...((await attemptTo(postEvent(order)))?.deliveries ?? []))
  }
  said.value = 'Resent with a wrong signature'
  const shown = sent.find(({ url }) => !isOwnAddress(url, location.origin)) ?? sent[0]
  if (shown !== undefined) lookForDelivery(shown.id)
}
