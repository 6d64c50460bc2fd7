/** What a sender can do wrong, each with the causes that name it truly. Over 300 lines: one table of all mistakes. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { HeaderPair } from '../../../server/wire.ts'
import type { Random } from './random.ts'
import { contentOf, hmac, type Scheme, text } from './schemes.ts'
import { formEncoders, formOf, languages, percent, write } from './writers.ts'

/** A request in the making: what is sent, and what its sender signed. */
export interface Making {
  scheme: Scheme
  secret: string
  /** Secrets of others, and of this endpoint before a rotation. */
  stranger: string
  old: string
  id: string
  seconds: number
  timestamp: string
  url: string
  /** The parsed JSON, or the fields of a form. */
  value: unknown
  fields: readonly (readonly [string, string])[] | undefined
  sent: Buffer
  key: Buffer
  template: string
  signed: { id: string; timestamp: string; url: string; body: Buffer }
  /** The sender's digest over the key and the signed content. */
  digestOf(key: Buffer, content: Buffer): Buffer
  written(digest: Buffer): string
  headerValue(signature: string, timestamp: string): string
  /** A last change to all headers. */
  headersOf(headers: HeaderPair[]): HeaderPair[]
}

export interface Mistake {
  name: string
  kind: 'secret' | 'body' | 'content' | 'signature' | 'header'
  causes: readonly string[]
  /** Undefined if the mistake does not exist for this request. */
  make(of: Making, random: Random): Partial<Making> | undefined
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const isShared = ({ scheme }: Making) => scheme.name === 'standard-webhooks' || scheme.name === 'svix'

/** The secret's text was changed before the key was made of it. */
const secrets = (
  causes: readonly string[],
  rows: Record<string, (secret: string, of: Making) => string | undefined>,
): Mistake[] =>
  Object.entries(rows).map(([name, change]) => ({
    name: `secret ${name}`,
    kind: 'secret',
    causes,
    make: (of) => {
      const changed = change(of.secret, of)
      return changed === undefined ? undefined : { key: of.scheme.keyOf(changed) }
    },
  }))
/** Other bytes became the key. */
const keys = (
  causes: readonly string[],
  rows: Record<string, (secret: string, of: Making) => Buffer | string | undefined>,
): Mistake[] =>
  Object.entries(rows).map(([name, change]) => ({
    name: `key ${name}`,
    kind: 'secret',
    causes,
    make: (of) => {
      const key = change(of.secret, of)
      return key === undefined ? undefined : { key: typeof key === 'string' ? text(key) : key }
    },
  }))
/** Other bytes were signed than sent. */
const bodies = (
  causes: readonly string[],
  rows: Record<string, (body: Buffer, of: Making, random: Random) => Buffer | string | undefined>,
): Mistake[] =>
  Object.entries(rows).map(([name, change]) => ({
    name: `body ${name}`,
    kind: 'body',
    causes,
    make: (of, random) => {
      const changed = change(of.sent, of, random)
      if (changed === undefined) return undefined
      return { signed: { ...of.signed, body: typeof changed === 'string' ? text(changed) : changed } }
    },
  }))
const latin = (rewrite: (text: string) => string) => (body: Buffer) =>
  Buffer.from(rewrite(body.toString('latin1')), 'latin1')
const onJson = (rewrite: (value: unknown) => string | undefined) => (_body: Buffer, of: Making) =>
  of.fields ? undefined : rewrite(of.value)
const onForm =
  (rewrite: (fields: readonly (readonly [string, string])[]) => string) => (_body: Buffer, of: Making) =>
    of.fields && rewrite(of.fields)
const templates = (
  causes: readonly string[],
  rows: Record<string, (template: string) => string | undefined>,
): Mistake[] =>
  Object.entries(rows).map(([name, change]) => ({
    name: `content ${name}`,
    kind: 'content',
    causes,
    make: ({ template }) => {
      const changed = change(template)
      return changed === undefined || changed === template ? undefined : { template: changed }
    },
  }))
const digests = (
  causes: readonly string[],
  rows: Record<string, (key: Buffer, content: Buffer, of: Making) => Buffer>,
): Mistake[] =>
  Object.entries(rows).map(([name, digest]) => ({
    name: `digest ${name}`,
    kind: 'content',
    causes,
    make: (of) => ({ digestOf: (key, content) => digest(key, content, of) }),
  }))
const writings = (
  causes: readonly string[],
  rows: Record<string, (digest: Buffer, right: string, of: Making) => string | undefined>,
): Mistake[] =>
  Object.entries(rows).map(([name, change]) => ({
    name: `signature ${name}`,
    kind: 'signature',
    causes,
    make: (of) =>
      change(Buffer.alloc(32), of.written(Buffer.alloc(32)), of) === undefined
        ? undefined
        : { written: (digest) => change(digest, of.written(digest), of) as string },
  }))

const dropPart = (slot: string) => (template: string) => {
  const next = template.replace(new RegExp(`\\{${slot}\\}[^{]*`), '')
  return next === template ? undefined : next
}
const hasSeparator = (template: string) => /\}[^{}]+\{/.test(template)
const joinedBy = (separator: string) => (template: string) =>
  hasSeparator(template) ? template.replace(/\}[^{}]+\{/g, `}${separator}{`) : undefined

const isJsonText = (text: string) => /^[\x20-\x7e]*$/.test(text)
const pathTo = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  )
const partOf = (...names: string[]) =>
  onJson((value) => {
    const part = pathTo(value, ...names)
    return part !== null && typeof part === 'object' && Object.keys(part).length > 0
      ? JSON.stringify(part)
      : undefined
  })
