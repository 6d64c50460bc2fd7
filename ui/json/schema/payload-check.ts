/** Checks a typed payload against the schema of its event. */
import { readPlaced } from '../placed-json.ts'
import { schemaProblems } from './schema-check.ts'
import { isRecord } from './schema-words.ts'

/** A mistake in a payload; `path` is empty if no member is at fault. */
export interface PayloadProblem {
  line: number
  path: string
  message: string
}

/** A checked payload. */
export interface CheckedPayload {
  /** The text as typed; undefined if it cannot be sent, not even by force. */
  payload: string | undefined
  problems: PayloadProblem[]
}

export function checkPayload(text: string, schema: unknown): CheckedPayload {
  const read = readPlaced(text)
  if (!read.ok)
    return {
      payload: undefined,
      problems: [{ line: read.line, path: '', message: `Invalid JSON: ${read.message}.` }],
    }
  const { value, lines, repeated } = read
  if (!isRecord(value))
    return {
      payload: undefined,
      problems: [{ line: 1, path: '', message: 'The payload must be a JSON object.' }],
    }
  const problems = [
    ...schemaProblems(schema, value),
    ...repeated.map((path) => ({ path, message: 'is duplicated; most parsers use the last value' })),
  ].map((problem) => ({ ...problem, line: lineOf(problem.path, lines) }))
  return { payload: text, problems: problems.sort((a, b) => a.line - b.line) }
}

/** A missing member has the line of its parent. */
function lineOf(path: string, lines: ReadonlyMap<string, number>): number {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const line = lines.get(at)
    if (line !== undefined) return line
  }
  return lines.get('') ?? 1
}
