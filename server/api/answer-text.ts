/** Writes the answer of a route as JSON. */

/** A list of more items than this is written in pieces, since an item may have headers of 32 KB. */
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

/** The same text as `JSON.stringify`, in pieces: one for each item of a list. */
export function* answerPieces(answer: unknown, within = listsWithin): Generator<string> {
  let before = ''
  if (Array.isArray(answer)) {
    yield '['
    for (const item of answer) {
      yield before + (JSON.stringify(item) ?? 'null')
      before = ','
    }
    yield ']'
  } else if (within > 0 && isPlain(answer)) {
    yield '{'
    for (const [name, value] of Object.entries(answer)) {
      if (value === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* answerPieces(value, within - 1)
      before = ','
    }
    yield '}'
  } else yield JSON.stringify(answer)
}