const without = (value: unknown, isLeft: (inner: unknown) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((one) => without(one, isLeft))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (isLeft(inner) ? [] : [[name, without(inner, isLeft)]])),
  )
}
const mapped = (value: unknown, change: (inner: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => mapped(one, change))
  if (typeof value !== 'object' || value === null) return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, change)]))
}
const entity = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const prefix = /^(?:whsec_|shpss_|pdl_ntfset_|we_)/

export const mistakes: readonly Mistake[] = [
  ...keys(['secret_as_text'], { 'is the text': (secret, of) => (isShared(of) ? secret : undefined) }),
  ...keys(['secret_prefix_kept'], {
    'is decoded with its prefix': (secret, of) => (isShared(of) ? Buffer.from(secret, 'base64') : undefined),
  }),
  ...keys(['secret_decoded', 'secret_hex'], {
    'is decoded though it is text': (secret, of) =>
      isShared(of) || of.scheme.name === 'adyen' || !/^whsec_[A-Za-z0-9+/]+=*$/.test(secret)
        ? undefined
        : Buffer.from(secret.slice(6), 'base64'),
  }),
  ...keys(['secret_prefix_stripped'], {
    'is the text without its prefix': (secret) =>
      prefix.test(secret) ? secret.replace(prefix, '') : undefined,
  }),
  ...keys(['secret_as_text'], {
    'is the hex digits as text': (secret, of) => (of.scheme.name === 'adyen' ? secret : undefined),
  }),
  ...keys(['secret_hashed'], {
    'is the SHA-256 in hex': (secret) => sha256(secret).toString('hex'),
    'is the SHA-256': (secret) => sha256(secret),
  }),
  ...keys(['secret_base64'], { 'is base64 of the text': (secret) => text(secret).toString('base64') }),
  ...keys(['secret_hex'], { 'is hex of the text': (secret) => text(secret).toString('hex') }),
  ...keys(['secret_missing'], {
    'is empty': () => Buffer.alloc(0),
    'is undefined': () => 'undefined',
    'is None': () => 'None',
    'is null': () => 'null',
  }),
  ...keys(['secret_not_filled', 'secret_missing', 'secret_placeholder'], {
    'is the name of the variable': () => 'WEBHOOK_SECRET',
    'is the variable in braces': () => '${WEBHOOK_SECRET}',
    'is the name of another variable': () => 'STRIPE_WEBHOOK_SECRET',
    'is a lookup of Node': () => 'process.env.WEBHOOK_SECRET',
    'is a lookup of Python': () => "os.environ['WEBHOOK_SECRET']",
    'is a mustache': () => '{{ webhook_secret }}',
    'is a placeholder': () => 'your_webhook_secret',
    'is another placeholder': () => 'your-webhook-secret',
    'is dots after the prefix': () => 'whsec_...',
    'is changeme': () => 'changeme',
    'is the word secret': () => 'secret',
  }),
  ...secrets(['other_secret'], { 'of another': (_secret, { stranger }) => stranger }),
  ...secrets(['old_secret'], { 'of before': (_secret, { old }) => old }),
  ...secrets(['secret_whitespace'], {
    'with a newline': (secret) => `${secret}\n`,
    'with a space after it': (secret) => `${secret} `,
    'with a space before it': (secret) => ` ${secret}`,
    'with CRLF': (secret) => `${secret}\r\n`,
    'with a tab': (secret) => `${secret}\t`,
  }),
  ...secrets(['secret_whitespace', 'secret_invisible', 'secret_miscopied'], {
    'with a no-break space': (secret) => `${secret}\u00a0`,
    'with a zero-width space': (secret) => `${secret}\u200b`,
    'with a byte order mark': (secret) => `\ufeff${secret}`,
  }),
  ...secrets(['secret_quoted'], {
    'in double quotes': (secret) => `"${secret}"`,
    'in single quotes': (secret) => `'${secret}'`,
  }),
  ...secrets(['secret_miscopied'], {
    'without its last character': (secret) => secret.slice(0, -1),
    'without its last three characters': (secret) => secret.slice(0, -3),
    twice: (secret) => secret + secret,
    'with a comma after it': (secret) => `${secret},`,
    'with a semicolon after it': (secret) => `${secret};`,
  }),
  ...secrets(['secret_case'], {
    'in lower case': (secret) => secret.toLowerCase(),
    'in upper case': (secret) => secret.toUpperCase(),
  }),
  ...secrets(['secret_url_encoding'], { 'percent-encoded': (secret) => percent(secret, '-_.~') }),
  ...secrets(['secret_escaped', 'secret_html', 'secret_url_encoding'], {
    'escaped for HTML': (secret) => entity(secret),
  }),
  ...secrets(['secret_label_kept', 'secret_miscopied', 'secret_prefix_kept', 'secret_label'], {
    'as the line of a .env file': (secret) => `WEBHOOK_SECRET=${secret}`,
    'after Bearer': (secret) => `Bearer ${secret}`,
  }),

  ...bodies(['trailing_newline'], {
    'with a newline': (body) => Buffer.concat([body, text('\n')]),
    'with CRLF': (body) => Buffer.concat([body, text('\r\n')]),
  }),
  ...bodies(['body_trimmed', 'trailing_newline'], {
    trimmed: (body) => body.toString().trim(),
    'with a space after it': (body) => Buffer.concat([body, text(' ')]),
  }),
  ...bodies(['line_endings'], {
    'with CRLF lines': latin((all) => all.replace(/\r?\n/g, '\r\n')),
    'with lines joined by nothing': latin((all) => all.replace(/\r?\n/g, '')),
    'with lines joined by a space': latin((all) => all.replace(/\r?\n/g, ' ')),
  }).map((one) => ({
    ...one,
    causes: [...one.causes, 'pretty_printed', 'reserialised', 'trailing_newline'],
  })),
  ...bodies(['byte_order_mark'], {
    'after a byte order mark': (body) => Buffer.concat([text('\ufeff'), body]),
  }),
  ...bodies(['empty_body_signed'], { empty: () => '' }),
  ...bodies(['body_base64'], { 'as base64': (body) => body.toString('base64') }),
  ...bodies(['digest_signed', 'body_digest', 'part_signed'], {
    'as its SHA-256 in hex': (body) => sha256(body).toString('hex'),
  }),
  ...bodies(['content_encoding'], { compressed: (body) => gzipSync(body) }),
  ...bodies(['double_json'], { 'as a JSON string': (body) => JSON.stringify(body.toString()) }),
  ...bodies(['url_encoding'], { 'percent-encoded': (body) => percent(body.toString(), "-_.!~*'()") }),
  ...bodies(['object_signed'], {
    'as [object Object]': () => '[object Object]',
    'as undefined': () => 'undefined',
    'as the JSON of a Buffer': (body) => JSON.stringify(body),
    "as Python's bytes": (body) =>
      isJsonText(body.toString()) && !body.includes("'") && !body.includes('\\') ? `b'${body}'` : undefined,
  }),
  ...bodies(['object_signed', 'empty_body_signed'], { 'as {}': () => '{}', 'as []': () => '[]' }),
  ...bodies(['charset'], {
    'in Latin-1': (body) =>
      /[^\u0000-\u00ff]/.test(body.toString()) ? undefined : Buffer.from(body.toString(), 'latin1'),
    'decoded as Latin-1': (body) => body.toString('latin1'),
    'in ASCII with ?': (body) => body.toString().replace(/[^\0-\x7f]/gu, '?'),
    'in ASCII with ? for each half': (body) => body.toString().replace(/[^\0-\x7f]/g, '?'),
    'in UTF-16': (body) => Buffer.from(body.toString(), 'utf16le'),
    decomposed: (body) => body.toString().normalize('NFD'),
  }),
  ...bodies(['pretty_printed', 'reserialised'], {
    'indented by two': onJson((value) => JSON.stringify(value, null, 2)),
    'indented by four': onJson((value) => JSON.stringify(value, null, 4)),
    'indented by tabs': onJson((value) => JSON.stringify(value, null, '\t')),
  }),
  ...bodies(['pretty_printed', 'reserialised', 'trailing_newline'], {
    compact: onJson((value) => JSON.stringify(value)),
  }),
  ...bodies(
    ['reserialised', 'escapes', 'keys_sorted', 'pretty_printed'],
    Object.fromEntries(
      Object.entries(languages).map(([name, by]) => [`by ${name}`, onJson((value) => by(value))]),
    ),
  ),
  ...bodies(['keys_sorted'], { 'with sorted keys': onJson((value) => write(value, { sorted: true })) }),
  ...bodies(['reserialised'], {
    'without members that are null': onJson((value) => JSON.stringify(without(value, (one) => one === null))),
    'with trimmed strings': onJson((value) =>
      JSON.stringify(mapped(value, (one) => (typeof one === 'string' ? one.trim() : one))),
    ),
    'with null for empty strings': onJson((value) =>
      JSON.stringify(mapped(value, (one) => (one === '' ? null : one))),
    ),
  }).map((one) => ({ ...one, causes: ['reserialised', 'body_trimmed', 'values_changed'] })),
  ...bodies(['part_signed'], {
    'only its data': partOf('data'),
    'only data.object': partOf('data', 'object'),
    'only its customer': partOf('customer'),
  }),
  ...bodies(['body_wrapped'], {
    'in an envelope': onJson((value) => JSON.stringify({ body: JSON.stringify(value) })),
    'in data': onJson((value) => JSON.stringify({ data: value })),
  }),
  ...bodies(['body_shortened'], {
    'without its last byte': (body) => body.subarray(0, -1),
    'only its first half': (body) => body.subarray(0, Math.floor(body.length / 2)),
    'as many bytes as it has characters': (body) => body.subarray(0, body.toString().length),
  }).slice(2),
  ...bodies(['escapes'], {
    'escaped as HTML': (body) => entity(body.toString()),
    'with \\/ for /': (body) => body.toString().replaceAll('/', '\\/'),
    'with \\u escapes in the raw text': (body) =>
      body
        .toString()
        .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'with escaped newlines': (body) => body.toString().replaceAll('\n', '\\n'),
  }).map((one) => ({ ...one, causes: ['escapes', 'reserialised', 'line_endings', 'double_json'] })),
  ...bodies(
    ['url_encoding', 'reserialised'],
    Object.fromEntries(
      Object.entries(formEncoders).map(([name, encode]) => [
        `of fields by ${name}`,
        onForm((fields) => formOf(fields, encode)),
      ]),
    ),
  ),
  ...bodies(['reserialised', 'url_encoding', 'keys_sorted'], {
    'of fields sorted': onForm((fields) =>
      formOf(
        [...fields].sort(([a], [b]) => (a < b ? -1 : 1)),
        formEncoders.URLSearchParams as (text: string) => string,
      ),
    ),
    'of fields as JSON': onForm((fields) => JSON.stringify(Object.fromEntries(fields))),
    'of fields as lists in JSON': onForm((fields) =>
      JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, [value]]))),
    ),
    'of fields trimmed': onForm((fields) =>
      formOf(
        fields.map(([name, value]) => [name, value.trim()] as const),
        formEncoders.URLSearchParams as (text: string) => string,
      ),
    ),
  }).map((one) => ({ ...one, causes: [...one.causes, 'body_trimmed', 'values_changed'] })),

  ...templates(['body_only_signed'], {
    'only the body': (template) => (/\{(?:ts|id|url)\}/.test(template) ? '{body}' : undefined),
  }).map((one) => ({
    ...one,
    causes: ['body_only_signed', 'timestamp_not_signed', 'method_or_url'],
  })),
  ...templates(['id_not_signed'], { 'without the id': dropPart('id') }),
  ...templates(['timestamp_not_signed', 'body_only_signed'], {
    'without the timestamp': (template) => (template.includes('{id}') ? dropPart('ts')(template) : undefined),
  }),
  ...templates(['method_or_url', 'body_only_signed'], { 'without the URL': dropPart('url') }),
  ...templates(['other_separator'], {
    'joined by nothing': joinedBy(''),
    'joined by a colon': joinedBy(':'),
    'joined by a dot': joinedBy('.'),
    'joined by a newline': joinedBy('\n'),
    'joined by a pipe': joinedBy('|'),
    'joined by a comma': joinedBy(','),
    'with its first separator lost': (template) =>
      hasSeparator(template) ? template.replace(/\}[^{}]+\{/, '}{') : undefined,
    'with its last separator lost': (template) =>
      (template.match(/\}[^{}]+\{/g)?.length ?? 0) > 1
        ? template.replace(/\}[^{}]+\{body/, '}{body')
        : undefined,
    'with its last separator doubled': (template) =>
      hasSeparator(template) ? template.replace(/\}([^{}]+)\{body/, '}$1$1{body') : undefined,
  }),
  ...templates(['other_order', 'method_or_url'], {
    'with the body first': (template) => {
      const parts = template.match(/\{\w+\}/g) ?? []
      const [separator = ''] = /(?<=\})[^{}]*(?=\{)/.exec(template) ?? []
      return parts.length > 1 && !template.startsWith('v0')
        ? [...parts.slice(-1), ...parts.slice(0, -1)].join(separator)
        : undefined
    },
  }),
  ...templates(['version_prefix_missing'], {
    'without v0': (template) => (template.startsWith('v0:') ? template.slice(3) : undefined),
  }),
  ...templates(['version_prefix_wrong'], {
    'with v1 for v0': (template) => (template.startsWith('v0:') ? `v1${template.slice(2)}` : undefined),
  }),
  {
    name: 'content with the time of another moment',
    kind: 'content',
    causes: ['other_timestamp'],
    make: (of, random) =>
      of.template.includes('{ts}')
        ? { signed: { ...of.signed, timestamp: of.scheme.timestampOf(of.seconds - 1 - random.below(30)) } }
        : undefined,
  },
  {
    name: 'content with the time in milliseconds',
    kind: 'content',
    causes: ['milliseconds'],
    make: (of) =>
      of.template.includes('{ts}') && /^\d{10}$/.test(of.timestamp)
        ? { signed: { ...of.signed, timestamp: `${of.timestamp}000` } }
        : undefined,
  },
  {
    name: 'content with the time as a float',
    kind: 'content',
    causes: ['timestamp_format'],
    make: (of) =>
      of.template.includes('{ts}') && /^\d{10}$/.test(of.timestamp)
        ? { signed: { ...of.signed, timestamp: `${of.timestamp}.0` } }
        : undefined,
  },
  {
    name: 'content with the time in ISO 8601',
    kind: 'content',
    causes: ['timestamp_format'],
    make: (of) =>
      of.template.includes('{ts}') && /^\d{10}$/.test(of.timestamp)
        ? { signed: { ...of.signed, timestamp: new Date(of.seconds * 1000).toISOString() } }
        : undefined,
  },
  {
    name: "content with the event's id",
    kind: 'content',
    causes: ['other_id'],
    make: (of) => {
      const id = of.fields ? undefined : pathTo(of.value, 'id')
      return of.template.includes('{id}') && typeof id === 'string'
        ? { signed: { ...of.signed, id } }
        : undefined
    },
  },
  ...[
    ['http', (url: string) => url.replace('https:', 'http:')],
    ['a trailing slash', (url: string) => `${url}/`],
    ['no query', (url: string) => url.replace(/\?.*/, '')],
    ['only the path', (url: string) => new URL(url).pathname],
    ['a port', (url: string) => url.replace('.example/', '.example:443/')],
  ].map(
    ([name, change]): Mistake => ({
      name: `content with ${name as string} in the URL`,
      kind: 'content',
      causes: ['method_or_url'],
      make: (of) =>
        of.template.includes('{url}')
          ? { signed: { ...of.signed, url: (change as (url: string) => string)(of.url) } }
          : undefined,
    }),
  ),
  ...digests(['other_digest'], {
    'by SHA-512': (key, content) => hmac('sha512', key, content),
    'by SHA-1': (key, content) => hmac('sha1', key, content),
    'by MD5': (key, content) => hmac('md5', key, content),
    'by SHA-384': (key, content) => hmac('sha384', key, content),
  }),
  ...digests(['plain_hash'], {
    'is a hash': (_key, content) => sha256(content),
    'is a hash after the key': (key, content) => sha256(Buffer.concat([key, content])),
    'is a hash before the key': (key, content) => sha256(Buffer.concat([content, key])),
  }),
  ...digests(['digest_signed'], {
    'of the hash in hex': (key, content) => hmac('sha256', key, text(sha256(content).toString('hex'))),
    'of the hash': (key, content) => hmac('sha256', key, sha256(content)),
    'of base64 of the whole': (key, content) => hmac('sha256', key, text(content.toString('base64'))),
  }).map((one) => ({
    ...one,
    causes: ['digest_signed', 'body_base64', 'content_encoded', 'content_base64'],
  })),
  ...digests(['key_message_swapped'], {
    'with its arguments swapped': (key, content) => hmac('sha256', content, key),
  }),

  ...writings(['hex_for_base64', 'base64_for_hex'], {
    'in the other encoding': (digest, _right, of) =>
      digest.toString(of.scheme.encoding === 'hex' ? 'base64' : 'hex'),
  }),
  ...writings(['letter_case'], {
    'in upper case': (_digest, right, of) => (of.scheme.encoding === 'hex' ? right.toUpperCase() : undefined),
    'in lower case': (_digest, right, of) =>
      of.scheme.encoding === 'base64' ? right.toLowerCase() : undefined,
  }),
  ...writings(['base64url', 'padding_missing'], {
    'in base64url': (digest, _right, of) =>
      of.scheme.encoding === 'base64' ? digest.toString('base64url') : undefined,
  }),
  ...writings(['padding_missing'], {
    'without padding': (_digest, right, of) =>
      of.scheme.encoding === 'base64' ? right.replace(/=+$/, '') : undefined,
  }),
  ...writings(['truncated'], {
    'cut to half': (_digest, right) => right.slice(0, right.length / 2),
    'cut by one': (_digest, right) => right.replace(/=*$/, '').slice(0, -1),
  }).slice(0, 1),
  ...writings(['hex_notation'], {
    'with dashes': (digest, _right, of) =>
      of.scheme.encoding === 'hex' ? (digest.toString('hex').match(/../g) ?? []).join('-') : undefined,
    'after 0x': (digest, _right, of) =>
      of.scheme.encoding === 'hex' ? `0x${digest.toString('hex')}` : undefined,
  }),
  ...writings(['double_encoded'], {
    'in base64 of the hex': (digest) => text(digest.toString('hex')).toString('base64'),
    'in hex of the base64': (digest) => text(digest.toString('base64')).toString('hex'),
  }),
  {
    name: 'header without its version',
    kind: 'header',
    causes: ['version_prefix_missing'],
    make: (of) =>
      /^v\d|^sha/.test(of.headerValue('', '')) ? { headerValue: (signature) => signature } : undefined,
  },
  ...(['v0', 'v2', 'V1', 'v1a'] as const).map(
    (version): Mistake => ({
      name: `header with ${version} for v1`,
      kind: 'header',
      causes: ['version_prefix_wrong'],
      make: (of) => (isShared(of) ? { headerValue: (signature) => `${version},${signature}` } : undefined),
    }),
  ),
  {
    name: 'header with = for its comma',
    kind: 'header',
    causes: ['header_changed', 'version_prefix_wrong', 'malformed_header'],
    make: (of) => (isShared(of) ? { headerValue: (signature) => `v1=${signature}` } : undefined),
  },
  {
    name: 'header split at its comma',
    kind: 'header',
    causes: ['header_changed', 'header_repeated'],
    make: (of) => ({
      headersOf: (headers) =>
        headers.flatMap(([name, value]): HeaderPair[] =>
          name === of.scheme.header && /^[^,]+,[^,]+$/.test(value)
            ? value.split(',').map((half): HeaderPair => [name, half])
            : [[name, value]],
        ),
    }),
  },
  {
    name: 'header without signature',
    kind: 'header',
    causes: ['missing_header'],
    make: (of) => ({ headersOf: (headers) => headers.filter(([name]) => name !== of.scheme.header) }),
  },
]

/** The request as its sender sends it. */
export function requestOf(of: Making): { headers: HeaderPair[]; body: Buffer } {
  const content = contentOf(of.template, { ...of.signed })
  const signature = of.written(of.digestOf(of.key, content))
  const headers: HeaderPair[] = [
    ['content-type', of.fields ? 'application/x-www-form-urlencoded' : 'application/json'],
    ...of.scheme.beside(of.id, of.timestamp),
    [of.scheme.header, of.headerValue(signature, of.timestamp)],
  ]
  return { headers: of.headersOf(headers), body: of.sent }
}
