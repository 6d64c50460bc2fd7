import type { Problem, Result } from './api.ts'
import { type Imported, postCaptures } from './data-routes.ts'

/** So much goes in one request, unless a single line is longer. */
const [mostLines, mostChars] = [500, 3_000_000]

/** Lines in batches that a sandbox takes whatever its limit for bodies. */
function* batchesOf(lines: readonly string[]): Generator<{ first: number; lines: string[] }> {
  let batch: string[] = []
  let [chars, first] = [0, 1]
  for (const [index, line] of lines.entries()) {
    if (batch.length === mostLines || (batch.length > 0 && chars + line.length > mostChars)) {
      yield { first, lines: batch }
      first = index + 1
      batch = []
      chars = 0
    }
    batch.push(line)
    chars += line.length
  }
  if (batch.length > 0) yield { first, lines: batch }
}

const noJson = (number: number): Problem => ({
  code: 'no_json',
  message: `Line ${number} is no JSON.`,
  fix: 'Give a file that an export of captures as JSON lines wrote, one capture a line.',
})

/** Takes in what an export of captures wrote; batch by batch, each as a whole or not at all. */
export async function importCaptures(text: string): Promise<Result<Imported>> {
  const done: Imported = { imported: 0, skipped: 0, renamed: [] }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  for (const batch of batchesOf(lines)) {
    const captures: unknown[] = []
    for (const [index, line] of batch.lines.entries())
      try {
        captures.push(JSON.parse(line))
      } catch {
        return { ok: false, problem: placed(noJson(batch.first + index), batch.first, done) }
      }
    const answer = await postCaptures(captures)
    if (!answer.ok) return { ok: false, problem: placed(answer.problem, batch.first, done) }
    done.imported += answer.value.imported
    done.skipped += answer.value.skipped
    done.renamed.push(...answer.value.renamed)
  }
  return { ok: true, value: done }
}

/** A refusal that names the lines of the file, and says what was taken in before. */
function placed(problem: Problem, first: number, { imported, skipped }: Imported): Problem {
  const message = problem.message.replace(
    /\bcaptures\.(\d+)/g,
    (_, index: string) => `line ${first + Number(index)}`,
  )
  const before = imported + skipped
  return { ...problem, message: before === 0 ? message : `${message} The ${before} before were taken in.` }
}
