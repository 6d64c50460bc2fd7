import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartError } from '../failures.ts'
import { issuesOf, saidOf } from '../schema/issues.ts'
import { type Unplayable, unplayableIn } from './check.ts'
import { type Session, session, sessionFormat } from './session.ts'

const exportAgain = 'Write it anew: webhook-sandbox export FILE.'

/** Reads a recorded session; throws a {@link StartError} that says what is wrong with the file. */
export function readSession(file: string): Session {
  const value = readJson(file)
  const found = z.object({ session: z.object({ format: z.unknown() }) }).safeParse(value)
  if (!found.success) throw new StartError(`${file} is no recorded session.`, exportAgain, 2)
  const { format } = found.data.session
  if (format !== sessionFormat)
    throw new StartError(
      `${file} is of the form ${JSON.stringify(format)}; this webhook-sandbox reads the form ${sessionFormat}.`,
      typeof format === 'number' && format > sessionFormat ? 'Update webhook-sandbox.' : exportAgain,
      2,
    )
  const parsed = z.object({ session }).safeParse(value)
  if (!parsed.success) {
    const [issue] = issuesOf(parsed.error, value)
    throw noSession(file, {
      place: issue?.path.slice(1).join('.') ?? '',
      problem: issue ? saidOf(issue) : '',
    })
  }
  const unplayable = unplayableIn(parsed.data.session)
  if (unplayable) throw noSession(file, unplayable)
  return parsed.data.session
}

const noSession = (file: string, { place, problem }: Unplayable) =>
  new StartError(`${file} is no recorded session: ${place}: ${problem}.`, exportAgain, 2)

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new StartError(
      `Cannot read ${file}: ${error instanceof Error ? error.message : error}.`,
      'Name a file that webhook-sandbox export wrote, or - for standard input.',
      2,
    )
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartError(
      `${file} is no JSON: ${error instanceof Error ? error.message : error}.`,
      exportAgain,
      2,
    )
  }
}
