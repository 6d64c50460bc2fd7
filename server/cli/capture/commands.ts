import { StartError } from '../../failures.ts'
import type { Capture, DecodedBody } from '../../wire.ts'
import { printable, printableJson, printableLines } from '../../words/printable.ts'
import { withQuery } from '../client.ts'
import type { CommandContext, Making } from '../command.ts'
import { decodedAt } from '../decoded.ts'
import { tellNoneFound, tellNothing } from '../nothing-found.ts'
import { printJson } from '../print-lines.ts'
import { address, collectHeader } from '../values.ts'
import { bothGiven } from '../wrong-call.ts'
import { captureDiff } from './diff.ts'
import { captureImport } from './import.ts'
import { captureLines } from './lines.ts'
import { capturePath, type Meant, oneOrFilter } from './named.ts'
import { captureReplay } from './replay.ts'

const filterForm = "such as 'verdict:failed since:5m words'"

/** The commands below `capture`. */
export function addCaptureCommands({ speaking, group }: Making) {
  const capture = group('capture', 'what was received: reading, keeping, sending again')
  const one = (name: string, description: string) =>
    speaking(name, description, capture).argument('<id>', 'what captures printed, such as cap_…')
  const oneOrAll = (name: string, description: string) =>
    speaking(name, description, capture)
      .argument('[id]', 'what captures printed, such as cap_…')
      .option('-q, --q <filter>', `all that match, ${filterForm}`)

  one('show', 'print a request as it came, and what its signature is worth').action(show)

  one('body', 'print the exact bytes of its body')
    .option('--decoded', 'with its content codings undone, as text')
    .action(async (id, { decoded }, context) => {
      if (decoded) return printDecoded(id, context)
      const bytes = await context.client.bytes(capturePath(id, 'body'))
      if (!context.json) return printBody(id, context, bytes)
      printJson(context.terminal, { body_base64: bytes.toString('base64') })
    })

  one('curl', 'print a curl command that sends the same bytes')
    .option('--to <url>', 'to this address in place of where it was received', address)
    .action(async (id, { to: url }, { client, terminal, json }) => {
      const bytes = await client.bytes(withQuery(capturePath(id, 'curl'), { url }))
      const command = bytes.toString('utf8').replace(/\n$/, '')
      // Whatever a terminal would obey stands in it in octal or base64.
      if (json) printJson(terminal, { command })
      else terminal.out(command)
    })

  oneOrAll(
    'replay',
    'send one, or all that match, again: where its endpoint passes requests on to, or to the endpoint itself',
  )
    .option('--to <url>', 'to this address', address)
    .option('--sign', 'signed anew for now, by the secret that fitted when it came')
    .option('--method <method>', 'with another method')
    .option('--header <name: value>', 'another value of a header; may be repeated', collectHeader, [])
    .option('--body <text>', 'another body; @FILE from a file, - from standard input')
    .action(async (id, { q, ...changes }, context) =>
      captureReplay(oneOrFilter(id, q, context), changes, context),
    )

  speaking('diff', 'print what is different between two requests', capture)
    .argument('<before>', 'what captures printed, such as cap_…')
    .argument('<after>', 'the other')
    .action((before, after, _flags, context) => captureDiff({ before, after }, context))

  speaking('har', 'print one, or all that match, as HAR 1.2', capture)
    .argument('[id]', 'what captures printed; without it all')
    .option('-q, --q <filter>', `only those that match, ${filterForm}`)
    .action(async (id, { q }, context) => {
      if (id !== undefined && q !== undefined) throw bothGiven('An id and a filter')
      const all = withQuery('/sandbox/captures.har', { q })
      await stream(id === undefined ? all : capturePath(id, 'har'), context)
    })

  speaking('export', 'print all that match, one a line, for import', capture)
    .option('-q, --q <filter>', `only those that match, ${filterForm}`)
    .action(async ({ q }, context) => {
      if ((await stream(withQuery('/sandbox/captures.jsonl', { q }), context)) > 0) return
      tellNothing(context.terminal, 'captures')
      await tellNoneFound(context, q)
    })

  speaking('import', 'take in what export printed; what is here already is left out', capture)
    .argument('<file>', 'the file, - for standard input')
    .action((file, _flags, context) => captureImport(file, context))

  oneOrAll('pin', 'keep one, or all that match, whatever the retention lets go').action(
    (id, { q }, context) => keep('pin', oneOrFilter(id, q, context), context),
  )

  oneOrAll('unpin', 'let the retention let it go again').action((id, { q }, context) =>
    keep('unpin', oneOrFilter(id, q, context), context),
  )

  oneOrAll(
    'delete',
    'delete one, or all that match; pinned ones stay unless the filter asks for them',
  ).action((id, { q }, context) => keep('delete', oneOrFilter(id, q, context), context))

  one('note', 'write a note to it; an empty one takes it away')
    .argument('<text>', 'what it says')
    .action(async (id, text, _flags, { client, tell }) => {
      const note = text === '' ? null : text
      const answer = await client.patch<{ capture: Capture }>(capturePath(id), 'capture', { note })
      tell(answer, () => [
        note === null ? `${answer.capture.id} has no note` : `${answer.capture.id}: ${note}`,
      ])
    })
}

