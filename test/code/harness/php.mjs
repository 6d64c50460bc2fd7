/** Starts PHP's own server with the router for all receivers, and tells where each is. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [, , text = '[]'] = process.argv
/** @type {{ scheme: string }[]} */
const receivers = JSON.parse(text)
const router = fileURLToPath(new URL('router.php', import.meta.url))

// Its port 0 is a free one, which it tells on stderr.
const php = spawn('php', ['-S', '127.0.0.1:0', router], {
  env: { ...process.env, RECEIVERS: text },
  stdio: ['ignore', 'ignore', 'pipe'],
})
process.on('exit', () => php.kill('SIGKILL'))
process.on('SIGTERM', () => process.exit())
let said = ''
php.stderr.on('data', (chunk) => {
  const before = said
  said += chunk
  const pattern = /\((http:\/\/127\.0\.0\.1:\d+)\) started/
  const [, url] = pattern.exec(said) ?? []
  if (!url || pattern.test(before)) return
  for (const [number, { scheme }] of receivers.entries())
    process.stdout.write(`${JSON.stringify({ scheme, url: `${url}/${number}/webhooks` })}\n`)
})
