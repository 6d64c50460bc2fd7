/** Words that stand where a secret is missing: unset variables, names of variables, placeholders, examples. */
import type { Rank } from '../search/accident.ts'

/** A word that is used as the key. */
export interface Placeholder {
  rank: Rank
  word: string
  said: string
}

/** How languages print an unset variable. */
const unset = ['', 'undefined', 'null', 'None', 'nil']
const otherUnset = [
  '<nil>',
  'NULL',
  'Null',
  'NaN',
  'true',
  'false',
  'True',
  'False',
  '0',
  '1',
  ' ',
  '\n',
  '""',
  "''",
  '[]',
  '{}',
  'Array',
  '[object Object]',
  '[object Promise]',
  '[object Undefined]',
  '[object Null]',
  'Optional.empty',
  'Optional.empty()',
  'System.Byte[]',
  '%!s(<nil>)',
  'Symbol(secret)',
  '[Function (anonymous)]',
  '() => process.env.WEBHOOK_SECRET',
  '[REDACTED]',
  '[FILTERED]',
  '***',
  '****',
  '********',
  '••••••••',
]

const fillers = [
  'secret',
  'test',
  'changeme',
  'change_me',
  'change-me',
  'CHANGE_ME',
  'CHANGEME',
  'REPLACE_ME',
]
const otherFillers = [
  'replace_me',
  'replaceme',
  'TODO',
  'todo',
  'xxx',
  'XXX',
  'example',
  'dummy',
  'placeholder',
  'password',
  'mysecret',
  'my_secret',
  'my-secret',
  'mysecretkey',
  'supersecret',
  'super_secret',
  'super-secret',
  's3cr3t',
  'shhh',
  'test_secret',
  'test-secret',
  'testsecret',
  'dev_secret',
  'dev-secret',
  'key',
  'token',
  '...',
  '…',
  'whsec_',
  'whsec_...',
  'whsec_…',
  'whsec_xxx',
  'whsec_test',
  'whsec_test_secret',
  'whsec_secret',
  'whsec_your_secret',
  'whsec_your_secret_here',
  'whsec_your_webhook_secret',
  'whsec_your_webhook_secret_here',
  'whsec_your_signing_secret',
  'whsec_changeme',
  'whsec_placeholder',
  'whsec_dummy',
  'whsec_123',
  'whsec_*****',
  ...[4, 8, 10, 16, 20, 24, 32].flatMap((length) => [
    'x'.repeat(length),
    'X'.repeat(length),
    '*'.repeat(length),
    `whsec_${'x'.repeat(length)}`,
    `whsec_${'X'.repeat(length)}`,
    `whsec_${'*'.repeat(length)}`,
    `whsec_${'•'.repeat(length)}`,
  ]),
]

/** Secrets that vendors print in their documentation. */
const examples = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_plJ3nmyCDGBKInavdOK15jsl',
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  "It's a Secret to Everybody",
  '8f742231b10e8888abcd99yyyzzz85a5',
  '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
]

const what = ['WEBHOOK', 'SIGNING', 'WEBHOOK_SIGNING', 'WEBHOOK_ENDPOINT', 'ENDPOINT', 'WH']
const kinds = ['SECRET', 'KEY', 'SECRET_KEY', 'TOKEN']
const shortNames = [
  'SECRET',
  'SECRET_KEY',
  'WEBHOOKS_SECRET',
  'HMAC_SECRET',
  'APP_SECRET',
  'CLIENT_SECRET',
  'API_KEY',
]
const names = [...what.flatMap((one) => kinds.map((kind) => `${one}_${kind}`)), ...shortNames]

