import { findRunning } from '../database/lock.ts'
import { StartError } from '../start-error.ts'

/** How a command is told which sandbox it speaks to. */
export interface TargetFlags {
  url?: string
  data: string
}

/** The address of the running sandbox: `--url`, else `SANDBOX_URL`, else what one left beside its database. */
export function targetUrl(flags: TargetFlags, environment: Record<string, string | undefined>): string {
  const url = flags.url || environment.SANDBOX_URL || findRunning(flags.data)?.url
  if (url) return url.replace(/\/$/, '')
  throw new StartError(
    `No sandbox is known to run on ${flags.data}.`,
    'Start one with webhook-sandbox, or name one with --url URL.',
  )
}

/** Posts JSON to a sandbox. Throws a {@link StartError} with the refusal's own words. */
export async function post(base: string, path: string, body: unknown): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new StartError(
      `No sandbox answers at ${base}: ${cause}.`,
      'Start one with webhook-sandbox, or name another with --url URL.',
    )
  }
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer
  const refusal = (answer as { error?: { message: string; fix: string } } | undefined)?.error
  throw new StartError(
    refusal?.message ?? `${base} answered ${response.status}.`,
    refusal?.fix ?? 'Is this address a sandbox?',
  )
}
