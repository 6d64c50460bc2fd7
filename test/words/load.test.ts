import { expect, test } from 'vitest'
import { loadReadme, sayUnsignable, withSecret } from '../../server/words/load.ts'

const about = {
  engine: 'k6',
  title: 'k6',
  scheme: 'stripe',
  target: 'http://127.0.0.1:3000/hook',
  rate: 20,
  seconds: 60,
  payloads: 100,
  events: ['card.created'],
  install: null,
  run: 'k6 run script.js',
  needsSecret: true,
  subscriptionId: 'sub_1',
  unsignable: [{ scheme: 'plaid', code: 'es256' }],
} as const

test('the refusal of a scheme names the reason and the engines that can sign', () => {
  expect(sayUnsignable('plaid', 'es256')).toEqual({
    message:
      'k6 cannot sign with the scheme plaid: k6 cannot derive the P-256 key for ES256 from the secret.',
    fix: 'Use artillery or locust, which sign with every scheme, or another scheme for the subscription.',
  })
})

test('the README begins with what the test sends, and names what the engine cannot sign', () => {
  const lines = loadReadme(about).split('\n')
  expect(lines.slice(0, 3)).toEqual([
    '# Load test of http://127.0.0.1:3000/hook with k6',
    '',
    'Sends 20 signed webhooks a second for 60 s. Run it in this folder:',
  ])
  expect(lines.find((line) => line.startsWith('- **Limits**'))).toBe(
    '- **Limits**: k6 cannot derive the P-256 key for ES256 from the secret. So k6 cannot sign with plaid, or with a custom recipe that has an Ed25519 key.',
  )
})

test('without a signature, no command of the README sets a secret', () => {
  expect(loadReadme({ ...about, needsSecret: false, unsignable: [] })).not.toContain("WEBHOOK_SECRET='…' k6")
})

test('a secret is quoted for the shell', () => {
  expect(withSecret('k6 run script.js', "it's")).toBe("WEBHOOK_SECRET='it'\\''s' k6 run script.js")
})
