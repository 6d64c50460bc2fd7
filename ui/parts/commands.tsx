import { CopyBox } from './copy.tsx'

export interface Command {
  /** What it does, such as `the resend`. */
  what: string
  text: string
}

/** Acts as commands, folded away until asked for. */
export function Commands({ commands }: { commands: readonly Command[] }) {
  return (
    <details class="commands">
      <summary>From a terminal</summary>
      {commands.map(({ what, text }) => (
        <CopyBox key={what} text={text} what={what} />
      ))}
    </details>
  )
}
