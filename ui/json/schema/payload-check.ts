import { readPlaced } from '../placed-json.ts'
import { schemaProblems } from './schema-check.ts'
import { isRecord } from './schema-words.ts'

/** What is wrong with a payload as typed; `path` is empty where no value is at fault. */
export interface PayloadProblem {
  line: number
  path: string
  message: string
}

/** A payload as typed: what would be sent, if it is JSON at all, and what its event's schema refuses. */
export interface CheckedPayload {
  /** The text as it was typed; undefined where it cannot be sent, not even by force. */
  payload: string | undefined
  problems: PayloadProblem[]
}

export function checkPayload(text: string, schema: unknown): CheckedPayload {
  const read = readPlaced(text)
  if (!read.ok)
    return {
      payload: undefined,
      problems: [{ line: read.line, path: '', message: `No JSON: ${read.message}.` }],
    }
  const { value, lines, repeated } = read
  if (!isRecord(value))
    return { payload: undefined, problems: [{ line: 1, path: '', message: 'A payload is one JSON object.' }] }
  const problems = [
    ...schemaProblems(schema, value),
    ...repeated.map((path) => ({ path, message: 'stands more than once; most readers take the last' })),
  ].map((problem) => ({ ...problem, line: lineOf(problem.path, lines) }))
  return { payload: text, problems: problems.sort((a, b) => a.line - b.line) }
}

/** Of what is missing, the line of what lacks it. */
function lineOf(path: string, lines: ReadonlyMap<string, number>): number {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const line = lines.get(at)
    if (line !== undefined) return line
  }
  return lines.get('') ?? 1
}
