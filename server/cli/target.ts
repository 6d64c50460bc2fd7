import { z } from 'zod'
import { parseConfig } from '../config.ts'
import { findRunning } from '../database/lock.ts'
import { StartError } from '../failures.ts'
import { addressOf } from '../words/address.ts'
import { word } from '../words/shell-words.ts'
import { fetchUnlessSilent } from './silence.ts'

/** How a command is told which sandbox it speaks to. */
export interface TargetFlags {
  url?: string | undefined
  data?: string | undefined
}

interface Target {
  base: string
  /** Where a sandbox left word of the address: beside which database, which process it was, and what starts one there. */
  left?: { file: string; pid: number; starts: string }
}

/**
 * Where the running sandbox is: `--url`, else what one left beside the database that is named, else `SANDBOX_URL`,
 * else what one left beside the database that is used without a name.
 */
export function targetOf(
  { url, data, calledAs }: TargetFlags & { calledAs: string },
  { SANDBOX_URL }: Record<string, string | undefined>,
): Target {
  if (url) return { base: baseOf(url, '--url ') }
  if (data === undefined && SANDBOX_URL) return { base: baseOf(SANDBOX_URL, 'SANDBOX_URL=') }
  const file = parseConfig({ data }, 'the command line').data
  const starts = data === undefined ? calledAs : `${calledAs} --data ${word(data)}`
  const running = findRunning(file)
  if (running) return { base: running.url, left: { file, pid: running.pid, starts } }
  throw new StartError(
    `No sandbox is known to run on ${file}.`,
    `Start one with ${starts}, or name one with --url URL.`,
  )
}

/** An address as requests begin with it, also out of that of a page or a route of the sandbox; refused where it is none of HTTP. */
function baseOf(url: string, given: string): string {
  const whole = addressOf(url)
  if (whole !== null) return new URL(whole).origin
  throw new StartError(
    `${url} is not the address of a sandbox.`,
    `Write the port, such as ${given}4400, or a URL, such as ${given}http://127.0.0.1:4400`,
  )
}

const told = z.object({ pid: z.int() })

/**
 * Refuses a sandbox that has the port of the one that left word of it, which was killed: a reset would empty the database of
 * the other. What does not answer at all is told by the request that is meant.
 */
export async function refuseAnother({ base, left }: Target) {
  if (left === undefined) return
  const answer = await fetchUnlessSilent(base, '/sandbox/health', { method: 'GET' })
    .then((response): Promise<unknown> => response.json())
    .catch((error: unknown) => {
      if (error instanceof StartError) throw error
    })
  const { pid = left.pid } = told.safeParse(answer).data ?? {}
  if (pid !== left.pid)
    throw new StartError(
      `The sandbox that ran on ${left.file} is gone, and at ${base} there is another now.`,
      `Start that one again with ${left.starts}, or name the other with --url ${base}.`,
    )
}
