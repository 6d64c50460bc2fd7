import { describe, expect, test } from 'vitest'
import { schemeNames } from '../../server/signing/recipes.ts'
import type { CatalogueLanguage, Code, Endpoint } from '../../server/wire.ts'
import { runAt } from '../cli/here.ts'
import { run } from '../cli/run.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

interface Refusal {
  error: { code: string; message: string; fix: string }
}
const ask = (sandbox: TestSandbox, query: string) =>
  sandbox.request<{ code: Code } & Refusal>('GET', `/sandbox/code?${query}`)
const codeOf = async (sandbox: TestSandbox, query: string) => (await ask(sandbox, query)).body.code

/** A subscription that signs by a scheme. */
async function subscribed(sandbox: TestSandbox, url: string, scheme: string, scheme_options = {}) {
  const { id, secret } = await sandbox.subscribe(url)
  const path = `/sandbox/subscriptions/${id}`
  expect((await sandbox.request('PATCH', path, { scheme, scheme_options })).status).toBe(200)
  return { id, secret }
}

async function languagesOf(sandbox: TestSandbox) {
  const path = '/sandbox/catalogue/languages'
  return (await sandbox.get<{ languages: CatalogueLanguage[] }>(path)).languages
}

test('the official library verifies unless library=false, and a scheme without a library needs none', async () => {
  const sandbox = await startSandbox()
  const libraryOf = async (query: string) => (await codeOf(sandbox, `language=node-express&${query}`)).library
  expect(await libraryOf('scheme=stripe')).toBe('stripe')
  expect(await libraryOf('scheme=stripe&library=false')).toBeNull()
  expect(await libraryOf('scheme=adyen')).toBeNull()
  const { out } = await runAt(sandbox, 'code', 'node-express', '--no-library', '--json')
  expect(JSON.parse(out.join()).code.library).toBeNull()
  expect((await ask(sandbox, 'language=node-express&library=no')).status).toBe(400)
})

