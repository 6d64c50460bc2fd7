/** What goes wrong with a secret before it signs. */
import { createHash } from 'node:crypto'
import { type Making, type Mistake, tableOf } from './making.ts'
import { text } from './schemes.ts'
import { percent } from './writers.ts'

/** The text changed before the key was made from it. */
const secrets = tableOf<(secret: string, of: Making) => string | undefined>('secret', (change, of) => {
  const changed = change(of.secret, of)
  // A decoder of hex ends at any other letter, so that nearly nothing of the secret is left.
  const isLost = of.scheme.key === 'hex' && !/^\s*[\da-f]+\W*$/i.test(changed ?? '')
  return changed === undefined || isLost ? undefined : { key: of.scheme.keyOf(changed) }
})
/** Other bytes became the key. */
const keys = tableOf<(secret: string, of: Making) => Buffer | string | undefined>('secret', (change, of) => {
  const key = change(of.secret, of)
  return key === undefined ? undefined : { key: typeof key === 'string' ? text(key) : key }
})
const words = (all: readonly string[]) => Object.fromEntries(all.map((word) => [`is ${word}`, () => word]))

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const isDecoded = ({ scheme }: Making) => scheme.key === 'base64'
const label = /^(?:whsec_|shpss_|pdl_ntfset_|we_)/
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '+': '&#43;',
  '/': '&#x2F;',
  '=': '&#x3D;',
}
const entitled = (letters: string) => (secret: string) =>
  secret.replace(/[^\w-]/g, (one) => (letters.includes(one) ? (entities[one] ?? one) : one))

export const secretMistakes: readonly Mistake[] = [
  ...keys(['secret_as_text'], {
    'used as text': (secret, of) => (of.scheme.key === 'text' ? undefined : secret),
  }),
  ...keys(['secret_prefix_kept'], {
    'decoded with its prefix': (secret, of) => (isDecoded(of) ? Buffer.from(secret, 'base64') : undefined),
  }),
  ...keys(['secret_decoded'], {
    'decoded though it is text': (secret, of) =>
      of.scheme.key === 'text' && /^whsec_[\w+/]+=*$/.test(secret)
        ? Buffer.from(secret.slice(6), 'base64')
        : undefined,
  }),
  ...keys(['secret_prefix_stripped', 'secret_miscopied'], {
    'used as text without its prefix': (secret) =>
      label.test(secret) ? secret.replace(label, '') : undefined,
  }),
  ...keys(['secret_hashed'], {
    'hashed, in hex': (secret) => sha256(secret).toString('hex'),
    hashed: (secret) => sha256(secret),
  }),
  ...keys(['secret_base64'], { 'encoded as base64': (secret) => text(secret).toString('base64') }),
  ...keys(['secret_hex'], {
    'encoded as hex': (secret) => text(secret).toString('hex'),
    'decoded from hex': (secret, of) =>
      of.scheme.key === 'text' && /^(?:[\da-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : undefined,
  }),
  ...keys(['secret_charset'], {
    'decoded to a string': (secret, of) =>
      isDecoded(of) ? Buffer.from(secret.slice(6), 'base64').toString('utf8') : undefined,
    'decoded by atob': (secret, of) => (isDecoded(of) ? atob(secret.slice(6)) : undefined),
  }),
  ...keys(['secret_missing'], {
    'is empty': () => '',
    ...words(['undefined', 'None', 'null', 'nil']),
    ...words(['WEBHOOK_SECRET', '$'.concat('{WEBHOOK_SECRET}'), '$WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET']),
    ...words(['process.env.WEBHOOK_SECRET', "os.environ['WEBHOOK_SECRET']", '{{ webhook_secret }}']),
    ...words(['%WEBHOOK_SECRET%', '<your-webhook-secret>', 'your_webhook_secret', 'your-webhook-secret']),
    ...words(['whsec_...', 'whsec_xxx', 'changeme', 'secret']),
  }),
  ...secrets(['secret_missing'], {
    'is WEBHOOK_SECRET, decoded': (_secret, of) => (isDecoded(of) ? 'WEBHOOK_SECRET' : undefined),
    'is whsec_replace_me, decoded': (_secret, of) => (isDecoded(of) ? 'whsec_replace_me' : undefined),
  }),
  ...keys(['identifier_as_secret'], {
    'is the id of the subscription': (_secret, { identifiers }) => identifiers[0]?.value,
    'is the URL': (_secret, { identifiers }) => identifiers[1]?.value,
    'is the value of Authorization': (_secret, { identifiers }) => identifiers[2]?.value,
    'is the token of Authorization': (_secret, { identifiers }) => identifiers[2]?.value.slice(7),
  }),
  ...secrets(['other_secret'], { 'of another subscription': (_secret, { stranger }) => stranger }),
  ...secrets(['old_secret'], { 'of before the rotation': (_secret, { old }) => old }),
  ...secrets(['secret_whitespace'], {
    'with a newline after it': (secret) => `${secret}\n`,
    'with CRLF after it': (secret) => `${secret}\r\n`,
    'with a space after it': (secret) => `${secret} `,
    'with a space before it': (secret) => ` ${secret}`,
    'with a tab after it': (secret) => `${secret}\t`,
    'with a no-break space after it': (secret) => `${secret}\u00a0`,
    'with a zero-width space after it': (secret) => `${secret}\u200b`,
    'with a byte order mark before it': (secret) => `\ufeff${secret}`,
  }),
  ...secrets(['secret_quoted'], {
    'in double quotes': (secret) => `"${secret}"`,
    'in single quotes': (secret) => `'${secret}'`,
  }),
  ...secrets(['secret_miscopied'], {
    'without its last character': (secret) => secret.slice(0, -1),
    'without its first character': (secret) => secret.slice(1),
    'without its last three characters': (secret) => secret.slice(0, -3),
    'twice in a row': (secret) => secret + secret,
    'with a comma after it': (secret) => `${secret},`,
    'with a semicolon after it': (secret) => `${secret};`,
    'as a line of a .env file': (secret) => `WEBHOOK_SECRET=${secret}`,
    'after Bearer': (secret) => `Bearer ${secret}`,
    'with a label of another vendor': (secret) => (label.test(secret) ? undefined : `whsec_${secret}`),
    'in the colour of a terminal': (secret) => `\x1b[32m${secret}\x1b[0m`,
  }),
  ...secrets(['secret_case'], {
    'in lower case': (secret) => secret.toLowerCase(),
    'in upper case': (secret) => secret.toUpperCase(),
  }),
  ...secrets(['secret_url_encoding'], {
    'percent-encoded': (secret) => percent(secret, '-_.~'),
    'with a space for each plus sign': (secret) => secret.replaceAll('+', ' '),
  }),
  ...secrets(['secret_escaped'], {
    'escaped for HTML': entitled('&<>"'),
    'escaped for HTML by Handlebars': entitled('&<>"\'=/+'),
    'escaped in JSON by PHP': (secret) => secret.replaceAll('/', '\\/'),
  }),
]
