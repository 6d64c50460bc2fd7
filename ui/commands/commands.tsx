import { Fragment } from 'preact'
import { CopyBox } from '../secrets/copy-box.tsx'

export interface Command {
  /** What it does, such as `the resend`. */
  what: string
  text: string
  /** The button that does the same, where there are several. */
  button?: string
}

/** Acts as commands, folded away until asked for. */
export function Commands({ commands }: { commands: readonly Command[] }) {
  return (
    <details class="commands">
      <summary>From a terminal</summary>
      <Boxes commands={commands} />
    </details>
  )
}

/** What a form would do, as commands that stand in sight. */
export function Terminal({ commands }: { commands: readonly Command[] }) {
  return (
    <section class="terminal">
      <h3 class="label">The same from a terminal</h3>
      <Boxes commands={commands} />
    </section>
  )
}

const Boxes = ({ commands }: { commands: readonly Command[] }) => (
  <>
    {commands.map(({ what, text, button }, index) => (
      <Fragment key={what}>
        {button !== undefined && button !== commands[index - 1]?.button && <p class="command-of">{button}</p>}
        <CopyBox text={text} what={what} />
      </Fragment>
    ))}
  </>
)
