/** Serves what a command counts, at a path that nobody else knows: checks read effects from a URL. */
import { exec } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readingIn } from '../check/effects.ts'
import { StartError } from '../failures.ts'
import { drawSecretBytes } from '../outside.ts'

/** How long the command may run. Real time, ms. */
const patienceMs = 10_000

/** Runs the command once, to refuse one that counts nothing, and then for each reading. */
export async function serveCount(command: string): Promise<{ url: string; close(): Promise<void> }> {
  const count = () =>
    new Promise<string>((resolve, reject) => {
      exec(command, { timeout: patienceMs, maxBuffer: 4 * 1024 * 1024 }, (error, stdout, stderr) => {
        if (error) reject(new Error(stderr.trim() || error.message))
        else resolve(stdout)
      })
    })
  const first = await count().catch((error: Error) => {
    throw new StartError(`--effects-cmd failed: ${error.message}.`, 'Run the command by itself first.')
  })
  if (readingIn(first) === undefined)
    throw new StartError(
      '--effects-cmd printed neither a number nor lines with a key each.',
      'Let the command print a number, such as select count(*) does.',
    )
  const path = `/${drawSecretBytes().toString('base64url')}`
  const server = createServer((request, response) => {
    if (request.url !== path) return void response.writeHead(404).end()
    count().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
