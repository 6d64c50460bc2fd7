/** What goes wrong with the signed content: its parts, how they are joined, and which hash function covers it. */
import { createHash } from 'node:crypto'
import { type Making, type Mistake, tableOf } from './making.ts'
import type { Random } from './random.ts'
import { hmac, text } from './schemes.ts'

const templates = tableOf<(template: string) => string | undefined>('content', (change, { template }) => {
  const changed = change(template)
  return changed === undefined ? undefined : { template: changed }
})
const times = tableOf<(of: Making, random: Random) => string>('content', (change, of, random) =>
  of.template.includes('{ts}') ? { signed: { ...of.signed, timestamp: change(of, random) } } : undefined,
)
const unixTimes = tableOf<(seconds: number) => string>('content', (change, of) =>
  of.template.includes('{ts}') && of.timestamp === String(of.seconds)
    ? { signed: { ...of.signed, timestamp: change(of.seconds) } }
    : undefined,
)
const ids = tableOf<(of: Making) => string | undefined>('content', (change, of) => {
  const id = change(of)
  return of.template.includes('{id}') && id !== undefined ? { signed: { ...of.signed, id } } : undefined
})
const urls = tableOf<(url: URL) => string>('content', (change, of) =>
  of.template.includes('{url}') ? { signed: { ...of.signed, url: change(new URL(of.url)) } } : undefined,
)
const digests = tableOf<(key: Buffer, content: Buffer) => Buffer>('content', (digestOf) => ({ digestOf }))

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest()
const hasSeparator = (template: string) => /\}[^{}]+\{/.test(template)
const isSeveral = (template: string) => /\}.*\{/.test(template)
const withoutSlot = (slot: string) => (template: string) =>
  template.replace(new RegExp(`\\{${slot}\\}[^{]*`), '')
const joinedBy = (separator: string) => (template: string) =>
  isSeveral(template) ? template.replace(/\}[^{}]*\{/g, `}${separator}{`) : undefined
const names: Readonly<Record<string, string>> = { '': 'nothing', '\n': 'a newline', ' ': 'a space' }

export const contentMistakes: readonly Mistake[] = [
  ...templates(['body_only_signed', 'timestamp_not_signed', 'method_or_url'], {
    'only the body': (template) => (isSeveral(template) ? '{body}' : undefined),
  }),
  ...templates(['id_not_signed'], { 'without the id': withoutSlot('id') }),
  ...templates(['timestamp_not_signed'], {
    'without the timestamp': (template) =>
      template.startsWith('{ts}') ? undefined : withoutSlot('ts')(template),
  }),
  ...templates(
    ['other_separator'],
    Object.fromEntries(
      ['', ':', '.', '\n', '|', ',', '-', '_', ' ', '&', '..', '::'].map((separator) => [
        `joined by ${names[separator] ?? separator}`,
        joinedBy(separator),
      ]),
    ),
  ),
  ...templates(['other_separator'], {
    'with its first separator lost': (template) => template.replace(/\}[^{}]+\{/, '}{'),
    'with its last separator lost': (template) => template.replace(/\}[^{}]+\{body/, '}{body'),
    'with its first separator doubled': (template) => template.replace(/\}([^{}]+)\{/, '}$1$1{'),
    'with its last separator doubled': (template) => template.replace(/\}([^{}]+)\{body/, '}$1$1{body'),
    'with a separator after it': (template) =>
      hasSeparator(template) ? template + (/\}([^{}]+)\{/.exec(template)?.[1] ?? '') : undefined,
    'with a newline after its parts': (template) => (isSeveral(template) ? `${template}\n` : undefined),
  }).map((one) => ({ ...one, causes: [...one.causes, 'trailing_newline' as const] })),
  ...templates(['other_order'], {
    'with the body first': (template) => {
      const slots = template.match(/\{\w+\}/g) ?? []
      const separator = /\}([^{}]*)\{/.exec(template)?.[1] ?? ''
      const start = /^[^{]*/.exec(template)?.[0] ?? ''
      return slots.length > 1
        ? start + [...slots.slice(-1), ...slots.slice(0, -1)].join(separator)
        : undefined
    },
    'with the timestamp before the id': (template) => template.replace('{id}.{ts}', '{ts}.{id}'),
  }),
  ...templates(['version_prefix_missing'], {
    'without v0 before it': (template) => template.replace(/^v0:/, ''),
  }),
  ...templates(['version_prefix_wrong'], { 'with v1 for v0': (template) => template.replace(/^v0:/, 'v1:') }),

  ...times(['other_timestamp'], {
    'with the time of a moment before': ({ scheme, seconds }, random) =>
      scheme.timestampOf(seconds - 1 - random.below(30)),
    'with the time of a moment later': ({ scheme, seconds }, random) =>
      scheme.timestampOf(seconds + 1 + random.below(5)),
  }),
  ...unixTimes(['milliseconds'], {
    'with the time in milliseconds': (seconds) => `${seconds}000`,
    'with the time in odd milliseconds': (seconds) =>
      `${seconds}${String((seconds * 37) % 1000).padStart(3, '0')}`,
  }),
  ...unixTimes(['timestamp_format'], {
    'with the time as a float': (seconds) => `${seconds}.0`,
    'with the time in ISO 8601': (seconds) => new Date(seconds * 1000).toISOString(),
    'with the time in ISO 8601 of seconds': (seconds) =>
      new Date(seconds * 1000).toISOString().replace('.000', ''),
    'with the time as HTTP writes it': (seconds) => new Date(seconds * 1000).toUTCString(),
    'with the time in microseconds': (seconds) => `${seconds}000000`,
    'with the time in nanoseconds': (seconds) => `${seconds}000000000`,
    'with the time in hex': (seconds) => seconds.toString(16),
  }),
  ...ids(['other_id'], {
    'with the id of the event': ({ written: { value } }) => {
      const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
      return typeof id === 'string' ? id : undefined
    },
    'with an empty id': () => '',
    'with undefined for the id': () => 'undefined',
    'with the id without its prefix': ({ id }) => id.replace(/^msg_/, ''),
  }),
  ...urls(['method_or_url'], {
    'with the other protocol in the URL': ({ href }) =>
      href.startsWith('https:') ? href.replace('https:', 'http:') : href.replace('http:', 'https:'),
    'with a slash after the path': ({ href }) => href.replace('?', '/?'),
    'without the query': ({ origin, pathname }) => origin + pathname,
    'only the path of the URL': ({ pathname }) => pathname,
    'only the path and query of the URL': ({ pathname, search }) => pathname + search,
    'with the usual port in the URL': ({ protocol, hostname, pathname, search }) =>
      `${protocol}//${hostname}:${protocol === 'https:' ? 443 : 80}${pathname}${search}`,
    'without the protocol of the URL': ({ host, pathname, search }) => host + pathname + search,
    'with the URL percent-encoded': ({ href }) => encodeURIComponent(href),
    'only the origin of the URL': ({ origin }) => origin,
    'with a shorter path in the URL': ({ origin, search }) => `${origin}/corpus${search}`,
  }),
  // The body follows the URL, so that the slash may as well be a separator.
  ...urls(['method_or_url', 'other_separator'], { 'with a slash after the URL': ({ href }) => `${href}/` }),

  ...digests(['other_digest'], {
    'covered by HMAC-SHA512': (key, content) => hmac('sha512', key, content),
    'covered by HMAC-SHA384': (key, content) => hmac('sha384', key, content),
    'covered by HMAC-SHA1': (key, content) => hmac('sha1', key, content),
    'covered by HMAC-MD5': (key, content) => hmac('md5', key, content),
  }),
  ...digests(['plain_hash'], {
    'covered by a hash': (_key, content) => sha256(content),
    'covered by a hash, after the key': (key, content) => sha256(Buffer.concat([key, content])),
    'covered by a hash, before the key': (key, content) => sha256(Buffer.concat([content, key])),
  }),
  ...digests(['digest_signed', 'body_base64'], {
    'as its hash in hex': (key, content) => hmac('sha256', key, text(sha256(content).toString('hex'))),
    'as its hash': (key, content) => hmac('sha256', key, sha256(content)),
    'as base64 of the whole': (key, content) => hmac('sha256', key, text(content.toString('base64'))),
    'covered twice': (key, content) => hmac('sha256', key, hmac('sha256', key, content)),
  }),
  ...digests(['key_message_swapped'], {
    'swapped with the key': (key, content) => hmac('sha256', content, key),
  }),
]
