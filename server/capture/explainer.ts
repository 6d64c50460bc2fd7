/** Finds the causes of failed verifications in the background. */
import type { Writer } from '../database/writer.ts'
import { toFailure } from '../failures.ts'
import type { Outside } from '../outside.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { CaptureRow, Verdict } from '../wire.ts'
import { fromIso } from '../words/time.ts'
import { type EndpointStore, newEndpoint } from './endpoints.ts'
import type { Judge } from './judge.ts'
import type { CaptureStore, UnexplainedCapture } from './store.ts'

/** This many captures are explained without a pause. */
const atOnce = 8
/** A pause is this many times as long as the work before it, so that a flood leaves most of the processor to other work. */
const restRatio = 3
/** How long a caller waits for the causes of everything received, in ms of real time. */
const patienceMs = 1000

/**
 * Finds the causes of verdicts after the reply: one capture after another, in slices, with pauses if there are many. The
 * table marks the captures to explain, so that they survive a restart and use no memory.
 */
export function createExplainer(needs: {
  writer: Writer
  outside: Outside
  endpoints: EndpointStore
  captures: CaptureStore
  judge: Judge
  onTrouble(error: unknown): void
}) {
  const { writer, outside, endpoints, captures, judge } = needs
  let news = false
  let isStopped = false
  let running: Promise<void> | undefined
  /** The number of waiting callers. While there are any, nothing pauses. */
  let waiting = 0
  let endRest: (() => void) | undefined

  /** Explains the oldest capture. Returns the duration in ms, or undefined if there was nothing to explain. */
  async function next(): Promise<number | undefined> {
    const found = isStopped ? undefined : captures.unexplained()
    if (!found) return undefined
    const began = outside.elapsed()
    const verdict = await verdictOn(found)
    await writer.write((tx) => {
      // Meanwhile the capture may have been deleted, answered or pinned.
      const row = captures.rowAt(found.row.seq)
      if (row && !row.verdict.explained) tx.announce('capture', captures.explain(row, verdict))
    })
    return outside.elapsed() - began
  }

  async function verdictOn({ row, body }: UnexplainedCapture): Promise<Verdict> {
    const endpoint = endpoints.find(row.endpoint) ?? newEndpoint(row.endpoint, { seq: 0, createdAt: 0 })
    const isElsewhere = row.reply.kind === 'recorded'
    const request = { ...row, body, bodyCut: row.body_cut, url: isElsewhere ? urlElsewhere(row) : undefined }
    const at = isElsewhere ? fromIso(row.received_at) : undefined
    try {
      const recorded = { seq: row.seq, deliveryId: row.delivery_id, at, onPurpose: row.verdict.on_purpose }
      return await judge.explain(endpoint, request, recorded)
    } catch (error) {
      if (toFailure(error).code === 'storage') throw error
      // Otherwise this capture would be tried forever and block all later ones.
      needs.onTrouble(error)
      return { ...row.verdict, explained: true }
    }
  }

  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = outside.after(ms, () => endRest?.())
      endRest = () => {
        cancel()
        endRest = undefined
        resolve()
      }
    })

  async function run() {
    try {
      let inARow = 0
      do {
        news = false
        for (let took = await next(); took !== undefined; took = await next())
          if (++inARow >= atOnce && waiting === 0) await rest(took * restRatio)
      } while (news)
    } catch (error) {
      needs.onTrouble(error)
    } finally {
      running = undefined
    }
  }

  return {
    /** Starts work if there may be some. */
    wake() {
      news = true
      if (!isStopped) running ??= run()
    },
    /** Fulfilled when everything committed is explained, or when a flood takes too long. */
    async caughtUp(): Promise<void> {
      if (!running) return
      waiting++
      endRest?.()
      let cancel: (() => void) | undefined
      const patience = new Promise<void>((resolve) => {
        cancel = outside.after(patienceMs, resolve)
      })
      await Promise.race([running, patience])
      cancel?.()
      waiting--
    },
    /** Starts no further explanation. The next process continues. */
    async stop(): Promise<void> {
      isStopped = true
      endRest?.()
      await running
    },
  }
}
/**
 * The URL of a request that another program received. Whether the URL began with http is not kept: a signature over such a URL
 * was verified at the import.
 */
function urlElsewhere({ endpoint, headers, path, query }: CaptureRow): string {
  const target = path.slice(`/in/${endpoint}`.length) || '/'
  return `https://${headerOf(headers, 'host') ?? ''}${target}${query === '' ? '' : `?${query}`}`
}

export type Explainer = ReturnType<typeof createExplainer>
