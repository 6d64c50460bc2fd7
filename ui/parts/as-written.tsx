import { runsOf } from './control-marks.ts'

/** Text as it was written: what is not seen, or would turn the order of what is, is told by its code; copies stay true. */
export const AsWritten = ({ text }: { text: string }) => (
  <>
    {runsOf(text).map(({ text: run, code }, index) =>
      code === null ? (
        run
      ) : (
        <span key={index} class="control" data-code={code} title={`The character ${code}`}>
          {run}
        </span>
      ),
    )}
  </>
)
