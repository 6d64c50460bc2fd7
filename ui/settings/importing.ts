/** Imports captures from a JSON lines file in batches. */

import { count } from '../kit/format.ts'
import type { Problem, Result } from '../live/api.ts'
import { type Imported, postCaptures } from '../live/routes.ts'

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
export async function importCaptures(text: string): Promise<Result<Imported>> {
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

/** Rewrites indexes in a refusal as line numbers, and adds how many lines were imported before. */
function placed(
  problem: Problem,
  batch: readonly Numbered[],
  { imported, skipped }: Pick<Imported, 'imported' | 'skipped'>,
): Problem {
  const message = problem.message.replace(
    /\bcaptures\.(\d+)/g,
    (whole, index: string) => `line ${batch[Number(index)]?.number ?? whole}`,
  )
  const before = imported + skipped
  const words =
    before === 1 ? 'The line before was imported.' : `The ${count(before)} lines before were imported.`
  return { ...problem, message: before === 0 ? message : `${message} ${words}` }
}
