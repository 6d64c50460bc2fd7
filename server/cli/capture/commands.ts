/** Declares the commands below `capture`: show, send again, compare, export, import and keep captures. */
import { StartError } from '../../failures.ts'
import { withQuery } from '../../library/ask.ts'
import type { Capture, DecodedBody } from '../../wire.ts'
import { printable, printableLines } from '../../words/printable.ts'
import { answerAsJson, type CommandContext, type Making } from '../command.ts'
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

export function addCaptureCommands({ speaking, group }: Making) {
  const capture = group('capture', 'show, compare, keep or send captured requests again')
  const one = (name: string, description: string) =>
    speaking(name, description, capture).argument('<id>', 'id of the capture, such as cap_…')
  const oneOrAll = (name: string, description: string) =>
    speaking(name, description, capture)
      .argument('[id]', 'id of the capture, such as cap_…')
      .option('-q, --q <filter>', `all captures that match, ${filterForm}`)

  one('show', 'show a captured request, with the verdict about its signature').action(show)

  one('body', 'print the exact bytes of a captured body')
    .option('--decoded', 'decode compressed and non-UTF-8 bodies to text')
    .json(`print {"body_base64": "…"} as one JSON document; with --decoded, ${answerAsJson}`)
    .action(async (id, { decoded }, context) => {
      if (decoded) return printDecoded(id, context)
      const bytes = await context.client.bytes(capturePath(id, 'body'))
      if (!context.json) return printBody(id, context, bytes)
      context.tell({ body_base64: bytes.toString('base64') }, () => [])
    })

  one('curl', 'print a curl command that sends the same request')
    .option('--to <url>', 'send to this address instead of the capturing endpoint', address)
    .json('print {"command": "…"} as one JSON document')
    .action(async (id, { to: url }, { client, terminal, tell }) => {
      const bytes = await client.bytes(withQuery(capturePath(id, 'curl'), { url }))
      const command = bytes.toString('utf8').replace(/\n$/, '')
      // The command contains control characters only in octal or base64.
      terminal.out(command)
      tell({ command }, () => [])
    })

  oneOrAll(
    'replay',
    'send captures again, to the forward address of their endpoint, else to the endpoint itself',
  )
    .option('--to <url>', 'send to this address instead', address)
    .option('--sign', 'sign again with the current time and the secret that verified the capture')
    .option('--method <method>', 'another method, such as PUT')
    .option(
      '--header <name: value>',
      "another value of a header, such as 'X-Test: 1'; repeatable",
      collectHeader,
      [],
    )
    .option('--body <text>', 'another body; @FILE reads a file, - reads standard input')
    .action(async (id, { q, ...changes }, context) =>
      captureReplay(oneOrFilter(id, q, context), changes, context),
    )

  speaking('diff', 'print the differences between two captures', capture)
    .argument('<before>', 'id of the capture, such as cap_…')
    .argument('<after>', 'id of the other capture')
    .action((before, after, _flags, context) => captureDiff({ before, after }, context))

  speaking('har', 'print captures as HAR 1.2', capture)
    .argument('[id]', 'id of the capture; without it, all captures')
    .option('-q, --q <filter>', `only captures that match, ${filterForm}`)
    .json('no effect: HAR is JSON')
    .action(async (id, { q }, { client, tellLines }) => {
      if (id !== undefined && q !== undefined) throw bothGiven('An id and a filter')
      const all = withQuery('/sandbox/captures.har', { q })
      await tellLines(client.lines(id === undefined ? all : capturePath(id, 'har')))
    })

  speaking('export', 'print captures, one on each line, for capture import', capture)
    .option('-q, --q <filter>', `only captures that match, ${filterForm}`)
    .json('no effect: every line is JSON')
    .action(async ({ q }, context) => {
      const lines = context.client.lines(withQuery('/sandbox/captures.jsonl', { q }))
      if ((await context.tellLines(lines)) > 0) return
      tellNothing(context.terminal, 'captures')
      await tellNoneFound(context, q)
    })

  speaking(
    'import',
    'import captures that capture export printed, or the requests of a HAR; existing captures are skipped',
    capture,
  )
    .argument('<file>', 'file to import, or - for standard input')
    .option('--endpoint <name>', 'endpoint for requests in the HAR of another program; default: har')
    .action((file, { endpoint }, context) => captureImport(file, endpoint, context))

  oneOrAll('pin', 'pin captures, which the retention then never deletes').action((id, { q }, context) =>
    keep('pin', oneOrFilter(id, q, context), context),
  )

  oneOrAll('unpin', 'unpin captures, which the retention may then delete').action((id, { q }, context) =>
    keep('unpin', oneOrFilter(id, q, context), context),
  )

  oneOrAll('delete', 'delete captures; pinned captures stay unless the filter asks for them').action(
    (id, { q }, context) => keep('delete', oneOrFilter(id, q, context), context),
  )

  one('note', 'set the note of a capture; an empty text removes the note')
    .argument('<text>', 'text of the note')
    .action(async (id, text, _flags, { client, tell }) => {
      const note = text === '' ? null : text
      const answer = await client.patch<{ capture: Capture }>(capturePath(id), 'capture', { note })
      tell(answer, () => [
        note === null ? `${answer.capture.id} has no note` : `${answer.capture.id}: ${note}`,
      ])
    })
}

/** Writes the bytes of a body. A terminal only gets printable text. */
async function printBody(id: string, context: CommandContext, bytes: Buffer) {
  const { client, terminal } = context
  if (terminal.bytes) return terminal.bytes(bytes)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes))
    throw new StartError(
      `The body of ${id} is not text.`,
      `Write the body to a file with: ${client.command(`capture body ${id}`)} > FILE`,
    )
  for (const line of printableLines(text)) terminal.out(line)
}

/** Prints the decoded body. */
async function printDecoded(id: string, context: CommandContext) {
  const { client, terminal, json, tell } = context
  const answer = await client.get<{ decoded: DecodedBody }>(capturePath(id, 'decoded'), 'decoded')
  if (json) return tell(answer, () => [])
  const { problem, text, base64, parts } = answer.decoded
  if (problem !== null) terminal.log(printable(problem))
  if (text !== null) return printBody(id, context, Buffer.from(text))
  return base64 === null ? printJson(terminal, parts) : printBody(id, context, Buffer.from(base64, 'base64'))
}

/** Prints a capture with its verdict. */
async function show(id: string, _flags: object, { client, tell, json }: CommandContext) {
  const answer = await client.get<{ capture: Capture }>(capturePath(id), 'capture')
  const { capture } = answer
  const decoded = new Map<string, DecodedBody>()
  const add = async (of: string, path: string, message: Parameters<typeof decodedAt>[2]) => {
    const body = await decodedAt(client, path, message)
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
  pin: 'pinned',
  unpin: 'unpinned',
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
  tell(answer, () => [`${captures} ${kept[act]}${left > 0 ? `, ${left} pinned stay` : ''}`])
}
