import type { Transaction } from '../../database/writer.ts'
import { runHeader, runOf } from '../../http/prefix.ts'
import type { ArmedOutcome, HeaderPair } from '../../wire.ts'
import type { Asked } from '../asked.ts'
import type { CallStore } from './store.ts'

/** What was sent back. Status 0 and an `outcome` stand for no answer. */
export interface Sent {
  status: number
  headers: HeaderPair[]
  body: string
  code: string | null
  /** The armed error that answered: its id, or `header`. */
  armed: string | null
  /** What was done to the connection instead of answering. */
  outcome?: ArmedOutcome
}

interface Recorded {
  id: string
  asked: Asked
  sent: Sent
  /** Microseconds on the sandbox's clock. */
  at: number
  durationMs: number
}

/** Writes down a call and its answer, in the transaction that carried it out. */
export function createCallRecorder(needs: { calls: CallStore }) {
  return (tx: Transaction, { id, asked, sent, at, durationMs }: Recorded) => {
    const requestBody = asked.body === 'too-large' ? null : asked.body
    const row = {
      seq: tx.seq(),
      id,
      at,
      method: asked.method,
      path: asked.url,
      identity: asked.header('identity'),
      runId: runOf(asked.header(runHeader)),
      status: sent.status,
      errorCode: sent.code,
      armed: sent.armed,
      outcome: sent.outcome ?? null,
      durationMs: Math.round(durationMs * 1000) / 1000,
      requestHeaders: asked.headers,
      requestBody,
      responseHeaders: sent.headers,
      responseBody: sent.body,
    }
    tx.announce('call', needs.calls.insert(row), row.seq)
  }
}
export type CallRecorder = ReturnType<typeof createCallRecorder>
