/** Draws text exactly as received, with invisible characters and mixed writing directions shown safely. */

import { codeOf, unseen } from './control-marks.ts'

const letters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A piece of text. `isApart` marks right-to-left text, which would reorder its neighbours. */
interface Stretch {
  text: string
  isApart: boolean
}

/** Splits text at its quotes if any part is right-to-left. Otherwise adjacent values would swap places. */
export function stretchesOf(text: string): Stretch[] {
  if (!letters.test(text)) return [{ text, isApart: false }]
  return text
    .split(/(")/)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, isApart: letters.test(piece) }))
}

/** Marks invisible characters with their code. A copy of the text stays exact. */
export const AsWritten = ({ text }: { text: string }) => (
  <>
    {runsOf(text).map(({ text: run, code }, index) =>
      code === null ? (
        <InOrder key={index} text={run} />
      ) : (
        <span key={index} class="control" data-code={code} title={`Character ${code}`}>
          {run}
        </span>
      ),
    )}
  </>
)

/** Keeps values in their written order. */
const InOrder = ({ text }: { text: string }) => (
  <>
    {stretchesOf(text).map(({ text: piece, isApart }, index) =>
      isApart ? (
        <bdi key={index} dir="ltr">
          {piece}
        </bdi>
      ) : (
        piece
      ),
    )}
  </>
)

/** A run of text. `code` is set if the run is one invisible character. */
export interface Run {
  text: string
  code: string | null
}

/** Splits text into runs, with each invisible character in a run of its own. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let done = 0
  for (const { index, 0: character } of text.matchAll(unseen)) {
    if (index > done) runs.push({ text: text.slice(done, index), code: null })
    runs.push({ text: character, code: codeOf(character) })
    done = index + character.length
  }
  if (done < text.length) runs.push({ text: text.slice(done), code: null })
  return runs
}
