import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { judgeReceivers, startHarness, writeReceivers } from './receivers.ts'

const harness = fileURLToPath(new URL('harness/python.py', import.meta.url))

const python = (...args: string[]) =>
  spawnSync('python3', args, { encoding: 'utf8', env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } })
const has = (module: string) => python('-c', `import ${module}`).status === 0
const isHere = has('sys')

/** What a scheme needs that is not in the standard library. */
const libraries: Record<string, boolean> = {
  plaid: isHere && has('jwt.algorithms, cryptography'),
  'standard-webhooks-ed25519': isHere && has('cryptography'),
  discord: isHere && has('cryptography'),
  telnyx: isHere && has('cryptography'),
  'ed25519-in-base64url': isHere && has('cryptography'),
}
const frameworks = {
  'python-flask': 'flask',
  'python-fastapi': 'fastapi',
  'python-django': 'django',
} as const

describe.each(['python-flask', 'python-fastapi', 'python-django'] as const)('%s', (language) => {
  test.skipIf(!isHere)('is Python, in every scheme', () => {
    const { receivers } = writeReceivers(language)
    const check = 'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file)'
    const { status, stderr } = python('-c', check, ...receivers.map(({ file }) => file))
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  test.skipIf(!isHere || !has(frameworks[language]))(
    'takes what is right and refuses what is not, in every scheme whose library is here',
    async () => {
      const { receivers } = writeReceivers(language)
      const loadable = receivers.filter(({ scheme }) => libraries[scheme] ?? true)
      const urls = await startHarness(['python3', harness, language], loadable)
      await judgeReceivers(urls, loadable.length)
      // A query that is no UTF-8, which no client of Node's sends.
      const to = urls.get('twilio') ?? ''
      const head = `POST ${new URL(to).pathname}?a=\xff HTTP/1.0\r\nX-Twilio-Signature: x\r\nContent-Length: 0\r\n\r\n`
      expect(await rawExchange(portOf(to), head)).toMatch(/^HTTP\/1\.\d 401 /)
    },
  )
})

test.skipIf(!has('django'))('python-django says of a body without a length that it is not read', async () => {
  const receivers = writeReceivers('python-django').receivers.filter(({ scheme }) => scheme === 'github')
  const to = (await startHarness(['python3', harness, 'python-django'], receivers)).get('github') ?? ''
  const head = `POST ${new URL(to).pathname} HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n`
  const answer = await rawExchange(portOf(to), head)
  expect(answer).toMatch(/^HTTP\/1\.\d 411 /)
  expect(answer).toMatch(/The body was sent in chunks, without Content-Length\.$/)
})

test.skipIf(!has('fastapi'))(
  'python-fastapi takes a sender that is gone in the middle of the body for no error of its own',
  async () => {
    const receivers = writeReceivers('python-fastapi').receivers.filter(({ scheme }) => scheme === 'github')
    const to = (await startHarness(['python3', harness, 'python-fastapi'], receivers)).get('github') ?? ''
    const half = connect(portOf(to), '127.0.0.1')
    half.end(`POST ${new URL(to).pathname} HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf`)
    const answer = await text(half)
    expect(answer).toMatch(/^HTTP\/1\.\d 400 /)
    expect(answer).toMatch(/The body is incomplete\.$/)
  },
)
