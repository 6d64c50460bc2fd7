import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../helpers/program.ts'

const atOnce = 1500
/** How many the system holds; 0 where it does not say so. */
const somaxconn = process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/core/somaxconn')) : 0

test.skipIf(somaxconn < atOnce)('a burst of connections is held while the sandbox is busy', async () => {
  const sandbox = await startProgram(['--port', '0', '--data', ':memory:', '--bare'])
  // As busy as can be.
  sandbox.process.kill('SIGSTOP')
  onTestFinished(() => void sandbox.process.kill('SIGCONT'))
  const { port } = new URL(sandbox.url)
  const connected = Array.from({ length: atOnce }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    return new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
  })
  await Promise.all(connected)
  sandbox.process.kill('SIGCONT')
  expect((await fetch(`${sandbox.url}/sandbox/health`)).status).toBe(200)
})
