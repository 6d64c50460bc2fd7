/** The command `capture import`: reads exported captures or a HAR from a file, and sends them to the sandbox in batches. */
import { createReadStream } from 'node:fs'
import { StartError } from '../../failures.ts'
import { controlError } from '../../wire.ts'
import { plural } from '../../words/plural.ts'
import { type Client, Refusal } from '../client.ts'
import type { CommandContext } from '../command.ts'
import { splitLines } from '../split-lines.ts'

interface Imported {
  imported: number
  skipped: number
  renamed: { id: string; as: string }[]
  exchanges: number
}

/** A line of a file, with its number from 1. */
interface Numbered {
  line: string
  number: number
}

/** The size of a batch, unless a single line is longer. Every sandbox accepts a request of this size. */
const [mostLines, mostBytes] = [500, 3_000_000]

/** Imports captures in batches. The sandbox accepts or refuses each batch as a whole. */
export async function captureImport(
  file: string,
  endpoint: string | undefined,
  { client, tell }: CommandContext,
) {
  const done: Imported = { imported: 0, skipped: 0, renamed: [], exchanges: 0 }
  let batch: Numbered[] = []
  let bytes = 0

  async function send() {
    if (batch.length === 0) return
    try {
      const captures = batch.map(parsed)
      const answer = await client.post<Imported>('/sandbox/captures/import', 'imported', { captures })
      done.imported += answer.imported
      done.skipped += answer.skipped
      done.renamed.push(...answer.renamed)
      done.exchanges += answer.exchanges
    } catch (error) {
      if (done.imported + done.skipped > 0) tell(done, () => [])
      throw error instanceof StartError ? placed(error, { batch, done }) : error
    }
    batch = []
    bytes = 0
  }

  let number = 0
  let har: string[] | undefined
  for await (const line of linesOf(file)) {
    number++
    if (har !== undefined) {
      har.push(line)
      continue
    }
    // Joined exports may contain empty lines.
    if (line.trim() === '') continue
    if (number === batch.length + 1 && isHar([...batch.map(({ line }) => line), line])) {
      har = [...batch.map(({ line }) => line), line]
      continue
    }
    if (batch.length === mostLines || (batch.length > 0 && bytes + line.length > mostBytes)) await send()
    batch.push({ line, number })
    bytes += line.length
  }
  if (har !== undefined) return tellHar(await harImport(har.join('\n'), endpoint, client), tell)
  await send()
  tell(done, () => importedLines(done))
}

function importedLines({ imported, skipped, renamed, exchanges }: Imported): string[] {
  const added = exchanges > 0 ? `, with ${plural(exchanges, 'new exchange')}` : ''
  return [
    `${plural(imported, 'capture')} imported${skipped > 0 ? `, ${skipped} skipped because they exist already${added}` : ''}`,
    ...renamed.map(({ id, as }) => `The id ${id} was taken, so that capture is now ${as}`),
  ]
}

interface ImportedHar extends Imported {
  lost: { code: string; entries: number; detail: string }[]
}

const tellHar = (done: ImportedHar, tell: CommandContext['tell']) =>
  tell(done, () => [
    ...importedLines(done),
    ...done.lost.map(({ entries, detail }) => `${plural(entries, 'entry', 'entries')}: ${detail}`),
  ])

/** Sends the entries of a HAR in batches. */
async function harImport(text: string, endpoint: string | undefined, client: Client): Promise<ImportedHar> {
  const done: ImportedHar = { imported: 0, skipped: 0, renamed: [], exchanges: 0, lost: [] }
  for (const { entries, first } of batchesOf(entriesIn(text))) {
    const body = { log: { entries }, ...(endpoint !== undefined && { endpoint }) }
    try {
      const answer = await client.post<ImportedHar>('/sandbox/captures/import', 'imported', body)
      done.imported += answer.imported
      done.skipped += answer.skipped
      done.renamed.push(...answer.renamed)
      done.exchanges += answer.exchanges
      for (const one of answer.lost) {
        const known = done.lost.find(({ code }) => code === one.code)
        if (known) known.entries += one.entries
        else done.lost.push(one)
      }
    } catch (error) {
      const at = error instanceof Refusal ? refusedAt(error, 2) : undefined
      if (at === undefined) throw error
      const { message, fix, answer } = error as Refusal
      throw new Refusal(`Entry ${first + at}: ${message}`, fix, answer)
    }
  }
  return done
}

function entriesIn(text: string): unknown[] {
  try {
    const { entries } = Object(JSON.parse(text)).log
    if (Array.isArray(entries)) return entries
  } catch {
    throw new StartError(
      'The file begins like a HAR, but is not valid JSON.',
      'Save the HAR again. It may be cut.',
    )
  }
  throw new StartError('The HAR has no list log.entries.', 'Save the HAR again, with its content.')
}

/** Entries for one request each, with the number of the first, from 1. */
function* batchesOf(entries: readonly unknown[]): Generator<{ entries: unknown[]; first: number }> {
  let batch: unknown[] = []
  let [bytes, first] = [0, 1]
  for (const entry of entries) {
    const { request, startedDateTime, time, response, ...others } = Object(entry)
    // A response may be large, and only its status is imported.
    const small = { ...others, request, startedDateTime, time, response: { status: Object(response).status } }
    const size = JSON.stringify(small).length
    if (batch.length === mostLines || (batch.length > 0 && bytes + size > mostBytes)) {
      yield { entries: batch, first }
      first += batch.length
      ;[batch, bytes] = [[], 0]
    }
    batch.push(small)
    bytes += size
  }
  if (batch.length > 0) yield { entries: batch, first }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* splitLines(createReadStream(file, file === '-' ? { fd: 0 } : {}))
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error
    throw new StartError(
      `Cannot read ${file}: ${error.message}.`,
      'Give a file that capture export wrote, or - for standard input.',
    )
  }
}

const fromExport = 'Give a file that capture export wrote, with one capture on each line.'

/** Whether a file is a HAR, on one line or formatted over several: its first word is log. */
const isHar = (lines: readonly string[]) => /^\s*\{\s*"log"\s*:/.test(lines.slice(0, 2).join('\n'))

function parsed({ line, number }: Numbered): unknown {
  let capture: unknown
  try {
    capture = JSON.parse(line)
  } catch {
    throw new StartError(`Line ${number} is not valid JSON.`, fromExport)
  }
  if (typeof capture !== 'object' || capture === null || !('received_at' in capture))
    throw new StartError(`Line ${number} is not a capture.`, fromExport)
  return capture
}

/** Which item of a batch a refusal names first. `depth` is the place of its number in the path of a field. */
function refusedAt({ answer }: Refusal, depth: number): number | undefined {
  const part = controlError.safeParse(answer).data?.error.fields?.[0]?.path[depth]
  return typeof part === 'number' ? part : undefined
}

/** The refusal with the line number of the file, and with the number of captures before that batch. */
function placed(
  error: StartError,
  { batch, done }: { batch: readonly Numbered[]; done: Imported },
): StartError {
  const { message, fix } = error
  const at = error instanceof Refusal ? refusedAt(error, 1) : undefined
  const said = at === undefined ? message : `Line ${batch[at]?.number}: ${message}`
  const before = done.imported + done.skipped
  const placed = [
    before === 0 ? said : `${said} The ${plural(before, 'capture')} before were imported.`,
    before === 0 ? fix : `${fix} The next import skips the captures that exist already.`,
  ] as const
  return error instanceof Refusal ? new Refusal(...placed, error.answer) : new StartError(...placed)
}
