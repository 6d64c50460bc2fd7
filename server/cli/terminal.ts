/** What surrounds a command: its terminal, its environment and its signals. */
import type { ReadStream, WriteStream } from 'node:tty'
import type { Outside } from '../outside.ts'
import type { Line } from '../words/spans.ts'

/** Where a command writes: results to `out`, everything else to `log`. */
export interface Terminal {
  out(line: string): void
  log(line: string): void
  /** Writes raw bytes, fulfilled when they are written. Missing on a terminal, which could obey control characters. */
  bytes?(bytes: Uint8Array): Promise<void>
  /** Whether `out` may use colours; without it, not. */
  colour?: boolean
  /** Whether `log` may use colours. */
  logColour?: boolean
  /**
   * Shows lines below all output, repainted in place. An empty list removes them. Missing without a terminal.
   * @param focus the line that stays visible if there is no room for all; the last by default
   */
  live?(lines: readonly Line[], focus?: number): void
}

/** What surrounds a command. */
export interface Shell {
  terminal: Terminal
  environment: Record<string, string | undefined>
  /** The words that further commands begin with, such as `npx webhook-sandbox`. */
  calledAs: string
}

export interface RunningCommand {
  close(): Promise<void>
  /** The exit code after a signal; 0 by default. */
  exitCode?: number
  /** Whether another program has the terminal now. Ctrl-C reaches both, and is meant for that program. */
  isAside?(): boolean
  /** Takes each signal instead of {@link close}. The process then ends when its work ends. */
  takes?(signal: NodeJS.Signals): void
}
/** Registers a running command. A signal that ends the process closes the command first. */
export type OnRunning = (running: RunningCommand) => void

/** What surrounds a command that may run for long. */
export interface LongShell extends Shell {
  outside: Outside
  onRunning: OnRunning
}

/** A terminal with a user, for commands that use the whole screen. */
export interface Tty {
  input: ReadStream
  output: WriteStream
  /** Writes synchronously, to restore the terminal while the process ends. */
  writeNow(text: string): void
  /** Runs a function when the process ends for any reason. Returns a function that cancels this. */
  onExit(run: () => void): () => void
  /** Runs a function at a signal. Returns a function that restores the default effect of the signal. */
  onSignal(signal: 'SIGTSTP' | 'SIGCONT', run: () => void): () => void
  /** Suspends the process or its group, as Ctrl-Z does. Returns when the process continues. */
  suspend(whom: 'process' | 'group'): void
}
