/** Where a command writes: results on `out`, everything else on `log`. */
export interface Terminal {
  out(line: string): void
  log(line: string): void
}

/** What surrounds a command. */
export interface Shell {
  terminal: Terminal
  environment: Record<string, string | undefined>
}

/** Handed what runs until it is closed: what ends the process closes it. */
export type OnRunning = (running: { close(): Promise<void> }) => void
