import type { ReadStream, WriteStream } from 'node:tty'
import type { Outside } from '../outside.ts'
import type { Line } from '../words/spans.ts'

/** Where a command writes: results on `out`, everything else on `log`. */
export interface Terminal {
  out(line: string): void
  log(line: string): void
  /** Writes bytes as they are, fulfilled when they are taken; only where no terminal would obey them. */
  bytes?(bytes: Uint8Array): Promise<void>
  /** Whether what is written on `out` may be coloured; without it, not. */
  colour?: boolean
  /** The same of what is written on `log`. */
  logColour?: boolean
  /**
   * Lines below all that is written, painted anew in place; an empty list takes them away. Without it nobody watches.
   * @param focus the line that is seen where there is no room for all; the last without it
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
  /** What the process ends with when a signal closes it; 0 without it. */
  exitCode?: number
  /** Whether another program has the terminal now: Ctrl-C reaches both and is meant for that one. */
  isAside?(): boolean
}
/** Handed what runs until it is closed: what ends the process closes it. */
export type OnRunning = (running: RunningCommand) => void

/** What surrounds a command that takes its time. */
export interface LongShell extends Shell {
  outside: Outside
  onRunning: OnRunning
}

/** The terminal that somebody sits at, for commands that draw on all of it. */
export interface Tty {
  input: ReadStream
  output: WriteStream
  /** Writes before it answers, for what has to be restored as the process ends. */
  writeNow(text: string): void
  /** Runs as the process ends, however it does. Answers what takes it back. */
  onExit(run: () => void): () => void
  /** Answers what takes it back: then the signal does again what it does by itself. */
  onSignal(signal: 'SIGTSTP' | 'SIGCONT', run: () => void): () => void
  /** Stops the process, or with what stands around it, as Ctrl-Z does; goes on when it is continued. */
  suspend(whom: 'process' | 'group'): void
}
