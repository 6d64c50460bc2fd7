import { runsOf } from './control-marks.ts'
import { stretchesOf } from './right-to-left.ts'

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
