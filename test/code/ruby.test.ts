import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import {
  judgeLibraryCalls,
  judgeReceivers,
  startHarness,
  writeLibraryReceivers,
  writeReceivers,
} from './receivers.ts'

const isHere = spawnSync('ruby', ['--version']).status === 0
const harness = fileURLToPath(new URL('harness/ruby.rb', import.meta.url))

test.skipIf(!isHere)('Ruby takes what is right and refuses what is not, in every scheme', async () => {
  const { receivers } = writeReceivers('ruby')
  const { stderr } = spawnSync('ruby', ['-wc', ...receivers.map(({ file }) => file)], { encoding: 'utf8' })
  expect(stderr).toBe('')
  await judgeReceivers(await startHarness(['ruby', harness], receivers))
})

const called = `require "json"

def called(scheme, secret, body, headers)
  call = { scheme: scheme, secret: secret, body: body.dup.force_encoding("UTF-8"), headers: headers }
  File.write(ENV.fetch("CALLS"), JSON.generate(call) + "\\n", mode: "a")
  raise "the stub says no" if body == "refuse"
end
`
const webhookClass = (module: string, scheme: string, prefix: string) => `require "called"

module ${module}
  class Webhook
    def initialize(secret)
      @secret = secret
    end

    def verify(payload, headers)
      called("${scheme}", @secret, payload, headers.values_at("${prefix}-id", "${prefix}-timestamp", "${prefix}-signature"))
    end
  end
end
`
/** The documented interface of the gems. */
const stubs = {
  'gems/called.rb': called,
  'gems/standardwebhooks.rb': webhookClass('StandardWebhooks', 'standard-webhooks', 'webhook'),
  'gems/svix.rb': webhookClass('Svix', 'svix', 'svix'),
  'gems/stripe.rb': `require "called"

module Stripe
  module Webhook
    def self.construct_event(payload, sig_header, secret)
      called("stripe", secret, payload, [sig_header])
    end
  end
end
`,
}

test.skipIf(!isHere)('Ruby calls each library as it is documented', async () => {
  const { folder, receivers } = writeLibraryReceivers('ruby', stubs)
  const { stderr } = spawnSync('ruby', ['-wc', ...receivers.map(({ file }) => file)], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const command = ['ruby', '-I', join(folder, 'gems'), harness]
  await judgeLibraryCalls(await startHarness(command, receivers), folder)
})
