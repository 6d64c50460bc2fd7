/** The names under which senders keep a secret, and how languages write these names. */

const lower = (name: string) => name.toLowerCase()
const kebab = (name: string) => lower(name).replaceAll('_', '-')
const camel = (name: string) => lower(name).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const words = (name: string) => lower(name).replaceAll('_', ' ')
const sentence = (name: string) => words(name).replace(/^\w/, (letter) => letter.toUpperCase())
const title = (name: string) => words(name).replace(/\b\w/g, (letter) => letter.toUpperCase())

/** The object of Node that holds the environment. */
const node = 'process'

type Spell = (name: string) => string

/** How names are written where their values belong. Names that are less usual are spelled so alone. */
export const commonSpellings: readonly Spell[] = [
  (name) => name,
  lower,
  kebab,
  camel,
  (name) => `$${name}`,
  (name) => `\${${name}}`,
  (name) => `${node}.env.${name}`,
  (name) => `your_${lower(name)}`,
  (name) => `your-${kebab(name)}`,
  (name) => `YOUR_${name}`,
  (name) => `<${lower(name)}>`,
]

/** All spellings, in code, templates and instructions. The first two are the likeliest. */
export const spellings: readonly Spell[] = [
  ...commonSpellings,
  (name) => `\${${name}:-}`,
  (name) => `$(${name})`,
  (name) => `%${name}%`,
  (name) => `$env:${name}`,
  (name) => `{${name}}`,
  (name) => `{{${name}}}`,
  (name) => `{{ ${name} }}`,
  (name) => `{{${lower(name)}}}`,
  (name) => `{{ ${lower(name)} }}`,
  (name) => `{{ .Values.${camel(name)} }}`,
  (name) => `\${{ secrets.${name} }}`,
  (name) => `\${{ env.${name} }}`,
  (name) => `\${${camel(name)}}`,
  (name) => `\${var.${lower(name)}}`,
  (name) => `#{${name}}`,
  (name) => `<%= ENV["${name}"] %>`,
  (name) => `<${name}>`,
  (name) => `<${kebab(name)}>`,
  (name) => `<${words(name)}>`,
  (name) => `[${name}]`,
  (name) => `[${words(name)}]`,
  (name) => `__${name}__`,
  (name) => `@${name}@`,
  (name) => `env:${name}`,
  (name) => `${node}.env['${name}']`,
  (name) => `${node}.env["${name}"]`,
  (name) => `\${${node}.env.${name}}`,
  (name) => `import.meta.env.${name}`,
  (name) => `Deno.env.get("${name}")`,
  (name) => `Deno.env.get('${name}')`,
  (name) => `Bun.env.${name}`,
  (name) => `env.${name}`,
  (name) => `os.environ["${name}"]`,
  (name) => `os.environ['${name}']`,
  (name) => `os.environ.get("${name}")`,
  (name) => `os.environ.get('${name}')`,
  (name) => `os.getenv("${name}")`,
  (name) => `os.getenv('${name}')`,
  (name) => `os.Getenv("${name}")`,
  (name) => `settings.${name}`,
  (name) => `settings.${lower(name)}`,
  (name) => `config.${camel(name)}`,
  (name) => `ENV["${name}"]`,
  (name) => `ENV['${name}']`,
  (name) => `ENV.fetch("${name}")`,
  (name) => `ENV.fetch('${name}')`,
  (name) => `getenv('${name}')`,
  (name) => `getenv("${name}")`,
  (name) => `$_ENV['${name}']`,
  (name) => `$_SERVER['${name}']`,
  (name) => `env('${name}')`,
  (name) => `config('${name}')`,
  (name) => `config('${lower(name)}')`,
  (name) => `System.getenv("${name}")`,
  (name) => `Environment.GetEnvironmentVariable("${name}")`,
  (name) => `System.get_env("${name}")`,
  (name) => `std::env::var("${name}")`,
  (name) => `your ${words(name)}`,
  (name) => `your${title(name).replaceAll(' ', '')}`,
  (name) => `your_${lower(name)}_here`,
  (name) => `your-${kebab(name)}-here`,
  (name) => `YOUR_${name}_HERE`,
  (name) => `<your_${lower(name)}>`,
  (name) => `<your-${kebab(name)}>`,
  (name) => `<your ${words(name)}>`,
  (name) => `<YOUR_${name}>`,
  (name) => `{your_${lower(name)}}`,
  (name) => `[your ${words(name)}]`,
  (name) => `my_${lower(name)}`,
  (name) => `my-${kebab(name)}`,
  (name) => `my${title(name).replaceAll(' ', '')}`,
  (name) => `MY_${name}`,
  (name) => `insert_${lower(name)}_here`,
  (name) => `enter-${kebab(name)}`,
  (name) => `change_${lower(name)}`,
]

