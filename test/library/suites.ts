/** The same small suite for each test runner: two tests that pass and one that fails, as a user writes them. */

/** The body of each test, with how the runner calls things. */
interface Wording {
  /** The imports, and what stands before the tests. */
  begin: string
  /** What a test takes. */
  given: string
  receiver: string
  delivered(subject: string, options?: string): string
}

const suite = ({ begin, given, receiver, delivered }: Wording) => `${begin}
const urls = new Set()
test('receives', async (${given}) => {
  const orders = await ${receiver}(() => new Response())
  await sandbox.trigger('card.created')
  await ${delivered('orders', "{ event: 'card.created' }")}
  urls.add(sandbox.url)
})
test('finds the same sandbox, empty', async (${given}) => {
  const { deliveries } = await sandbox.trigger('card.created')
  urls.add(sandbox.url)
  if (deliveries.length !== 0 || urls.size !== 1) throw new Error('not empty, or another one')
})
test('fails', async (${given}) => {
  const orders = await ${receiver}(() => new Response('no such order', { status: 404 }))
  await sandbox.trigger('card.created', { settle: true })
  await ${delivered('orders', '{ timeout: 0 }')}
})
`

const matcher = (subject: string, options = '') => `expect(${subject}).toBeDelivered(${options})`
const fixtures = { given: '{ sandbox, receiver }', receiver: 'receiver', delivered: matcher }
const used = { given: '', receiver: 'sandbox.receiver' }

export const suites = {
  vitest: suite({ begin: "import { expect, test } from 'webhook-sandbox/vitest'", ...fixtures }),
  playwright: suite({ begin: "import { expect, test } from 'webhook-sandbox/playwright'", ...fixtures }),
  nodeTest: suite({
    begin: `import { test } from 'node:test'
import { toBeDelivered, useSandbox } from 'webhook-sandbox/node-test'
const sandbox = useSandbox()`,
    ...used,
    delivered: (subject, options = '') => `toBeDelivered(${subject}, ${options})`,
  }),
  jest: suite({
    begin: `const { useSandbox } = require('webhook-sandbox/jest')
const sandbox = useSandbox()`,
    ...used,
    delivered: matcher,
  }),
  jestModule: suite({
    begin: `import { toBeDelivered, useSandbox } from 'webhook-sandbox/jest'
const sandbox = useSandbox()`,
    ...used,
    delivered: (subject, options = '') => `toBeDelivered(${subject}, ${options})`,
  }),
}