/** Prints the lines of an answer. Returns how many there were. */
async function stream(path: string, { client, terminal }: CommandContext): Promise<number> {
  let lines = 0
  for await (const line of client.lines(path)) {
    lines += 1
    const printed = printableJson(line)
    // Waits until it is taken, so that a slow reader is no reason to hold all of it.
    if (terminal.bytes) await terminal.bytes(Buffer.from(`${printed}\n`))
    else terminal.out(printed)
  }
  return lines
}

/** Writes the bytes of a body as they are; to a terminal what can be shown of them. */
async function printBody(id: string, context: CommandContext, bytes: Buffer) {
  const { client, terminal } = context
  if (terminal.bytes) return terminal.bytes(bytes)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes))
    throw new StartError(
      `The body of ${id} is no text.`,
      `Write it to a file: ${client.command(`capture body ${id}`)} > FILE`,
    )
  for (const line of printableLines(text)) terminal.out(line)
}

/** Prints what the bytes of a body decode to. */
async function printDecoded(id: string, context: CommandContext) {
  const { client, terminal, json } = context
  const answer = await client.get<{ decoded: DecodedBody }>(capturePath(id, 'decoded'), 'decoded')
  if (json) return printJson(terminal, answer)
  const { problem, text, base64, parts } = answer.decoded
  if (problem !== null) terminal.log(printable(problem))
  if (text !== null) return printBody(id, context, Buffer.from(text))
  return base64 === null ? printJson(terminal, parts) : printBody(id, context, Buffer.from(base64, 'base64'))
}

/** Prints a capture as it came, with its verdict. */
async function show(id: string, _flags: object, { client, tell, json }: CommandContext) {
  const answer = await client.get<{ capture: Capture }>(capturePath(id), 'capture')
  const { capture } = answer
  const decoded = new Map<string, DecodedBody>()
  const add = async (of: string, path: string, told: Parameters<typeof decodedAt>[2]) => {
    const body = await decodedAt(client, path, told)
    if (body) decoded.set(of, body)
  }
  // `last` may name another capture by now.
  if (!json && !capture.body_omitted) await add(capture.id, capturePath(capture.id, 'decoded'), capture)
  for (const { id: exchange, response } of json ? [] : capture.exchanges) {
    const path = capturePath(capture.id, `exchanges/${encodeURIComponent(exchange)}/response/decoded`)
    await add(exchange, path, response)
  }
  tell(answer, () => captureLines(capture, decoded))
}

const kept = {
  pin: 'kept',
  unpin: 'kept no longer than others',
  delete: 'deleted',
} as const

/** Pins, unpins or deletes captures. */
async function keep(act: keyof typeof kept, meant: Meant, context: CommandContext) {
  const { client, tell } = context
  if ('id' in meant) {
    const path = capturePath(meant.id)
    const answer =
      act === 'delete'
        ? await client.delete<{ capture: Capture }>(path, 'capture')
        : await client.patch<{ capture: Capture }>(path, 'capture', { pinned: act === 'pin' })
    return tell(answer, () => [`${answer.capture.id} is ${kept[act]}`])
  }
  const answer = await client.post<{ counts: { captures: number; kept?: number; skipped?: number } }>(
    `/sandbox/captures/${act}`,
    'counts',
    meant,
  )
  const { captures, kept: left = 0, skipped = 0 } = answer.counts
  if (captures + left + skipped === 0) await tellNoneFound(context, meant.q)
  tell(answer, () => [`${captures} ${kept[act]}${left > 0 ? `, ${left} pinned ones stay` : ''}`])
}
