import type { ServerResponse } from 'node:http'
import type { Clock } from '../../clock.ts'
import type { Failure } from '../../failures.ts'
import type { Outside } from '../../outside.ts'
import type { ChosenReply } from './choose.ts'

/** Gives the answers that were chosen. */
export function createAnswering({ clock, outside }: { clock: Clock; outside: Outside }) {
  return {
    /** @param id the capture's, told where the reply leaves the body to us */
    async answer(response: ServerResponse, reply: ChosenReply, id: string) {
      if (reply.delayMs > 0) await new Promise<void>((resolve) => outside.after(reply.delayMs, resolve))
      // Of the sandbox's own time: what is recorded of an answer is the same each time.
      response.setHeader('date', new Date(clock.now() / 1000).toUTCString())
      if (reply.body === null) response.setHeader('content-type', 'application/json')
      response.writeHead(reply.status, reply.headers)
      const bodiless = reply.status === 204 || reply.status === 304
      response.end(bodiless ? undefined : (reply.body ?? `${JSON.stringify({ capture_id: id })}\n`))
    },
  }
}

export function answerFailure(response: ServerResponse, failure: Failure) {
  if (response.headersSent) return void response.destroy()
  response.writeHead(failure.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(failure.body()))
}
