import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../server/cli/serve.ts'
import { addSettingFlags, configFor, settings } from '../../server/cli/settings.ts'
import { parseConfig, valueAt } from '../../server/config.ts'
import { realOutside } from '../../server/outside.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt, runHere, startHere } from './here.ts'

const configIn = (file: string) => configFor({ flags: { config: file }, environment: {} }).config
const flagsOf = (...words: string[]) =>
  addSettingFlags(new Command()).parse(words, { from: 'user' }).opts<Record<string, unknown>>()
function fileWith(settings: object) {
  const file = join(ownFolder(), 'my.json')
  writeFileSync(file, JSON.stringify(settings))
  return file
}

/** As in a folder without a file; this one has every key. */
const alone = ({ environment = {}, ...how }: Partial<Parameters<typeof configFor>[0]>) =>
  configFor({ ...how, environment: { SANDBOX_CONFIG: fileWith({}), ...environment } })

/** For each key: a text as a flag and a variable have it, and the value that a file has. */
const samples: Record<string, [text: string, value: unknown]> = {
  host: ['::1', '::1'],
  port: ['8080', 8080],
  data: ['other.db', 'other.db'],
  seed: ['42', 42],
  bare: ['true', true],
  allowed_hosts: ['sandbox,tunnel.test', ['sandbox', 'tunnel.test']],
  allowed_origins: ['http://shop.test:3000', ['http://shop.test:3000']],
  public_url: ['http://sandbox:4400', 'http://sandbox:4400'],
  body_limit_bytes: ['1000', 1000],
  receive_timeout_ms: ['500', 500],
  'auth.keys': [
    '[{"authorization":"Bearer a,b","identity":"acme"}]',
    [{ authorization: 'Bearer a,b', identity: 'acme' }],
  ],
  armed_errors: ['[{"code":"card_dne"}]', [{ code: 'card_dne' }]],
  card_programs: [
    '[{"program_id":"6e0f3d52-41c8-4f0b-9a7d-2b8c5e1f9a03","name":"Family","bin":"400001"}]',
    [{ program_id: '6e0f3d52-41c8-4f0b-9a7d-2b8c5e1f9a03', name: 'Family', bin: '400001' }],
  ],
  scenarios: ['my-scenarios', 'my-scenarios'],
  locale: ['de_CH', 'de_CH'],
  'kyc.delay': ['2s', '2s'],
  'delivery.success': ['200,204', [200, 204]],
  'delivery.retry_delays': ['1s, 2s', ['1s', '2s']],
  'delivery.jitter': ['0.5', 0.5],
  'delivery.timeout': ['5s', '5s'],
  'delivery.concurrency': ['3', 3],
  'delivery.timestamps': ['clock', 'clock'],
  'delivery.gone_disables': ['true', true],
  'delivery.disable_after': ['3', 3],
  'delivery.allow_public': ['true', true],
  'delivery.proxy': ['http://127.0.0.1:3128', 'http://127.0.0.1:3128'],
  'delivery.no_proxy': ['.test,10.0.0.0/8', ['.test', '10.0.0.0/8']],
  'delivery.insecure_tls': ['true', true],
  'delivery.ca': ['ca.pem', 'ca.pem'],
  fault_rules: ['[{"fault":"drop","every":3}]', [{ fault: 'drop', every: 3 }]],
  'signing.platform_header': ['X-Signature', 'X-Signature'],
  'signing.custom': [
    '{"headers":{"X-Sig":"{signature}"},"signs":"{body}"}',
    { headers: { 'X-Sig': '{signature}' }, signs: '{body}' },
  ],
  'signing.default_secret': [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ],
  'signing.secrets': ['[{"name":"shop","secret":"abc"}]', [{ name: 'shop', secret: 'abc' }]],
  'retention.records': ['100', 100],
  'retention.bytes': ['1000000', 1_000_000],
  'retention.age': ['7d', '7d'],
}

test('every key has a sample', () =>
  expect(Object.keys(samples).toSorted()).toEqual(settings.map(({ key }) => key).toSorted()))

test.each(settings)('$key is set by $flag, by $variable and by the file', ({ key, flag, variable }) => {
  const [text, value] = samples[key] ?? []
  const nested = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object
  const file = fileWith(nested)
  const expected = parseConfig(nested)
  expect(valueAt(expected, key)).not.toEqual(valueAt(parseConfig({}), key))
  for (const [how, origin] of [
    [{ flags: flagsOf(flag, `${text}`) }, { origin: 'flag', name: flag }],
    [{ environment: { [variable]: text } }, { origin: 'environment', name: variable }],
    [
      { flags: { config: file }, environment: {} },
      { origin: 'file', name: file },
    ],
    [{ environment: { SANDBOX_CONFIG: file } }, { origin: 'file', name: file }],
  ] as const) {
    const { config, origins, warnings } = alone(how)
    expect([config, [...origins], warnings]).toEqual([expected, [[key, origin]], []])
  }
})

