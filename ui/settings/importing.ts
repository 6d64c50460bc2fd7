/** Imports captures from a JSON lines file or a HAR in batches. */

import { count } from '../kit/format.ts'
import type { Problem, Result } from '../live/api.ts'
import { type Imported, type ImportedHar, postCaptures, postHar } from '../live/routes/data.ts'

/** Limits of one request. A single longer line is still sent. */
const [mostLines, mostChars] = [500, 3_000_000]

/** A non-empty line and its line number. */
interface Numbered {
  number: number
  line: string
}

/** Splits the lines into batches below the sandbox's body limit. */
function* batchesOf(lines: readonly Numbered[]): Generator<Numbered[]> {
  let batch: Numbered[] = []
  let chars = 0
  for (const one of lines) {
    const { length } = one.line
    if (batch.length === mostLines || (batch.length > 0 && chars + length > mostChars)) {
      yield batch
      batch = []
      chars = 0
    }
    batch.push(one)
    chars += length
  }
  if (batch.length > 0) yield batch
}

const noJson = (number: number): Problem => ({
  code: 'no_json',
  message: `Line ${number} is not valid JSON.`,
  fix: 'Choose a file that was exported as JSON lines, with one capture per line.',
})

/** Each batch is imported completely or not at all. */
export async function importCaptures(text: string): Promise<Result<Imported | ImportedHar>> {
  if (/^\s*\{\s*"log"\s*:/.test(text.slice(0, 1000))) return importHar(text)
  const done: Imported = { imported: 0, skipped: 0, renamed: [] }
  const lines = text
    .split('\n')
    .map((line, index): Numbered => ({ number: index + 1, line }))
    .filter(({ line }) => line.trim() !== '')
  for (const batch of batchesOf(lines)) {
    const captures: unknown[] = []
    for (const { number, line } of batch)
      try {
        captures.push(JSON.parse(line))
      } catch {
        return { ok: false, problem: placed(noJson(number), batch, done) }
      }
    const answer = await postCaptures(captures)
    if (!answer.ok) return { ok: false, problem: placed(answer.problem, batch, done) }
    done.imported += answer.value.imported
    done.skipped += answer.value.skipped
    done.renamed.push(...answer.value.renamed)
  }
  return { ok: true, value: done }
}

const noHar: Problem = {
  code: 'no_har',
  message: 'The file begins like a HAR, but is not a valid HAR.',
  fix: 'Save the HAR again, with its content.',
}

/** The requests of a HAR. Responses may be large, and only their status is imported. */
async function importHar(text: string): Promise<Result<ImportedHar>> {
  let entries: unknown
  try {
    entries = JSON.parse(text).log.entries
  } catch {
    return { ok: false, problem: noHar }
  }
  if (!Array.isArray(entries)) return { ok: false, problem: noHar }
  const done: ImportedHar = { imported: 0, skipped: 0, renamed: [], lost: [] }
  const lines = entries.map((entry, index): Numbered => {
    const { response, ...others } = Object(entry)
    return {
      number: index + 1,
      line: JSON.stringify({ ...others, response: { status: Object(response).status } }),
    }
  })
  for (const batch of batchesOf(lines)) {
    const answer = await postHar(batch.map(({ line }) => JSON.parse(line)))
    if (!answer.ok) return answer
    const { imported, skipped, renamed, lost } = answer.value
    done.imported += imported
    done.skipped += skipped
    done.renamed.push(...renamed)
    for (const one of lost) if (!done.lost.some(({ code }) => code === one.code)) done.lost.push(one)
  }
  return { ok: true, value: done }
}

/** Adds the line number to a refusal, and how many lines were imported before. */
function placed(
  problem: Problem,
  batch: readonly Numbered[],
  { imported, skipped }: Pick<Imported, 'imported' | 'skipped'>,
): Problem {
  const line = batch[Number(problem.fields?.[0]?.path[1])]
  const message = line ? `Line ${line.number}: ${problem.message}` : problem.message
  const before = imported + skipped
  const words =
    before === 1 ? 'The line before was imported.' : `The ${count(before)} lines before were imported.`
  return { ...problem, message: before === 0 ? message : `${message} ${words}` }
}
