import { StartError } from '../../failures.ts'
import type { Capture, CaptureDiff, DecodedBody } from '../../wire.ts'
import { plural } from '../../words/plural.ts'
import { jsonLine, printable, printableLines } from '../../words/printable.ts'
import { commandLine, createClient, type TargetFlags, withQuery } from '../client.ts'
import { decodedAt } from '../decoded.ts'
import type { Making, ProgramNeeds } from '../making.ts'
import { printLines } from '../print-lines.ts'
import { type Line, span } from '../spans.ts'
import type { Shell } from '../terminal.ts'
import { address, collectHeader } from '../values.ts'
import {
  type CaptureCurlFlags,
  type CaptureExportFlags,
  captureCurl,
  captureExport,
  captureHar,
} from './export.ts'
import { type CaptureImportFlags, captureImport } from './import.ts'
import { captureLines } from './lines.ts'
import { type CaptureManyFlags, captureDelete, captureMany, oneOrFilter } from './many.ts'
import { capturePath, exchangePath } from './named.ts'
import { type CaptureReplayFlags, captureReplay } from './replay.ts'

/** The commands below `capture`. */
export function addCaptureCommands({ speaking, group }: Making, needs: ProgramNeeds) {
  const capture = group('capture', 'what was received: reading, keeping, sending again')
  const one = (name: string, description: string) =>
    speaking(name, description, capture).argument('<id>', 'what captures printed, such as cap_…')

  const oneOrAll = (name: string, description: string) =>
    speaking(name, description, capture)
      .argument('[id]', 'what captures printed, such as cap_…')
      .option('-q, --q <filter>', "all that match, such as 'verdict:failed since:5m words'")

  one('show', 'print a request as it came, and what its signature is worth')
    .option('--json', 'print it as JSON')
    .action((id: string, flags: CaptureShowFlags) => captureShow(id, flags, needs))

  one('body', 'print the exact bytes of its body')
    .option('--decoded', 'with its content codings undone, as text')
    .option('--json', 'print it as JSON')
    .action((id: string, flags: CaptureBodyFlags) => captureBody(id, flags, needs))

  one('curl', 'print a curl command that sends the same bytes')
    .option('--to <url>', 'to this address in place of where it was received', address)
    .option('--json', 'print the command as JSON')
    .action((id: string, flags: CaptureCurlFlags) => captureCurl(id, flags, needs))

  oneOrAll(
    'replay',
    'send one, or all that match, again: where its endpoint passes requests on to, or to the endpoint itself',
  )
    .option('--to <url>', 'to this address', address)
    .option('--sign', 'signed anew for now, by the secret that fitted when it came')
    .option('--method <method>', 'with another method')
    .option('--header <name: value>', 'another value of a header; may be repeated', collectHeader, [])
    .option('--body <text>', 'another body; @FILE from a file, - from standard input')
    .option('--json', 'print what was sent and what came of it as JSON')
    .action((id: string | undefined, flags: CaptureReplayFlags) => captureReplay(id, flags, needs))

  speaking('diff', 'print what is different between two requests', capture)
    .argument('<before>', 'what captures printed, such as cap_…')
    .argument('<after>', 'the other')
    .option('--json', 'print the differences as JSON')
    .action((before: string, after: string, flags: CaptureDiffFlags) =>
      captureDiff({ before, after }, flags, needs),
    )

  speaking('har', 'print one, or all that match, as HAR 1.2', capture)
    .argument('[id]', 'what captures printed; without it all')
    .option('-q, --q <filter>', "only those that match, such as 'verdict:failed since:5m words'")
    .option('--json', 'as JSON, which it is anyway')
    .action((id: string | undefined, flags: CaptureExportFlags) => captureHar(id, flags, needs))

  speaking('export', 'print all that match, one a line, for import', capture)
    .option('-q, --q <filter>', "only those that match, such as 'verdict:failed since:5m words'")
    .option('--json', 'as JSON, which it is anyway')
    .action((flags: CaptureExportFlags) => captureExport(flags, needs))

  speaking('import', 'take in what export printed; what is here already is left out', capture)
    .argument('<file>', 'the file, - for standard input')
    .option('--json', 'print what was taken in as JSON')
    .action((file: string, flags: CaptureImportFlags) => captureImport(file, flags, needs))

  oneOrAll('pin', 'keep one, or all that match, whatever the retention lets go')
    .option('--json', 'print it as JSON')
    .action((id: string | undefined, flags: CaptureManyFlags) =>
      capturePin({ id, pinned: true }, flags, needs),
    )

  oneOrAll('unpin', 'let the retention let it go again')
    .option('--json', 'print it as JSON')
    .action((id: string | undefined, flags: CaptureManyFlags) =>
      capturePin({ id, pinned: false }, flags, needs),
    )

  oneOrAll('delete', 'delete one, or all that match; pinned ones stay unless the filter asks for them')
    .option('--json', 'print what was deleted as JSON')
    .action((id: string | undefined, flags: CaptureManyFlags) => captureDelete(id, flags, needs))

  one('note', 'write a note to it; an empty one takes it away')
    .argument('<text>', 'what it says')
    .option('--json', 'print it as JSON')
    .action((id: string, text: string, flags: CaptureKeepFlags) => captureNote({ id, text }, flags, needs))
}

interface CaptureBodyFlags extends TargetFlags {
  decoded?: true
  json?: true
}

