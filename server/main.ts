import { createProgram } from './cli/program.ts'
import { realOutside } from './outside.ts'
import { StartError } from './start-error.ts'

const terminal = {
  out: (line: string) => void process.stdout.write(`${line}\n`),
  log: (line: string) => void process.stderr.write(`${line}\n`),
}

// As of `| head -1`: nobody reads on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

function closeOnSignals(running: { close(): Promise<void> }) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // A second signal ends it at once: what is under way is resumed at the next start.
    process.once(signal, () => void running.close().then(() => process.exit(0)))
  }
}

const program = createProgram({
  terminal,
  environment: process.env,
  outside: realOutside(),
  onRunning: closeOnSignals,
})
try {
  await program.parseAsync(process.argv)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  terminal.log(`${error.message} ${error.fix}`)
  process.exitCode = 1
}
