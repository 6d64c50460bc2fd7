import { createReadStream } from 'node:fs'
import { StartError } from '../../failures.ts'
import type { CommandContext } from '../command.ts'
import { splitLines } from '../split-lines.ts'

interface Imported {
  imported: number
  skipped: number
  renamed: { id: string; as: string }[]
  exchanges: number
}

/** A line of a file and which it is, from 1. */
interface Numbered {
  line: string
  number: number
}

/** So much goes in one request, unless a single line is longer: as a sandbox takes it whatever its limit for bodies. */
const [mostLines, mostBytes] = [500, 3_000_000]

/** Takes in captures that were exported, in batches; each batch as a whole or not at all. */
export async function captureImport(file: string, { client, tell }: CommandContext) {
  const done: Imported = { imported: 0, skipped: 0, renamed: [], exchanges: 0 }
  let batch: Numbered[] = []
  let bytes = 0

  async function send() {
    if (batch.length === 0) return
    if (isHar(batch)) throw new StartError('This is a HAR, which leaves out much of a capture.', fromExport)
    try {
      const captures = batch.map(parsed)
      const answer = await client.post<Imported>('/sandbox/captures/import', 'imported', { captures })
      done.imported += answer.imported
      done.skipped += answer.skipped
      done.renamed.push(...answer.renamed)
      done.exchanges += answer.exchanges
    } catch (error) {
      throw error instanceof StartError ? placed(error, { batch, done }) : error
    }
    batch = []
    bytes = 0
  }

  let number = 0
  for await (const line of linesOf(file)) {
    number++
    // Where exports were put one behind the other, lines may be empty.
    if (line.trim() === '') continue
    if (batch.length === mostLines || (batch.length > 0 && bytes + line.length > mostBytes)) await send()
    batch.push({ line, number })
    bytes += line.length
  }
  await send()
  const { imported, skipped, renamed, exchanges } = done
  const added = exchanges > 0 ? `; exchanges added to them: ${exchanges}` : ''
  tell(done, () => [
    `${imported} taken in${skipped > 0 ? `, ${skipped} were here already${added}` : ''}`,
    ...renamed.map(({ id, as }) => `${id} is another capture here; this one is ${as}`),
  ])
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* splitLines(createReadStream(file, file === '-' ? { fd: 0 } : {}))
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error
    throw new StartError(
      `Cannot read ${file}: ${error.message}.`,
      'Name a file that capture export wrote, or - for standard input.',
    )
  }
}

const fromExport = 'Give what capture export printed, one capture a line.'

/** Whether a file begins as a HAR does, on one line or laid out over many. */
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
    throw new StartError(`Line ${number} is no JSON.`, fromExport)
  }
}

/** A refusal that names the lines of the file, and says what was taken in before. */
function placed(
  { message, fix }: StartError,
  { batch, done }: { batch: readonly Numbered[]; done: Imported },
): StartError {
  const said = message.replace(
    /\bcaptures\.(\d+)/g,
    (_, index: string) => `line ${batch[Number(index)]?.number}`,
  )
  const before = done.imported + done.skipped
  return new StartError(
    before === 0 ? said : `${said} The ${before} before were taken in.`,
    before === 0 ? fix : `${fix} To import again leaves those out.`,
  )
}
