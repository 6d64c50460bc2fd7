import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startProcess } from '../helpers/program.ts'

export interface Checked {
  id: string
  timestamp: string
  event: string
  /** Why the published library refused it; null when it did not. */
  error: string | null
}

const program = fileURLToPath(new URL('../helpers/verifying-receiver.mjs', import.meta.url))

/** Starts a receiver in a process of its own that verifies with the published library. */
export async function startVerifyingReceiver(...statuses: number[]) {
  const { process: child, ended, stderr } = startProcess(process.execPath, [program, ...statuses.map(String)])
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  async function next(): Promise<unknown> {
    const line = await lines.next()
    if (line.done) throw new Error(`the receiver ended with ${await ended}: ${stderr()}`)
    return JSON.parse(line.value)
  }
  const port = await next()
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    /** Hands it the secret to verify with. */
    async take(secret: string) {
      child.stdin.write(`${secret}\n`)
      await next()
    },
    /** What it says of the next `count` requests. */
    async checked(count: number): Promise<Checked[]> {
      const told: Checked[] = []
      while (told.length < count) told.push((await next()) as Checked)
      return told
    },
    /** Ends it and answers what it had not told yet. */
    async end(): Promise<Checked[]> {
      child.kill('SIGTERM')
      const rest: Checked[] = []
      for (let line = await lines.next(); !line.done; line = await lines.next())
        rest.push(JSON.parse(line.value))
      return rest
    },
  }
}