test('a flag overrides the environment, which overrides the file, which overrides the default', () => {
  const file = fileWith({ seed: 1, delivery: { timeout: '1s', concurrency: 1, jitter: 0.5 } })
  const environment = {
    SANDBOX_CONFIG: file,
    SANDBOX_DELIVERY_TIMEOUT: '2s',
    SANDBOX_DELIVERY_CONCURRENCY: '2',
  }
  const { config } = configFor({ flags: flagsOf('--delivery-timeout', '3s'), environment })
  expect(config.seed).toBe(1)
  expect(config.delivery).toMatchObject({ timeout: '3s', concurrency: 2, jitter: 0.5, gone_disables: false })
})

test('what the command decides overrides every setting, and is named in a refusal', () => {
  const how = { flags: { data: 'a.db' }, environment: { SANDBOX_PORT: '5' } }
  const { config, origins } = alone({ ...how, fixed: { data: ':memory:', port: 0 } })
  expect([config.data, config.port, [...origins]]).toEqual([':memory:', 0, []])
  expect(() => alone({ ...how, fixed: { port: 70_000 } })).toThrow(
    /^the command line: port: must be at most 65535\.$/,
  )
})

test.each([
  [['--insecure-tls', '--ca', 'mine.pem'], { insecure_tls: true, ca: 'mine.pem' }],
  [['--insecure-tls', 'false'], { insecure_tls: false, ca: null }],
  [['--delivery-gone-disables'], { gone_disables: true }],
  [['--delivery-retry-delays', 'none'], { retry_delays: [] }],
  [['--delivery-retry-delays', '["1s"]'], { retry_delays: ['1s'] }],
  [['--delivery-proxy', 'null'], { proxy: null }],
])('%j sets %j', (words, delivery) => {
  expect(alone({ flags: flagsOf(...words) }).config.delivery).toMatchObject(delivery)
})

test('an empty variable is not set, and the variables of commands are no settings', () => {
  const environment = {
    SANDBOX_PORT: '',
    SANDBOX_URL: 'http://127.0.0.1:1',
    SANDBOX_API_URL: 'http://127.0.0.1:1/api/v0.1',
    SANDBOX_EFFECTS_URL: 'http://127.0.0.1:1/sandbox/effects',
    SANDBOX_SESSION: 'mine',
    SANDBOX_DETACHED: '1',
  }
  expect(alone({ environment })).toEqual({ config: parseConfig({}), origins: new Map(), warnings: [] })
})

test.each([
  ['SANDBOX_DELIVERY_TIMOUT', 'SANDBOX_DELIVERY_TIMEOUT'],
  ['SANDBOX_ALLOWED_HOST', 'SANDBOX_ALLOWED_HOSTS'],
  ['SANDBOX_RETRY_DELAYS', 'SANDBOX_DELIVERY_RETRY_DELAYS'],
  ['SANDBOX_CONFG', 'SANDBOX_CONFIG'],
  ['SANDBOX_DATABASE_PASSWORD', undefined],
  ['SANDBOX_', undefined],
  ['MY_SANDBOX_PRT', undefined],
])('the variable %s is probably %s', (name, meant) => {
  const { warnings } = alone({ environment: { [name]: 'x' } })
  expect(warnings).toEqual(meant === undefined ? [] : [expect.stringContaining(`${name} `)])
  expect(warnings.join()).toContain(meant ?? '')
})

test.each([
  [{ SANDBOX_PORT: 'x' }, 'SANDBOX_PORT: must be a number.'],
  [{ SANDBOX_PORT: '0x10' }, 'SANDBOX_PORT: must be a number.'],
  [{ SANDBOX_BARE: 'yes' }, 'SANDBOX_BARE: must be true or false.'],
  [{ SANDBOX_DELIVERY_SUCCESS: '200,ok' }, 'SANDBOX_DELIVERY_SUCCESS: 1: must be a number.'],
  [
    { SANDBOX_FAULT_RULES: '[{"fault":"drop","evry":2}]' },
    'SANDBOX_FAULT_RULES: 0.evry is not a key; did you mean 0.every?',
  ],
  [
    { SANDBOX_ALLOWED_HOSTS: 'sandbox:4400' },
    'SANDBOX_ALLOWED_HOSTS: 0: must be a host name or an address without a port',
  ],
  [
    { SANDBOX_ALLOWED_ORIGINS: 'http://shop.test/page' },
    'SANDBOX_ALLOWED_ORIGINS: 0: must be an origin without a path',
  ],
  [{ SANDBOX_PUBLIC_URL: 'sandbox:4400' }, 'SANDBOX_PUBLIC_URL: must be an absolute http or https URL.'],
  [
    { SANDBOX_PORT: 'x', SANDBOX_LOCALE: '', SANDBOX_SEED: '-1' },
    'SANDBOX_PORT: must be a number. SANDBOX_SEED: must be at least 0.',
  ],
  [
    { SANDBOX_ARMED_ERRORS: '[{"status":500,"body":{"id":12345678901234567890}}]' },
    'SANDBOX_ARMED_ERRORS, line 1: 12345678901234567890 is too large',
  ],
])('the bad value of a variable is refused by its name: %j', (environment, says) => {
  expect(() => alone({ environment })).toThrow(says)
})

