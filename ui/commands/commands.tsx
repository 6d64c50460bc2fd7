/** Shows the terminal commands that do the same as the page. */

import { Fragment } from 'preact'
import { CopyBox } from '../secrets/copy-box.tsx'

export interface Command {
  /** Names the command, such as `the resend`. */
  what: string
  text: string
  /** The button with the same effect, if there are several. */
  button?: string
}

/** Commands in a fold. */
export function Commands({ commands }: { commands: readonly Command[] }) {
  return (
    <details class="commands">
      <summary>Terminal commands</summary>
      <Boxes commands={commands} />
    </details>
  )
}

/** The commands of a form, always visible. */
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
