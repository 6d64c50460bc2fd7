import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfigFile } from '../../server/cli/config-file.ts'
import { flagsOf, settings } from '../../server/cli/settings.ts'
import { configKeys, configSchema, parseConfig } from '../../server/config.ts'

const keys = configKeys().map(({ key }) => key)
const settable = keys.filter((key) => key !== '$schema')

/** Every key of a configuration, dotted; objects that are keys by themselves are gone into. */
function keysIn(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    keys.includes(`${prefix}${name}`) || typeof inner !== 'object' || inner === null
      ? [`${prefix}${name}`]
      : keysIn(inner, `${prefix}${name}.`),
  )
}

test('sandbox.config.json holds every key with its default, in schema order', () => {
  const example = readConfigFile('sandbox.config.json') as object
  expect(keysIn(example).filter((key) => key !== '$schema')).toEqual(settable)
  expect(parseConfig(example)).toEqual({
    ...('$schema' in example && { $schema: example.$schema }),
    ...parseConfig({}),
  })
})

test('docs/configuration.md documents every key, in backticks, and no other', () => {
  const text = readFileSync('docs/configuration.md', 'utf8')
  const inBackticks = [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
  for (const key of settable) expect(inBackticks, key).toContain(key)
  // A heading or a row of a table that begins with a word in backticks speaks of a key.
  const documented = [...text.matchAll(/^(?:#{2,6}\s*|\|\s*)`([a-z_.]+)`/gm)].map(([, key = '']) => key)
  expect(new Set(documented)).toEqual(new Set(settable))
})

test('docs/configuration.md gives each key its flags and its variable', () => {
  const rows = [
    ...readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| `([a-z_.]+)` \| ([^|]+) \| ([^|]+) \|/gm),
  ]
  expect(rows.map(([, key, flags, variable]) => [key, flags, variable])).toEqual(
    settings.map((setting) => [
      setting.key,
      flagsOf(setting)
        .map((flag) => `\`${flag}\``)
        .join(', '),
      `\`${setting.variable}\``,
    ]),
  )
})

test('every key has a description', () => {
  for (const { key, schema } of configKeys()) expect(schema.description ?? '', key).toMatch(/\w{2}.*\.$/)
})

test('an empty configuration equals the defaults, which are valid', () => {
  expect(parseConfig({})).toEqual(configSchema.parse(parseConfig({})))
})

test('blanks around the database name are ignored', () => {
  expect(parseConfig({ data: ' my data.db ' }).data).toBe('my data.db')
  expect(() => parseConfig({ data: ' ' })).toThrow('data: must be at least 1 character.')
})

test.each(settable)('a mistake in `%s` is reported by its name', (key) => {
  const wrong = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), { not: 'this' })
  expect(() => parseConfig(wrong, 'x.json')).toThrow(`x.json: ${key}`)
})

test.each([
  [{ prot: 1 }, 'prot is not a key; did you mean port?'],
  [{ delivery: { time_out: '1s' } }, 'delivery.time_out is not a key; did you mean delivery.timeout?'],
  [{ auth: { key: [] } }, 'auth.key is not a key; did you mean auth.keys?'],
  [{ zzzzzzzz: 1 }, 'zzzzzzzz is not a key.'],
  [{ 'delivery.timeout': '5s' }, 'delivery.timeout is not a key. Write {"delivery": {"timeout": …}}.'],
  [{ timeout: '5s' }, 'timeout is not a key. Write {"delivery": {"timeout": …}}.'],
  [{ kyc: { port: 1 } }, 'kyc.port is not a key.'],
  [
    { fault_rules: [{ fault: 'drop' }, { fault: 'drop', evry: 2 }] },
    'fault_rules.1.evry is not a key; did you mean fault_rules.1.every?',
  ],
  [
    { signing: { custom: { headers: {}, signs: '', digst: 'sha1' } } },
    'signing.custom.digst is not a key; did you mean signing.custom.digest?',
  ],
  [
    { delivery: { no_proxy: ['api.test', '10.0.0.0/99'] } },
    'delivery.no_proxy.1: must be a host, an address, a network such as 10.0.0.0/8, or *.',
  ],
  [{ port: 70_000 }, 'port: must be at most 65535.'],
  [{ port: '80' }, 'port: must be a number.'],
  [
    { signing: { secrets: [{ name: 'shop', secret: 'whsec_AAAA\n', scheme: 'svix' }] } },
    'signing.secrets.0.secret: has white space before or after the secret. Drop the white space; echo and editors add a newline at the end.',
  ],
  [{ host: '' }, 'host: must be at least 1 character.'],
  [{ delivery: { jitter: 2 } }, 'delivery.jitter: must be at most 1.'],
  [{ delivery: { timestamps: 'wal' } }, 'delivery.timestamps: must be one of wall, clock.'],
  [[], 'The file'],
  [null, 'The file'],
])('%o: %s', (wrong, says) => {
  expect(() => parseConfig(wrong)).toThrow(says)
})

test('durations are bounded, so that every resulting time can be stored', () => {
  for (const timeout of ['99999999999d', '-1s', '1', ''])
    expect(() => parseConfig({ delivery: { timeout } })).toThrow('delivery.timeout')
})

test.each([
  ['', true],
  ['/', true],
  ['/way', false],
  ['?a=1', false],
  ['/#b', false],
])('a proxy URL with "%s" after the port is accepted: %s', (rest, isTaken) => {
  const proxy = `http://me:pw@127.0.0.1:3128${rest}`
  if (isTaken) expect(parseConfig({ delivery: { proxy } }).delivery.proxy).toBe(proxy)
  else
    expect(() => parseConfig({ delivery: { proxy } })).toThrow(
      'delivery.proxy: must end with its host and port: a proxy address has no path.',
    )
})

test.each(['127.0.0.1:3128', 'https://127.0.0.1:3128', 'socks5://127.0.0.1:1080', 'http://', ''])(
  'a proxy "%s" is no http address, and nothing else is said of it',
  (proxy) =>
    expect(() => parseConfig({ delivery: { proxy } })).toThrow(
      /^the configuration: delivery\.proxy: must be an http address\.$/,
    ),
)