test('a value that is no JSON is refused without its text, which may be a secret', () => {
  for (const how of [
    { environment: { SANDBOX_SIGNING_SECRETS: 'whsec_hidden' } },
    { flags: flagsOf('--signing-secrets', 'whsec_hidden') },
  ]) {
    expect(() => alone(how)).toThrow(/(?:SANDBOX_SIGNING_SECRETS|--signing-secrets) is not valid JSON\.$/)
    expect(() => alone(how)).not.toThrow('hidden')
  }
})

test('a mistake in the file is reported by the name of the file, beside mistakes elsewhere', () => {
  const file = fileWith({ port: 'x', delivery: 5 })
  const environment = { SANDBOX_CONFIG: file, SANDBOX_DELIVERY_TIMEOUT: '1s', SANDBOX_SEED: 'x' }
  expect(() => configFor({ environment })).toThrow(
    `${file}: port: must be a number. delivery: must be an object. SANDBOX_SEED: must be a number.`,
  )
})

test('the bad value of a flag ends the start, and the nearest flag is suggested for a wrong one', async () => {
  const bad = await runHere(['serve', '--port', 'x'])
  expect([bad.code, bad.log]).toEqual([
    1,
    ['--port: must be a number. docs/configuration.md lists every key.'],
  ])
  const wrong = await runHere(['serve', '--delivery-timout', '1s'])
  expect(wrong.log.join()).toContain('Did you mean --delivery-timeout?')
})

test('the configuration shows where each value comes from', async () => {
  const file = fileWith({ seed: 3 })
  const environment = { SANDBOX_DATA: ':memory:', SANDBOX_PORT: '0', SANDBOX_CONFIG: file }
  const needs = {
    terminal: { out() {}, log() {} },
    environment,
    calledAs: 'webhook-sandbox',
    outside: realOutside(),
    onRunning() {},
  }
  const { sandbox } = await serve(flagsOf('--delivery-timeout', '3s'), needs)
  onTestFinished(() => sandbox.close())
  const shown = async (key: string) => (await runHere(['config', key, '--url', sandbox.url])).out[0]
  expect(await shown('delivery.timeout')).toBe(
    'delivery.timeout  "3s"  (flag --delivery-timeout; default "10s")',
  )
  expect(await shown('data')).toContain('(environment SANDBOX_DATA; ')
  expect(await shown('seed')).toContain(`(file ${file}; `)
  expect(await shown('host')).toBe('host  "127.0.0.1"  (default)')
})

test('a value that the starting program chose is shown as such', async () => {
  const { out } = await runAt(await startSandbox(), 'config', 'seed', '--json')
  expect(JSON.parse(out.join())).toMatchObject({ origin: 'program', origin_name: null })
})

test('a start warns about a misspelled variable and starts all the same', async () => {
  const environment = { SANDBOX_DATA: ':memory:', SANDBOX_PORT: '0', SANDBOX_ALLOWED_HOST: 'sandbox' }
  const { out, log, until } = startHere(['serve', '--json'], { environment })
  await until(() => out.length > 0)
  expect(log.filter((line) => line.includes('SANDBOX_ALLOWED_HOST'))).toHaveLength(1)
})

test('a command finds the running sandbox by SANDBOX_DATA', async () => {
  const data = join(ownFolder(), 'here.db')
  await startSandbox({ data })
  const { code, out } = await runHere(['config', 'data'], { environment: { SANDBOX_DATA: data } })
  expect([code, out[0]]).toEqual([0, expect.stringContaining(data)])
})

test('a file with a byte order mark before it is read as without one', () => {
  const file = join(ownFolder(), 'my.json')
  writeFileSync(file, '\ufeff{"seed": 2}')
  expect(configIn(file)).toMatchObject({ seed: 2 })
})

test('a whole number too long for a double is refused with its place', () => {
  const file = join(ownFolder(), 'my.json')
  const armed = (id: string) =>
    writeFileSync(file, `{\n"armed_errors": [{ "status": 500, "body": { "id": ${id} } }]}`)
  armed('12345678901234567890')
  expect(() => configIn(file)).toThrow(
    `${file}, line 2: 12345678901234567890 is too large for a JSON number and would become 12345678901234567000.`,
  )
  armed('"12345678901234567890"')
  expect(configIn(file).armed_errors).toHaveLength(1)
})

test.each([
  [
    '{\n  "delivery": { "timeout": "1s",\n\n "timeout": "2s" } }',
    'delivery.timeout is given twice, on lines 2 and 4.',
  ],
  ['{ "seed": 1, "seed": 2 }', 'seed is given twice, both on line 1.'],
])('a key that a file gives twice is refused with its place: %j', (text, says) => {
  const file = join(ownFolder(), 'my.json')
  writeFileSync(file, text)
  expect(() => configIn(file)).toThrow(`${file}: ${says}`)
})