const lower = (name: string) => name.toLowerCase()
const kebab = (name: string) => lower(name).replaceAll('_', '-')
const camel = (name: string) => lower(name).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** How a variable's name is written by languages and templates. The first is the likeliest. */
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  lower,
  kebab,
  camel,
  (name) => `$${name}`,
  (name) => `\${${name}}`,
  (name) => `$(${name})`,
  (name) => `%${name}%`,
  (name) => `$env:${name}`,
  (name) => `{{${name}}}`,
  (name) => `{{ ${name} }}`,
  (name) => `{{${lower(name)}}}`,
  (name) => `{{ ${lower(name)} }}`,
  (name) => `{{ .Values.${camel(name)} }}`,
  (name) => `\${{ secrets.${name} }}`,
  (name) => `#{${name}}`,
  (name) => `<${name}>`,
  (name) => `<${lower(name)}>`,
  (name) => `<${kebab(name)}>`,
  (name) => `[${name}]`,
  (name) => `process.env.${name}`,
  (name) => `\${process.env.${name}}`,
  (name) => `import.meta.env.${name}`,
  (name) => `Deno.env.get("${name}")`,
  (name) => `os.environ["${name}"]`,
  (name) => `os.environ['${name}']`,
  (name) => `os.environ.get("${name}")`,
  (name) => `os.getenv("${name}")`,
  (name) => `os.getenv('${name}')`,
  (name) => `os.Getenv("${name}")`,
  (name) => `ENV["${name}"]`,
  (name) => `ENV['${name}']`,
  (name) => `ENV.fetch("${name}")`,
  (name) => `getenv('${name}')`,
  (name) => `$_ENV['${name}']`,
  (name) => `env('${name}')`,
  (name) => `config('${name}')`,
  (name) => `config('${lower(name)}')`,
  (name) => `System.getenv("${name}")`,
  (name) => `your_${lower(name)}`,
  (name) => `your-${kebab(name)}`,
  (name) => `YOUR_${name}`,
  (name) => `your_${lower(name)}_here`,
  (name) => `your-${kebab(name)}-here`,
  (name) => `YOUR_${name}_HERE`,
  (name) => `<your_${lower(name)}>`,
  (name) => `<your-${kebab(name)}>`,
  (name) => `<YOUR_${name}>`,
  (name) => `my_${lower(name)}`,
  (name) => `my-${kebab(name)}`,
]

/** The vendor's own names, most of them of the form VENDOR_WEBHOOK_SECRET. */
const vendors = [
  'STRIPE',
  'GITHUB',
  'SLACK',
  'SHOPIFY',
  'PADDLE',
  'ZOOM',
  'SQUARE',
  'XERO',
  'SVIX',
  'CLERK',
  'RESEND',
  'SUPABASE',
  'TWILIO',
  'ADYEN',
  'PLAID',
  'GITLAB',
  'DISCORD',
  'LINEAR',
  'CALENDLY',
  'TYPEFORM',
  'HUBSPOT',
  'INTERCOM',
  'SENTRY',
  'VERCEL',
  'POLAR',
  'LEMONSQUEEZY',
  'LEMON_SQUEEZY',
  'RAZORPAY',
  'MAILGUN',
  'SENDGRID',
  'MERCURY',
  'INCREASE',
  'COINBASE',
  'OPENAI',
]

const likelyNames = ['WEBHOOK_SECRET', 'SIGNING_SECRET', 'WEBHOOK_SIGNING_SECRET', 'SECRET']
const ofVendor = ['WEBHOOK_SECRET', 'SIGNING_SECRET', 'WEBHOOK_SIGNING_SECRET', 'WEBHOOK_KEY']

function* words(vendor: string): Generator<[rank: Rank, said: string, word: string]> {
  const placeholder = 'the placeholder'
  const variable = 'the name of a variable,'
  for (const word of unset) yield [1, word === '' ? 'an empty key' : 'the word', word]
  for (const word of fillers) yield [1, placeholder, word]
  for (const spell of spellings.slice(0, 2)) {
    for (const name of likelyNames) yield [1, variable, spell(name)]
    for (const name of ofVendor) yield [1, variable, spell(`${vendor}_${name}`)]
  }
  for (const spell of spellings) for (const name of likelyNames) yield [2, variable, spell(name)]
  for (const word of otherUnset) yield [2, 'the word', word]
  for (const word of otherFillers) yield [2, placeholder, word]
  for (const word of examples) yield [2, "the example of a vendor's documentation,", word]
  for (const spell of spellings) for (const name of ofVendor) yield [2, variable, spell(`${vendor}_${name}`)]
  for (const name of names) {
    yield [2, variable, name]
    yield [2, variable, `${vendor}_${name}`]
    for (const spell of spellings.slice(1, 6)) yield [2, variable, spell(name)]
  }
  for (const other of vendors)
    for (const name of ofVendor)
      for (const spell of [0, 1]) yield [2, variable, spellings[spell]?.(`${other}_${name}`) ?? name]
}

const kept = new Map<string, readonly Placeholder[]>()

/**
 * All words that senders of a scheme use for want of a secret, likeliest first. Made once for each scheme.
 * @param scheme whose name is the vendor's
 */
export function placeholdersOf(scheme: string): readonly Placeholder[] {
  const known = kept.get(scheme)
  if (known) return known
  const seen = new Map<string, Placeholder>()
  for (const [rank, said, word] of words(scheme.toUpperCase().replace(/[^A-Z0-9]+/g, '_')))
    if (!seen.has(word))
      seen.set(word, { rank, word, said: word === '' ? said : `${said} ${JSON.stringify(word)}` })
  const all = [...seen.values()]
  kept.set(scheme, all)
  return all
}

/** The placeholder that a text is; undefined for any other text. */
export const placeholderIn = (scheme: string, text: string): Placeholder | undefined =>
  placeholdersOf(scheme).find(({ word }) => word === text)
