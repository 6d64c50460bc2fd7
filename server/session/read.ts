/** Reads and checks the file of a recorded session. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { earlierChange, earlierOutcome, earlierReason } from '../database/earlier.ts'
import { StartError } from '../failures.ts'
import { issuesOf, saidOf } from '../schema/issues.ts'
import { told } from '../words/outcome.ts'
import { type Unplayable, unplayableIn } from './check.ts'
import { type Session, session, sessionFormat } from './session.ts'

/**
 * Reads a recorded session. Throws a {@link StartError} that says what is wrong with the file.
 * @param exporting the command that writes such a file
 */
export function readSession(file: string, exporting: string): Session {
  const exportAgain = `Export the session again: ${exporting}`
  const json = readJson(file, exporting)
  // `export()` of the library returns the session itself.
  const written = bare.safeParse(json).success ? { session: json } : json
  const found = z.object({ session: z.object({ format: z.unknown() }) }).safeParse(written)
  if (!found.success) throw new StartError(`${file} is not a recorded session.`, exportAgain, 2)
  const { format } = found.data.session
  if (format !== sessionFormat && format !== 1)
    throw new StartError(
      `${file} has the format ${JSON.stringify(format)}; this webhook-sandbox reads the format ${sessionFormat}.`,
      typeof format === 'number' && format > sessionFormat ? 'Update webhook-sandbox.' : exportAgain,
      2,
    )
  const value = format === 1 ? fromFirst(written) : written
  const parsed = z.object({ session }).safeParse(value)
  if (!parsed.success) {
    const [issue] = issuesOf(parsed.error, value)
    throw noSession({ place: issue?.path.slice(1).join('.') ?? '', problem: issue ? saidOf(issue) : '' })
  }
  const unplayable = unplayableIn(parsed.data.session)
  if (unplayable) throw noSession(unplayable)
  return parsed.data.session

  function noSession({ place, problem }: Unplayable) {
    return new StartError(`${file} is not a recorded session: ${place}: ${problem}.`, exportAgain, 2)
  }
}

const bare = z.object({ format: z.number(), inputs: z.array(z.unknown()) })

const oldOutcome = z.looseObject({ kind: z.string(), detail: z.string().optional() })
const oldRows = z.array(z.looseObject({}))
const oldAttempts = z.array(z.looseObject({ changes: z.array(z.looseObject({ detail: z.string() })) }))
const firstForm = z.looseObject({
  session: z.looseObject({ outcome: z.looseObject({ deliveries: oldRows, attempts: oldAttempts }) }),
})

/** The first format had sentences in place of facts. */
function fromFirst(written: unknown): unknown {
  const { data } = firstForm.safeParse(written)
  if (!data) return written
  const { session: old } = data
  const deliveries = old.outcome.deliveries.map((row) => {
    const facts = typeof row.reason === 'string' ? earlierReason(row.reason) : null
    return {
      ...row,
      last_outcome: endOfFirst(row.last_outcome),
      reason_code: facts?.code ?? null,
      reason_facts: facts,
    }
  })
  const attempts = old.outcome.attempts.map((one) => ({
    ...one,
    outcome: endOfFirst(one.outcome),
    changes: one.changes.map(earlierChange),
  }))
  return { session: { ...old, format: sessionFormat, outcome: { ...old.outcome, deliveries, attempts } } }
}

function endOfFirst(outcome: unknown): unknown {
  const { data } = oldOutcome.safeParse(outcome)
  if (data === undefined) return outcome
  return data.detail === undefined ? { ...data, detail: '' } : told(earlierOutcome(data.kind, data.detail))
}

function readJson(file: string, exporting: string): unknown {
  let text: string
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new StartError(
      `Cannot read ${file}: ${error instanceof Error ? error.message : error}.`,
      `Name a file that ${exporting} wrote, or - for standard input.`,
      2,
    )
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartError(
      `${file} is not valid JSON: ${error instanceof Error ? error.message : error}.`,
      `Export the session again: ${exporting}`,
      2,
    )
  }
}
