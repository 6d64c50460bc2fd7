/** The command `capture import`: reads exported captures from a file, and sends them to the sandbox in batches. */
import { createReadStream } from 'node:fs'
import { StartError } from '../../failures.ts'
import { plural } from '../../words/plural.ts'
import { Refusal } from '../client.ts'
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
export async function captureImport(file: string, { client, tell }: CommandContext) {
  const done: Imported = { imported: 0, skipped: 0, renamed: [], exchanges: 0 }
  let batch: Numbered[] = []
  let bytes = 0

  async function send() {
    if (batch.length === 0) return
    if (isHar(batch)) throw new StartError('The file is a HAR, which lacks parts of a capture.', fromExport)
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
  for await (const line of linesOf(file)) {
    number++
    // Joined exports may contain empty lines.
    if (line.trim() === '') continue
    if (batch.length === mostLines || (batch.length > 0 && bytes + line.length > mostBytes)) await send()
    batch.push({ line, number })
    bytes += line.length
  }
  await send()
  const { imported, skipped, renamed, exchanges } = done
  const added = exchanges > 0 ? `, with ${plural(exchanges, 'new exchange')}` : ''
  tell(done, () => [
    `${plural(imported, 'capture')} imported${skipped > 0 ? `, ${skipped} skipped because they exist already${added}` : ''}`,
    ...renamed.map(({ id, as }) => `The id ${id} was taken, so that capture is now ${as}`),
  ])
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

/** Whether a file is a HAR, on one line or formatted over several. */
const isHar = (lines: readonly Numbered[]) =>
  /^\s*\{\s*"log"\s*:/.test(
    lines
      .slice(0, 2)
      .map(({ line }) => line)
      .join('\n'),
  )

function parsed({ line, number }: Numbered): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new StartError(`Line ${number} is not valid JSON.`, fromExport)
  }
}

/** The refusal with line numbers of the file, and with the number of captures before that batch. */
function placed(
  error: StartError,
  { batch, done }: { batch: readonly Numbered[]; done: Imported },
): StartError {
  const { message, fix } = error
  const said = message.replace(
    /\bcaptures\.(\d+)/g,
    (_, index: string) => `line ${batch[Number(index)]?.number}`,
  )
  const before = done.imported + done.skipped
  const placed = [
    before === 0 ? said : `${said} The ${plural(before, 'capture')} before were imported.`,
    before === 0 ? fix : `${fix} The next import skips the captures that exist already.`,
  ] as const
  return error instanceof Refusal ? new Refusal(...placed, error.answer) : new StartError(...placed)
}
