/** Starts each receiver as a process of its own on a free port, and tells where it listens. */
import { spawn } from 'node:child_process'

/** @type {{ scheme: string, file: string, env: Record<string, string> }[]} */
const receivers = JSON.parse(process.argv[2] ?? '[]')
/** @type {import('node:child_process').ChildProcess[]} */
const children = []
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
process.on('SIGTERM', () => process.exit())

for (const { scheme, file, env } of receivers) {
  const child = spawn(file, [], {
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  let told = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said = told ? '' : said + chunk
      const [, url] = /Listening on (http\S+)\s/.exec(said) ?? []
      if (!url) return
      told = true
      process.stdout.write(`${JSON.stringify({ scheme, url })}\n`)
    })
}