/** The text around a secret if its whole line is copied, from a file, a shell or a page. Common lines come first. */
export const lines: readonly ((name: string) => [before: string, after?: string])[] = [
  (name) => [`${name}=`],
  (name) => [`export ${name}=`],
  (name) => [`${name}="`, '"'],
  (name) => [`export ${name}="`, '"'],
  (name) => [`${name}: `],
  (name) => [`${lower(name)}: `],
  (name) => [`${sentence(name)}: `],
  (name) => [`${title(name)}: `],
  (name) => [`${sentence(name)}\n`],
  // A store of secrets that holds JSON, such as AWS Secrets Manager, returns the whole object.
  (name) => [`{"${name}":"`, '"}'],
  (name) => [`{"${lower(name)}":"`, '"}'],
  (name) => [`{"${camel(name)}":"`, '"}'],
  (name) => [`${name}='`, "'"],
  (name) => [`${name}:`],
  (name) => [`${name} = `],
  (name) => [`${lower(name)}=`],
  (name) => [`${lower(name)}:`],
  (name) => [`${lower(name)} = `],
  (name) => [`"${lower(name)}": "`, '"'],
  (name) => [`"${camel(name)}": "`, '"'],
  (name) => [`${camel(name)}: `],
  (name) => [`${camel(name)}=`],
  (name) => [`${sentence(name)}:`],
  (name) => [`${sentence(name)} `],
  (name) => [sentence(name)],
  (name) => [`${title(name)}:`],
  (name) => [`${title(name)} `],
  (name) => [`${title(name)}\n`],
  (name) => [`${words(name)}: `],
  (name) => [`Your ${words(name)}: `],
  (name) => [`Your ${words(name)} is `],
]
/** How many of the lines are common. */
export const commonLines = 9

/** Vendors whose names begin the names of variables. */
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
  'PAYSTACK',
  'WOOCOMMERCE',
  'MAILGUN',
  'SENDGRID',
  'MERCURY',
  'INCREASE',
  'COINBASE',
  'OPENAI',
  'PLATFORM',
]

const likely = ['WEBHOOK_SECRET', 'SIGNING_SECRET', 'WEBHOOK_SIGNING_SECRET', 'SECRET']
const likelyOfVendor = [
  'WEBHOOK_SECRET',
  'SIGNING_SECRET',
  'WEBHOOK_KEY',
  'WEBHOOK_SIGNING_SECRET',
  'WEBHOOK_SECRET_KEY',
]
const ofVendor = [
  'ENDPOINT_SECRET',
  'SECRET',
  'SECRET_KEY',
  'API_SECRET',
  'API_SECRET_KEY',
  'API_KEY',
  'CLIENT_SECRET',
  'APP_SECRET',
  'AUTH_TOKEN',
  'TOKEN',
  'HMAC_KEY',
  'HMAC_SECRET',
  'WEBHOOK_TOKEN',
  'WEBHOOK_SECRET_TOKEN',
  'WEBHOOK_SIGNATURE_KEY',
  'WEBHOOK_ENDPOINT_SECRET',
]
const others = [
  ...['WEBHOOK', 'WEBHOOKS', 'SIGNING', 'SIGNATURE', 'WEBHOOK_SIGNING', 'WEBHOOK_ENDPOINT', 'ENDPOINT', 'WH']
    .flatMap((what) => ['SECRET', 'KEY', 'SECRET_KEY', 'TOKEN'].map((kind) => `${what}_${kind}`))
    .filter((name) => !likely.includes(name)),
  'SECRET_KEY',
  'SHARED_SECRET',
  'HMAC_SECRET',
  'HMAC_KEY',
  'APP_SECRET',
  'CLIENT_SECRET',
  'API_KEY',
  'API_SECRET',
  'AUTH_TOKEN',
  'AUTH_HOOK_SECRET',
  'SEND_EMAIL_HOOK_SECRET',
  'SEND_SMS_HOOK_SECRET',
  'HOOK_SECRET',
  'WEBHOOK_SECRET_TOKEN',
  'WEBHOOK_SECRET_HERE',
]

/** The names for a secret of this scheme: the likeliest, further names, and the likeliest of other vendors. */
export function namesFor(scheme: string) {
  const own = scheme.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  const begun = (ends: readonly string[]) => ends.map((end) => `${own}_${end}`)
  return {
    likely: [...likely, ...begun(likelyOfVendor)],
    others: [...others, ...begun(ofVendor)],
    ofOtherVendors: vendors
      .filter((vendor) => vendor !== own)
      .flatMap((vendor) => likelyOfVendor.slice(0, 3).map((end) => `${vendor}_${end}`)),
  }
}