describe('every language', () => {
  test('is listed with what it needs and how it comes by the raw body', async () => {
    const languages = await languagesOf(await startSandbox())
    expect(languages.map(({ language }) => language)).toEqual([
      'node-express',
      'node-hono',
      'node-fastify',
      'node-next',
      'python-flask',
      'python-fastapi',
      'python-django',
      'ruby',
      'php',
      'go',
      'java',
      'csharp',
      'rust',
    ])
    for (const { title, runtime, raw_body } of languages) {
      expect(title).not.toBe('')
      expect(runtime).toMatch(/\d/)
      expect(raw_body).not.toBe('')
    }
  })

  test('writes every scheme, never holds a secret, and names the setting that it reads', async () => {
    const sandbox = await startSandbox({
      signing: { custom: { headers: { 'X-Own': 't={ts},s={signature}' }, signs: '{ts}.{body}' } },
    })
    for (const { language } of await languagesOf(sandbox)) {
      for (const scheme of schemeNames) {
        const { status, body } = await ask(sandbox, `language=${language}&scheme=${scheme}`)
        expect(status, `${language} ${scheme}`).toBe(200)
        expect(body.code).toMatchObject({ language, scheme })
        expect(body.code.text).not.toMatch(/\[object|whsec_[A-Za-z0-9+/]{8}/)
        expect(body.code.text.includes('WEBHOOK_SECRET')).toBe(scheme !== 'none')
      }
    }
  })
})

describe('what it is written for', () => {
  test('a subscription: its scheme, its options and its secret', async () => {
    const sandbox = await startSandbox()
    const options = { header: 'X-Bank' }
    const { id, secret } = await subscribed(sandbox, 'https://127.0.0.1:9/hook', 'platform', options)
    const code = await codeOf(sandbox, `language=go&subscription_id=${id}`)
    expect(code.scheme).toBe('platform')
    expect(code.text).toContain('header(r, "X-Bank")')
    expect(code.run).toBe(`WEBHOOK_SECRET=${secret} PORT=9 go run receiver.go`)
  })

  test('the public half, where the secret itself stays with the sender', async () => {
    const sandbox = await startSandbox()
    const { id } = await subscribed(sandbox, 'http://127.0.0.1:9/', 'standard-webhooks-ed25519')
    const { run } = await codeOf(sandbox, `language=node-hono&subscription_id=${id}`)
    expect(run).toMatch(/^WEBHOOK_SECRET=whpk_\S+ PORT=9 node receiver\.mjs$/)
  })

  test('an endpoint: its own scheme and secret, else those of the subscription that points at it', async () => {
    const sandbox = await startSandbox()
    await sandbox.post<{ endpoint: Endpoint }>('/sandbox/endpoints', {
      name: 'own',
      scheme: 'github',
      secret: "it's mine",
    })
    const own = await codeOf(sandbox, 'language=php&endpoint=own')
    expect(own.scheme).toBe('github')
    expect(own.run).toContain(`WEBHOOK_SECRET='it'\\''s mine' php`)

    await sandbox.post('/sandbox/endpoints', { name: 'fed' })
    const { secret } = await subscribed(sandbox, `${sandbox.url}/in/fed`, 'square')
    const fed = await codeOf(sandbox, 'language=php&endpoint=fed')
    expect(fed.scheme).toBe('square')
    expect(fed.run).toContain(secret)
    expect(fed.run).toContain(`WEBHOOK_URL=${sandbox.url}/in/fed`)
  })

  test('the port and the path that the subscription sends to, in every language', async () => {
    const sandbox = await startSandbox()
    const { id } = await subscribed(sandbox, 'http://localhost:8123/hooks/in?x=1', 'github')
    for (const { language } of await languagesOf(sandbox)) {
      const { text, run, file } = await codeOf(sandbox, `language=${language}&subscription_id=${id}`)
      expect(run, language).toMatch(/8123/)
      expect(run, language).not.toContain('3000')
      expect(text, language).not.toMatch(/\/webhooks\b(?!-methods)/)
      // Next has its path in the file's name, and a PHP script listens at whatever its server gives it.
      if (language !== 'php') expect(`${file} ${text}`, language).toContain('hooks/in')
      if (run.includes('PORT=')) expect(text, language).toMatch(/\bPORT\b/)
      // It alone must be called as Next has it, and is read as package.json says; all others are .mjs.
      if (file.endsWith('.js')) expect(text, language).toContain('npm pkg delete type')
    }
  })

  test('an endpoint that passes on: where it passes on to, and not the port of the sandbox', async () => {
    const sandbox = await startSandbox()
    await sandbox.post('/sandbox/endpoints', { name: 'fed', forward_to: 'http://127.0.0.1:5001/own' })
    const fed = await codeOf(sandbox, 'language=node-hono&endpoint=fed')
    expect(fed.run).toMatch(/ PORT=5001 node /)
    expect(fed.text).toContain('app.post("/own"')
    await sandbox.post('/sandbox/endpoints', { name: 'kept' })
    const kept = await codeOf(sandbox, 'language=node-hono&endpoint=kept')
    expect(kept.run).not.toContain('PORT')
  })

  test('an address that a router would read as a pattern is left to its owner, and told', async () => {
    const sandbox = await startSandbox()
    const { id } = await subscribed(sandbox, 'https://hooks.example.com/:id/*', 'github')
    const { text, run, note } = await codeOf(sandbox, `language=node-express&subscription_id=${id}`)
    expect(text).toContain('app.post("/webhooks"')
    expect(run).not.toContain('PORT')
    expect(note).toContain("Write the path /:id/* in your router's syntax")
  })

  test('a capture: by what has signed it', async () => {
    const sandbox = await startSandbox()
    await sandbox.post('/sandbox/endpoints', { name: 'fed' })
    const { secret } = await subscribed(sandbox, `${sandbox.url}/in/fed`, 'adyen')
    await sandbox.trigger('card.created')
    await sandbox.settle()
    const { id } = await sandbox.newestCapture()
    const code = await codeOf(sandbox, `language=java&capture_id=${id}`)
    expect(code.scheme).toBe('adyen')
    // Adyen's receivers hold the key in hex.
    const hex = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')
    expect(code.run).toBe(`WEBHOOK_SECRET=${hex} java Receiver.java`)
  })
})

describe('refusals', () => {
  test.each([
    ['language=node-expres', 422, 'language_unknown', /Did you mean node-express\?/],
    ['language=python', 422, 'language_unknown', /Did you mean python-flask\?/],
    ['language=fast-api', 422, 'language_unknown', /Did you mean python-fastapi\?/],
    ['language=JS', 422, 'language_unknown', /Did you mean node-express\?/],
    ['language=.net', 422, 'language_unknown', /Did you mean csharp\?/],
    ['language=Expres', 422, 'language_unknown', /Did you mean node-express\?/],
    ['language=brainfudge', 422, 'language_unknown', /brainfudge\. Valid: node-express, /],
    ['language=go&endpoint=nobody', 404, 'endpoint_unknown', /nobody/],
    ['language=go&subscription_id=x', 404, 'subscription_unknown', /lists/],
    ['language=go&capture_id=x', 404, 'capture_unknown', /lists/],
    ['language=go&scheme=stripe&endpoint=demo', 400, 'invalid_query', /only one/],
    ['scheme=stripe', 400, 'invalid_query', /language/],
  ])('%s', async (query, status, code, said) => {
    const sandbox = await startSandbox()
    const answer = await ask(sandbox, query)
    expect(answer.status).toBe(status)
    expect(answer.body.error.code).toBe(code)
    expect(`${answer.body.error.message} ${answer.body.error.fix}`).toMatch(said)
  })

  test('a recipe whose header cannot be taken apart says what can', async () => {
    const sandbox = await startSandbox({
      signing: { custom: { headers: { 'X-Own': 'v1:{ts}:{signature}' }, signs: '{ts}.{body}' } },
    })
    const { status, body } = await ask(sandbox, 'language=rust&scheme=custom')
    expect(status).toBe(422)
    expect(body.error.message).toContain('X-Own')
    expect(body.error.fix).toContain('signing.custom')
  })
})

test.each<[custom: object, names: string[], others: string[]]>([
  [{ signs: '{secret}{body}' }, ['{secret}'], ['{body_sha256}', 'ECDSA']],
  [{ signs: '{body_sha256}' }, ['{body_sha256}'], ['{secret}', 'ECDSA']],
  [{ signs: '{body}', key: 'p-256' }, ['ECDSA'], ['{secret}', '{body_sha256}']],
  [{ signs: '{secret}{body_sha256}' }, ['{secret}', '{body_sha256}'], ['ECDSA']],
])('only Node has receivers for %j; the others say what is not possible', async (custom, names, others) => {
  const sandbox = await startSandbox({
    signing: { custom: { headers: { 'X-Own': '{signature}' }, ...custom } },
  })
  for (const { language } of await languagesOf(sandbox)) {
    const { status, body } = await ask(sandbox, `language=${language}&scheme=custom`)
    expect([language, status]).toEqual([language, language.startsWith('node') ? 200 : 422])
    if (status === 200) continue
    for (const one of names) expect(body.error.message).toContain(one)
    for (const one of others) expect(body.error.message).not.toContain(one)
  }
})

test('the command prints the code alone on stdout, and how it is run on stderr', async () => {
  const sandbox = await startSandbox()
  const { code, stdout, stderr } = await run([
    'code',
    'python-flask',
    '--scheme',
    'stripe',
    '--url',
    sandbox.url,
  ])
  expect(code).toBe(0)
  expect(stdout).toBe((await codeOf(sandbox, 'language=python-flask&scheme=stripe')).text)
  expect(stderr).toContain("WEBHOOK_SECRET='…' python receiver.py")
  const listed = await runAt(sandbox, 'code')
  expect(listed.out.join('\n')).toMatch(/^rust +Rust 1\.80/m)
  const wrong = await runAt(sandbox, 'code', 'python-flsk')
  expect(wrong.code).toBe(1)
  expect(wrong.log.join()).toContain('Did you mean python-flask?')
})
