import { isJson } from '../json/json-source.ts'
import type { ArmedError } from '../wire.ts'
import { jsonLine, printable } from '../words/printable.ts'
import { armedPath, conditionsOf, nameOf } from './armed.ts'
import { commandLine, createClient, type TargetFlags } from './client.ts'
import type { Shell } from './terminal.ts'

export interface ArmFlags extends TargetFlags {
  method?: string
  path?: string
  identity?: string
  times?: number
  after?: number
  probability?: number
  /** In ms. */
  delay?: number
  body?: string
  json?: true
}

/** Digits are a status, `reset` and `hang` no answer at all, everything else a code of the catalogue. */
function answerOf(what: string): Record<string, unknown> {
  if (/^\d+$/.test(what)) return { status: Number(what) }
  return what === 'reset' || what === 'hang' ? { outcome: what } : { code: what }
}

/** The order as JSON; a body that is JSON stands in it as it is written, so that its numbers keep their digits. */
function withBody(order: object, body: string | undefined): string {
  const text = JSON.stringify(order)
  if (body === undefined) return text
  return `${text.slice(0, -1)},"body":${isJson(body) ? body : JSON.stringify(body)}}`
}

/** Arms an error at a running sandbox and says how to be rid of it. */
export async function arm(what: string, flags: ArmFlags, { terminal, environment }: Shell) {
  const { url: _, data: __, json, delay, body, ...conditions } = flags
  const answer = await createClient(flags, environment).post<{
    armed_error: ArmedError
    note: string | null
  }>(
    armedPath,
    'armed_error',
    withBody({ ...answerOf(what), ...conditions, ...(delay !== undefined && { delay_ms: delay }) }, body),
  )
  if (json) return terminal.out(jsonLine(answer))
  const { armed_error, note } = answer
  terminal.out(printable(`${armed_error.id} armed: ${nameOf(armed_error)} ${conditionsOf(armed_error)}`))
  if (note !== null) terminal.log(printable(note))
  terminal.log(`disarm it: ${commandLine(`disarm ${armed_error.id}`, flags)}`)
}
