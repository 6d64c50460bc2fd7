import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
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
import { kindsOfScheme } from './schemes.ts'

const isHere = spawnSync('go', ['version']).status === 0
const harness = fileURLToPath(new URL('harness/processes.mjs', import.meta.url))

const goIn =
  (cwd: string) =>
  (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, GOFLAGS: '-mod=mod' } })

test.skipIf(!isHere)('Go takes what is right and refuses what is not, in schemes of every kind', async () => {
  const { folder, receivers } = writeReceivers('go')
  const go = goIn(folder)
  expect(go('gofmt', '-l', '.').stdout).toBe('')
  writeFileSync(join(folder, 'go.mod'), 'module receivers\n\ngo 1.19\n')
  const chosen = receivers.filter(({ scheme }) => kindsOfScheme.includes(scheme))
  const built = go('go', 'build', '-o', 'bin/', ...chosen.map(({ scheme }) => `./${scheme}`))
  expect(built.stderr).toBe('')
  const programs = chosen.map((one) => ({ ...one, file: join(folder, 'bin', one.scheme) }))
  await judgeReceivers(await startHarness([process.execPath, harness], programs), kindsOfScheme.length)
})

const called = `package called

import (
	"encoding/json"
	"errors"
	"os"
)

func Called(scheme, secret string, body []byte, headers ...string) error {
	file, err := os.OpenFile(os.Getenv("CALLS"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	call := map[string]any{"scheme": scheme, "secret": secret, "body": string(body), "headers": headers}
	if err := json.NewEncoder(file).Encode(call); err != nil {
		return err
	}
	if string(body) == "refuse" {
		return errors.New("the stub says no")
	}
	return nil
}
`
const webhookType = (name: string, scheme: string, prefix: string) => `package ${name}

import (
	"net/http"

	"called"
)

type Webhook struct{ secret string }

func NewWebhook(secret string) (*Webhook, error) { return &Webhook{secret}, nil }

func (w *Webhook) Verify(payload []byte, headers http.Header) error {
	id, timestamp, signature := headers.Get("${prefix}-id"), headers.Get("${prefix}-timestamp"), headers.Get("${prefix}-signature")
	return called.Called("${scheme}", w.secret, payload, id, timestamp, signature)
}
`
/** The modules of the libraries, and which folder takes the place of each. */
const modules = {
  called: 'called',
  'github.com/standard-webhooks/standard-webhooks/libraries': 'libraries',
  'github.com/svix/svix-webhooks': 'svix-webhooks',
  'github.com/stripe/stripe-go/v85': 'stripe-go',
}
/** The documented interface of the libraries. */
const stubs = {
  'go.mod': [
    'module receivers\n\ngo 1.19\n',
    ...Object.entries(modules).map(
      ([name, folder]) => `replace ${name} => ./modules/${folder}\nrequire ${name} ${versionOf(name)}\n`,
    ),
  ].join('\n'),
  ...Object.fromEntries(
    Object.entries(modules).map(([name, folder]) => [
      `modules/${folder}/go.mod`,
      `module ${name}\n\ngo 1.19\n`,
    ]),
  ),
  'modules/called/called.go': called,
  'modules/libraries/go/webhook.go': webhookType('standardwebhooks', 'standard-webhooks', 'webhook'),
  'modules/svix-webhooks/go/webhook.go': webhookType('svix', 'svix', 'svix'),
  'modules/stripe-go/webhook/client.go': `package webhook

import "called"

func ValidatePayload(payload []byte, header string, secret string) error {
	return called.Called("stripe", secret, payload, header)
}
`,
}

/** A module's version begins with the number at the end of its path. */
function versionOf(name: string): string {
  return `${/v\d+$/.exec(name)?.[0] ?? 'v0'}.0.0`
}

test.skipIf(!isHere)('Go calls each library as it is documented', async () => {
  const { folder, receivers } = writeLibraryReceivers('go', stubs)
  const go = goIn(folder)
  expect(go('gofmt', '-l', ...receivers.map(({ file }) => file)).stdout).toBe('')
  const built = go('go', 'build', '-o', 'bin/', ...receivers.map(({ scheme }) => `./${scheme}`))
  expect([built.status, built.stderr]).toEqual([0, ''])
  const programs = receivers.map((one) => ({ ...one, file: join(folder, 'bin', one.scheme) }))
  await judgeLibraryCalls(await startHarness([process.execPath, harness], programs), folder)
})
