/** Writes the answer of a route as JSON. */
import type { Pausable } from '../memory/in-slices.ts'

/** A list of more items than this is written in slices, since an item may have headers of 32 KB. */
const fewItems = 50
/** How deep in an answer its lists are: `{ diff: { json: [...] } }`. */
const listsWithin = 2

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Whether writing an answer at once could keep other requests waiting. */
export const isLongAnswer = (answer: unknown, within = listsWithin): boolean =>
  Array.isArray(answer)
    ? answer.length > fewItems
    : within > 0 && isPlain(answer) && Object.values(answer).some((one) => isLongAnswer(one, within - 1))

/** The same text as `JSON.stringify`, with a pause after each item of a list. */
export function* answerText(answer: unknown, within = listsWithin): Pausable<string> {
  if (Array.isArray(answer)) {
    const items: string[] = []
    for (const item of answer) {
      items.push(JSON.stringify(item) ?? 'null')
      yield
    }
    return `[${items.join(',')}]`
  }
  if (within === 0 || !isPlain(answer)) return JSON.stringify(answer)
  const members: string[] = []
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) members.push(`${JSON.stringify(name)}:${yield* answerText(value, within - 1)}`)
  return `{${members.join(',')}}`
}
