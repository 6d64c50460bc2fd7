import { runsOf } from './control-marks.ts'

const letters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A piece of text; `isApart` where it is written from right to left, and would take what stands beside it along. */
interface Stretch {
  text: string
  isApart: boolean
}

/** Text in pieces between its quotes, where any of it is written from right to left: of two such values beside each other the second stood first. */
export function stretchesOf(text: string): Stretch[] {
  if (!letters.test(text)) return [{ text, isApart: false }]
  return text
    .split(/(")/)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, isApart: letters.test(piece) }))
}

/** Text as it was written: what is not seen, or would turn the order of what is, is told by its code; copies stay true. */
export const AsWritten = ({ text }: { text: string }) => (
  <>
    {runsOf(text).map(({ text: run, code }, index) =>
      code === null ? (
        <InOrder key={index} text={run} />
      ) : (
        <span key={index} class="control" data-code={code} title={`The character ${code}`}>
          {run}
        </span>
      ),
    )}
  </>
)

/** Values in the order in which they were written, each as it is read. */
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