/** Writes the bytes of a body as they are; to a terminal what can be shown of them. */
async function captureBody(id: string, flags: CaptureBodyFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  if (flags.decoded) {
    const answer = await client.get<{ decoded: DecodedBody }>(capturePath(id, 'decoded'), 'decoded')
    if (flags.json) return terminal.out(jsonLine(answer))
    const { decoded } = answer
    if (decoded.problem !== null) terminal.log(printable(decoded.problem))
    if (decoded.text !== null) return write(Buffer.from(decoded.text))
    return decoded.base64 === null
      ? terminal.out(jsonLine(decoded.parts))
      : write(Buffer.from(decoded.base64, 'base64'))
  }
  const bytes = await client.bytes(capturePath(id, 'body'))
  if (flags.json) return terminal.out(jsonLine({ body_base64: bytes.toString('base64') }))
  return write(bytes)

  async function write(bytes: Buffer) {
    if (terminal.bytes) return terminal.bytes(bytes)
    const text = bytes.toString('utf8')
    if (!Buffer.from(text).equals(bytes))
      throw new StartError(
        `The body of ${id} is no text.`,
        `Write it to a file: ${commandLine(`capture body ${id}`, flags)} > FILE`,
      )
    for (const line of printableLines(text)) terminal.out(line)
  }
}

interface CaptureShowFlags extends TargetFlags {
  json?: true
}

/** Prints a capture as it came, with its verdict. */
async function captureShow(id: string, flags: CaptureShowFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  const answer = await client.get<{ capture: Capture }>(capturePath(id), 'capture')
  if (flags.json) return terminal.out(jsonLine(answer))
  const { capture } = answer
  const decoded = new Map<string, DecodedBody>()
  const add = async (of: string, path: string, told: Parameters<typeof decodedAt>[2]) => {
    const body = await decodedAt(client, path, told)
    if (body) decoded.set(of, body)
  }
  if (!capture.body_omitted) await add(id, capturePath(id, 'decoded'), capture)
  for (const { id: exchange, response } of capture.exchanges)
    await add(exchange, exchangePath(id, exchange), response)
  printLines(terminal, captureLines(capture, decoded))
}

interface CaptureKeepFlags extends TargetFlags {
  json?: true
}

/** Pins a capture or all that match a filter, or takes the pin off. */
const capturePin = (
  { id, pinned }: { id: string | undefined; pinned: boolean },
  flags: CaptureManyFlags,
  shell: Shell,
) =>
  oneOrFilter(id, flags) !== undefined || id === undefined
    ? captureMany(pinned ? 'pin' : 'unpin', flags, shell)
    : change(id, { pinned }, `${id} is ${pinned ? 'kept' : 'kept no longer than others'}`, { flags, shell })

/** Writes a note to a capture, or takes it away. */
const captureNote = ({ id, text }: { id: string; text: string }, flags: CaptureKeepFlags, shell: Shell) =>
  change(id, { note: text === '' ? null : text }, text === '' ? `${id} has no note` : `${id}: ${text}`, {
    flags,
    shell,
  })

async function change(
  id: string,
  changes: { pinned?: boolean; note?: string | null },
  said: string,
  { flags, shell: { terminal, environment } }: { flags: CaptureKeepFlags; shell: Shell },
) {
  const client = createClient(flags, environment)
  const answer = await client.patch<{ capture: Capture }>(capturePath(id), 'capture', changes)
  terminal.out(flags.json ? jsonLine(answer) : printable(said))
}

interface CaptureDiffFlags extends TargetFlags {
  json?: true
}
type Change = CaptureDiff['headers'][number]

/** Prints what is different between two captures. */
async function captureDiff(
  { before, after }: { before: string; after: string },
  flags: CaptureDiffFlags,
  { terminal, environment }: Shell,
) {
  const client = createClient(flags, environment)
  const path = withQuery(capturePath(before, 'diff'), { with: after })
  const answer = await client.get<{ diff: CaptureDiff }>(path, 'diff')
  if (flags.json) return terminal.out(jsonLine(answer))
  const lines = diffLines(answer.diff)
  if (lines.length === 0) return terminal.out('They are the same.')
  printLines(terminal, lines)
}

function diffLines({ line, headers, json, body }: CaptureDiff): Line[] {
  const blocks: [string, Line[]][] = [
    ['request', line.flatMap(changeLines)],
    ['headers', headers.flatMap(changeLines)],
    ['JSON', (json ?? []).flatMap(changeLines)],
    // What the JSON tells needs no bytes.
    ['bytes', body && !json?.length ? byteLines(body) : []],
  ]
  return blocks.flatMap(([title, lines]) => (lines.length > 0 ? [[span(title, 'gray')], ...lines] : []))
}

const told = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const changeLines = ({ path, change, before, after }: Change): Line[] => [
  ...(change === 'added' ? [] : [[span(`- ${path}: ${told(before)}`, 'red' as const)]]),
  ...(change === 'removed' ? [] : [[span(`+ ${path}: ${told(after)}`, 'green' as const)]]),
]

const sides = { both: [' ', undefined], sender: ['-', 'red'], here: ['+', 'green'] } as const

const byteLines = ({ at, sender_bytes, here_bytes, parts }: NonNullable<CaptureDiff['body']>): Line[] => [
  [span(`  first at byte ${at}; ${sender_bytes} and ${plural(here_bytes, 'byte')} in all`)],
  ...parts.map(({ side, text, skipped }): Line => {
    const [mark, style] = sides[side]
    return [
      span(`${mark} ${text}`, style),
      span(skipped > 0 ? `  (${plural(skipped, 'byte')} left out)` : '', 'gray'),
    ]
  }),
]
