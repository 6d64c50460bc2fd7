/** Finds the running sandbox that a command is for. */
import { z } from 'zod'
import { parseConfig } from '../config.ts'
import { findRunning } from '../database/lock.ts'
import { StartError } from '../failures.ts'
import { addressOf } from '../words/address.ts'
import { word } from '../words/shell-words.ts'
import { fetchUnlessSilent } from './silence.ts'

/** The flags that choose a sandbox. */
export interface TargetFlags {
  url?: string | undefined
  data?: string | undefined
}

interface Target {
  base: string
  /** The file with the address: the database beside it, the process of the sandbox, and the command that starts a sandbox there. */
  left?: { file: string; pid: number; starts: string }
}

/**
 * The address of the running sandbox: `--url`, else the address beside the database of `--data`, else `SANDBOX_URL`, else the
 * address beside the database of `SANDBOX_DATA` or the default database.
 */
export function targetOf(
  { url, data, calledAs }: TargetFlags & { calledAs: string },
  { SANDBOX_URL, SANDBOX_DATA }: Record<string, string | undefined>,
): Target {
  if (url) return { base: baseOf(url, '--url ') }
  if (data === undefined && SANDBOX_URL) return { base: baseOf(SANDBOX_URL, 'SANDBOX_URL=') }
  const file = parseConfig({ data: data ?? (SANDBOX_DATA || undefined) }, 'the command line').data
  const starts = data === undefined ? calledAs : `${calledAs} --data ${word(data)}`
  const running = findRunning(file)
  if (running) return { base: running.url, left: { file, pid: running.pid, starts } }
  throw new StartError(
    `No sandbox runs on the database ${file}.`,
    `Start one with ${starts}, or choose one with --url URL.`,
  )
}

/** The origin of a URL of the sandbox, such as that of its page. Refuses anything but HTTP. */
function baseOf(url: string, given: string): string {
  const whole = addressOf(url)
  if (whole !== null) return new URL(whole).origin
  throw new StartError(
    `${url} is not the address of a sandbox.`,
    `Write the port, such as ${given}4400, or a URL, such as ${given}http://127.0.0.1:4400`,
  )
}

const health = z.object({ pid: z.int() })

/**
 * Refuses another sandbox at the address of a sandbox that was killed: a reset would empty the wrong database. If nothing
 * responds, the actual request reports that.
 */
export async function refuseAnother({ base, left }: Target) {
  if (left === undefined) return
  const answer = await fetchUnlessSilent(new Request(`${base}/sandbox/health`))
    .then((response): Promise<unknown> => response.json())
    .catch((error: unknown) => {
      if (error instanceof StartError) throw error
    })
  const { pid = left.pid } = health.safeParse(answer).data ?? {}
  if (pid !== left.pid)
    throw new StartError(
      `The sandbox on ${left.file} is gone, and another sandbox runs at ${base} now.`,
      `Start the first again with ${left.starts}, or use the other with --url ${base}`,
    )
}
