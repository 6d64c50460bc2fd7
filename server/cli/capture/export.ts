import { StartError } from '../../failures.ts'
import { jsonLine, printableJson } from '../../words/printable.ts'
import { createClient, type TargetFlags, withQuery } from '../client.ts'
import { tellNoneFound, tellNothing } from '../nothing-found.ts'
import type { Shell } from '../terminal.ts'
import { capturePath } from './named.ts'

export interface CaptureCurlFlags extends TargetFlags {
  to?: string
  json?: true
}
export interface CaptureExportFlags extends TargetFlags {
  q?: string
}

/** Prints a command that sends a capture again. */
export async function captureCurl(
  id: string,
  { to, ...flags }: CaptureCurlFlags,
  { terminal, environment }: Shell,
) {
  const path = capturePath(id, 'curl')
  const client = createClient(flags, environment)
  const command = await client.bytes(to === undefined ? path : withQuery(path, { url: to }))
  const text = command.toString('utf8').replace(/\n$/, '')
  // Whatever a terminal would obey stands in it in octal or base64.
  terminal.out(flags.json ? jsonLine({ command: text }) : text)
}

/** Prints one capture, or all that match, as HAR. */
export async function captureHar(id: string | undefined, flags: CaptureExportFlags, shell: Shell) {
  if (id !== undefined && flags.q !== undefined)
    throw new StartError('An id and a filter were both given.', 'Give the one or the other.')
  await print(
    id === undefined ? filtered('/sandbox/captures.har', flags) : capturePath(id, 'har'),
    flags,
    shell,
  )
}

/** Prints all captures that match, one a line. */
export async function captureExport(flags: CaptureExportFlags, shell: Shell) {
  if ((await print(filtered('/sandbox/captures.jsonl', flags), flags, shell)) > 0) return
  const { terminal, environment } = shell
  tellNothing(terminal, 'captures')
  await tellNoneFound({ client: createClient(flags, environment), terminal }, flags.q)
}

const filtered = (path: string, { q }: CaptureExportFlags) =>
  q === undefined ? path : withQuery(path, { q })

/** @returns how many lines were printed */
async function print(path: string, flags: TargetFlags, { terminal, environment }: Shell): Promise<number> {
  let lines = 0
  for await (const line of createClient(flags, environment).lines(path)) {
    lines += 1
    const printed = printableJson(line)
    // Waits until it is taken, so that a slow reader is no reason to hold all of it.
    if (terminal.bytes) await terminal.bytes(Buffer.from(`${printed}\n`))
    else terminal.out(printed)
  }
  return lines
}
