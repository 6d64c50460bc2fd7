/** The command `listen`: shows events, deliveries and captures as they happen, on a screen or line by line. */
import type { CaptureRow, DeliveryRow, EventRow, Frame, Health } from '../wire.ts'
import {
  againLine,
  captureAnswerLine,
  captureLine,
  endedLine,
  endOf,
  eventLine,
  stateLine,
} from '../words/record-lines.ts'
import type { Line } from '../words/spans.ts'
import { createCaptureNews } from './capture-news.ts'
import type { CommandContext, Making } from './command.ts'
import { readDelivery } from './deliveries.ts'
import { createKnownSubscriptions, type KnownSubscriptions } from './known-subscriptions.ts'
import { createLiveClient, tellLoss } from './live.ts'
import { printLines } from './print-lines.ts'
import { listenOnScreen } from './screen/screen.ts'

interface PlainNeeds extends CommandContext {
  since: number
  subscriptions: KnownSubscriptions
}

/** The kinds of frames that are printed. */
const heardKinds: readonly Frame['kind'][] = ['event', 'delivery', 'attempt', 'capture']

/** How many ids are remembered, the newest. */
const kept = 1000
function remember(ids: Set<string>, id: string) {
  ids.add(id)
  const [oldest] = ids
  if (ids.size > kept && oldest !== undefined) ids.delete(oldest)
}

/** Prints a line for each frame until the command is stopped. */
async function listenPlainly(needs: PlainNeeds) {
  const { client, since, subscriptions, json, tell, terminal, outside, onRunning } = needs
  let secret = subscriptions.secretHint()
  /** Deliveries that have not ended, with the number of the last printed attempt. */
  const open = new Map<string, { row: DeliveryRow; printed: number }>()
  /** Deliveries whose end is printed. A late response may still change them, which must not print a second end. */
  const ended = new Set<string>()
  /** Printed events, and the subscriptions they were sent to. Every other delivery of these events is sent again. */
  const events = new Set<string>()
  const targets = new Set<string>()
  let captureNews = createCaptureNews()

  /** Another or an emptied database may use the same ids again. */
  function forget() {
    for (const known of [open, ended, events, targets]) known.clear()
    captureNews = createCaptureNews()
  }

  const print = (line: Line | undefined) => {
    if (line) printLines(terminal, [line])
  }
  const printEnd = (end: Parameters<typeof endedLine>[0], row: DeliveryRow) =>
    print(endedLine(end, { event_id: row.event_id, receiver: subscriptions.receiverName(row) }))

  /** Reads a delivery that is older than this command. */
  async function rowOf(id: string): Promise<DeliveryRow> {
    return open.get(id)?.row ?? (await readDelivery(client, id)).delivery
  }

  function keep(row: DeliveryRow) {
    if (row.finished_at === null)
      return void open.set(row.id, { row, printed: open.get(row.id)?.printed ?? 0 })
    open.delete(row.id)
    remember(ended, row.id)
  }

  function isAgain(row: DeliveryRow): boolean {
    if (row.state !== 'pending' || row.attempts_made > 0 || open.has(row.id)) return false
    const target = `${row.event_id} ${row.subscription_id}`
    const isFirst = events.has(row.event_id) && !targets.has(target)
    remember(targets, target)
    return !isFirst
  }

  async function say(frame: Frame) {
    switch (frame.kind) {
      case 'event':
        remember(events, frame.data.id)
        return print(eventLine(frame.data))
      case 'attempt': {
        const end = endOf(frame.data)
        const { delivery_id, number } = frame.data
        if (end === undefined) return
        const row = await rowOf(delivery_id)
        printEnd(end, row)
        if (row.finished_at === null) open.set(delivery_id, { row, printed: number })
        return
      }
      case 'delivery':
        if (isAgain(frame.data)) print(againLine(frame.data))
        if (!ended.has(frame.data.id)) print(stateLine(frame.data))
        return keep(frame.data)
      case 'capture': {
        const news = captureNews(frame)
        return print(news && (news.kind === 'came' ? captureLine : captureAnswerLine)(news.row))
      }
    }
  }

  /** Prints the secret that receivers verify with, if it has changed. */
  function saySecret() {
    const now = subscriptions.secretHint()
    if (now === secret) return
    secret = now
    terminal.log(`From now on: ${secret}`)
  }

  async function hear(frame: Frame) {
    if (frame.kind === 'subscription') {
      subscriptions.take(frame.data)
      return saySecret()
    }
    if (frame.kind === 'reset') {
      forget()
      await subscriptions.read()
      return saySecret()
    }
    if (!heardKinds.includes(frame.kind)) return
    if (json) tell(frame, () => [])
    else await say(frame)
  }

  /** Reads from the database what the live socket no longer keeps: the newest state of each record. */
  async function fill(after: number) {
    await subscriptions.read()
    const enough = (row: { seq: number }) => row.seq <= after
    const fresh = await client.all<EventRow>('/sandbox/events', 'events', { enough })
    const rows = await client.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', { enough })
    const captures = await client.all<CaptureRow>('/sandbox/captures', 'captures', { enough })
    const before = [...open.keys()].filter((id) => rows.every((row) => row.id !== id))
    for (const id of before) {
      const { attempts: _, ...row } = (await readDelivery(client, id)).delivery
      rows.push(row)
    }
    const frames: Frame[] = [
      ...fresh.map((data): Frame => ({ seq: data.seq, kind: 'event', data })),
      ...rows.map((data): Frame => ({ seq: data.seq, kind: 'delivery', data })),
      ...captures.map((data): Frame => ({ seq: data.seq, kind: 'capture', data })),
    ]
    for (const frame of frames.toSorted((a, b) => a.seq - b.seq)) {
      if (frame.kind === 'delivery' && !json) sayNewest(frame.data)
      await hear(frame)
    }
    saySecret()
  }

  function sayNewest(row: DeliveryRow) {
    const { last_outcome, last_duration_ms, attempts_made, created_at, finished_at, fault } = row
    if (last_outcome === null || attempts_made <= (open.get(row.id)?.printed ?? 0)) return
    const at = finished_at ?? created_at
    printEnd({ at, outcome: last_outcome, duration_ms: last_duration_ms, fault }, row)
    open.set(row.id, { row, printed: attempts_made })
  }

  const live = createLiveClient({
    base: client.base,
    since,
    outside,
    hear,
    replaced: forget,
    fill,
    ...tellLoss(terminal, client.base),
  })
  onRunning({ close: async () => live.close() })
  terminal.log(`Listening to ${client.base} (${secret}). Stop with Ctrl-C.`)
  await live.run()
}

export function addListenCommand({ speaking }: Making) {
  speaking('listen', 'show events, deliveries and captures as they happen')
    .option('--plain', 'print lines instead of the full-screen view')
    .json('print each frame of the live socket as one line of JSON')
    .action(async ({ plain }, context) => {
      const { client, json } = context
      const { seq } = await client.get<Health>('/sandbox/health', 'platform')
      const subscriptions = createKnownSubscriptions(client)
      await subscriptions.read()
      const tty = plain || json ? undefined : context.tty?.()
      const needs = { ...context, since: seq, subscriptions }
      return tty ? listenOnScreen({ ...needs, tty }) : listenPlainly(needs)
    })
}
