/** Receivers that verify in a wrong way are named with proof, for every scheme. Over 300 lines: a table of schemes and ways. */
import { createHash, createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { keyBytes } from '../../server/signing/digest.ts'
import type { Recipe } from '../../server/signing/recipe.ts'
import type { SchemeName } from '../../server/signing/recipes.ts'
import { test as long, quick, sample } from '../helpers/long.ts'
import { recipes } from '../helpers/recipes.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { type Asked, checked, headerIn, isSigned, secret, startAnswering, type Verifying } from './world.ts'

const hexSecret = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'

/** A receiver with one mistake: whether it accepts a request. */
type Wrong = (asked: Asked, scheme: SchemeName) => boolean
/** Mistake → how the receiver verifies, and the codes that name it. */
type Wrongs = Readonly<Record<string, readonly [Wrong, ...codes: string[]]>>

const secretFor = (scheme: SchemeName) => (scheme === 'adyen' ? hexSecret : secret)

/** Verifies by a recipe with a part changed. */
const by =
  (change: (recipe: Recipe) => Partial<Recipe>, before?: Verifying['before']): Wrong =>
  (asked, scheme) => {
    const recipe = { ...recipes[scheme], ...change(recipes[scheme]) }
    return isSigned(asked, { recipe, secrets: [secretFor(scheme)], ...(before && { before }) })
  }
const signs = (change: (text: string) => string) =>
  by(({ signs: texts }) => ({
    signs: Object.fromEntries(Object.entries(texts).map(([label, text]) => [label, change(text)])),
  }))
/** Verifies a request as something before it changed it. */
const after = (before: NonNullable<Verifying['before']>) => by(() => ({}), before)

const signatureHeader = (scheme: SchemeName) =>
  Object.entries(recipes[scheme].headers).find(([, text]) =>
    Object.keys(recipes[scheme].signs).some((label) => text.includes(`{${label}}`)),
  )?.[0] ?? ''

/** Reads the signature from another header. */
const fromHeader =
  (name: string): Wrong =>
  (asked, scheme) => {
    const right = signatureHeader(scheme).toLowerCase()
    const value = headerIn(asked, name)
    const rest = asked.headers.filter(([key]) => key.toLowerCase() !== right)
    return (
      value !== undefined &&
      isSigned({ ...asked, headers: [...rest, [right, value]] }, { scheme, secrets: [secretFor(scheme)] })
    )
  }

const otherBody = (change: (body: string) => string) =>
  after((asked) => {
    const body = asked.body.toString('utf8')
    return body === '' ? asked : { ...asked, body: Buffer.from(change(body)) }
  })
const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, item]) => [name, sorted(item)]),
      )

/** What any receiver of a body can do to it before it verifies. */
const keysSorted = [
  otherBody((text) => JSON.stringify(sorted(JSON.parse(text)))),
  'keys_sorted',
] satisfies Wrongs[string]
const bodies: Wrongs = {
  'a body with sorted keys': keysSorted,
  'a body printed with indents': [
    otherBody((text) => JSON.stringify(JSON.parse(text), null, 2)),
    'pretty_printed',
  ],
  'a body as Python prints it': [
    otherBody((text) => text.replaceAll('":', '": ').replaceAll(/,(?=["{])/g, ', ')),
    'reserialised',
    'pretty_printed',
  ],
  'a body with a newline at its end': [otherBody((text) => `${text}\n`), 'trailing_newline'],
}
/** The signature of another vendor, with the same secret. */
const vendor =
  (name: SchemeName): Wrong =>
  (asked) =>
    isSigned(asked, { scheme: name })
const vendors: Wrongs = {
  'the scheme of Stripe': [vendor('stripe'), 'other_scheme'],
  'the scheme of GitHub': [vendor('github'), 'other_scheme'],
}
const headers: Wrongs = {
  'the header X-Signature': [fromHeader('x-signature'), 'other_header'],
  'the header X-Webhook-Signature': [fromHeader('x-webhook-signature'), 'other_header'],
}
const sha512: Wrongs = { 'HMAC-SHA512': [by(() => ({ digest: 'sha512' })), 'other_digest'] }
const sha1: Wrongs = { 'HMAC-SHA1': [by(() => ({ digest: 'sha1' })), 'other_digest'] }
const hex: Wrongs = { hex: [by(() => ({ encoding: 'hex' })), 'hex_for_base64'] }
const base64: Wrongs = { base64: [by(() => ({ encoding: 'base64' })), 'base64_for_hex'] }
const asText: Wrongs = { 'the secret as text': [by(() => ({ key: 'text' })), 'secret_as_text'] }
const decoded: Wrongs = { 'the secret decoded': [by(() => ({ key: 'whsec-base64' })), 'secret_decoded'] }
const bare: Wrongs = {
  'the secret without its prefix': [
    (asked, scheme) => isSigned(asked, { scheme, secrets: [secret.replace('whsec_', '')] }),
    'secret_prefix_stripped',
  ],
}
const noId: Wrongs = {
  'no id in what is signed': [signs((text) => text.replace('{id}.', '')), 'id_not_signed'],
}
const noTime: Wrongs = {
  'no timestamp in what is signed': [
    signs((text) => text.replace(/\{ts\}[.:]?/, '')),
    'timestamp_not_signed',
    'body_only_signed',
  ],
}
const bodyOnly: Wrongs = { 'the body alone': [signs(() => '{body}'), 'body_only_signed'] }
const colons: Wrongs = {
  'colons between the parts': [signs((text) => text.replaceAll('}.{', '}:{')), 'other_separator'],
}
const milliseconds: Wrongs = {
  'a timestamp in milliseconds': [by(() => ({ time: 'milliseconds' })), 'milliseconds'],
}
/** The header without the word before the signature. */
const noLabel: Wrongs = {
  'no label before the signature': [
    by(({ headers: own, signs: texts }) => ({
      headers: Object.fromEntries(
        Object.entries(own).map(([name, text]) => {
          const label = Object.keys(texts).find((one) => text.includes(`{${one}}`))
          return [name, label === undefined ? text : `{${label}}`]
        }),
      ),
    })),
    'version_prefix_missing',
  ],
}
const noVersion: Wrongs = {
  'no v0 in what is signed': [signs((text) => text.replace(/^v0:/, '')), 'version_prefix_missing'],
}

const asIf = (change: (url: URL) => string): Wrong =>
  after((asked) => ({ ...asked, url: change(new URL(asked.url)) }))
const urls: Wrongs = {
  'https in the URL': [asIf((url) => url.href.replace('http:', 'https:')), 'method_or_url'],
  'the URL without its port': [asIf((url) => url.href.replace(`:${url.port}`, '')), 'method_or_url'],
  'localhost in the URL': [asIf((url) => url.href.replace('127.0.0.1', 'localhost')), 'method_or_url'],
  'the path for the URL': [asIf((url) => url.pathname + url.search), 'method_or_url'],
  'the URL of another port': [asIf((url) => url.href.replace(url.port, '3000')), 'method_or_url'],
}
const noQuery: Wrongs = {
  'the URL without its query': [asIf((url) => url.origin + url.pathname), 'method_or_url'],
}

/** Compares the password in a header as the receiver expects it. */
const expects =
  (name: string, value: string): Wrong =>
  (asked) =>
    headerIn(asked, name) === value
const basic = (user: string, password = secret) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const logins: Wrongs = {
  'no user': [expects('authorization', basic('')), 'other_user'],
  'the user admin': [expects('authorization', basic('admin')), 'other_user'],
  'the password without its prefix': [
    expects('authorization', basic('webhook', secret.slice(6))),
    'secret_prefix_stripped',
  ],
  'a bearer token': [expects('authorization', `Bearer ${secret}`), 'other_credentials'],
  'the secret alone': [expects('authorization', secret), 'other_credentials'],
  'the header X-Authorization': [expects('x-authorization', basic('webhook')), 'other_header'],
  'the secret in X-API-Key': [expects('x-api-key', secret), 'other_header', 'other_credentials'],
  'the scheme of GitHub': [vendor('github'), 'other_scheme'],
}

/** RFC 9421 by hand: `baseAs` writes the lines of the signature base. */
const message =
  (
    baseAs: (lines: string[], asked: Asked) => string,
    { key = 'whsec-base64', digest = 'sha256' }: { key?: string; digest?: string } = {},
  ): Wrong =>
  (asked) => {
    const input = /^sig1=(.*)$/.exec(headerIn(asked, 'signature-input') ?? '')?.[1] ?? ''
    const given = /^sig1=:(.*):$/.exec(headerIn(asked, 'signature') ?? '')?.[1]
    const body = `sha-256=:${createHash('sha256').update(asked.body).digest('base64')}:`
    const lines = [
      `"@method": ${asked.method}`,
      `"@target-uri": ${asked.url}`,
      `"content-digest": ${body}`,
      `"webhook-id": ${headerIn(asked, 'webhook-id')}`,
      `"@signature-params": ${input}`,
    ]
    const made = createHmac(digest, keyBytes(secret, key) ?? '')
      .update(baseAs(lines, asked))
      .digest('base64')
    return made === given
  }
const messages: Wrongs = {
  'the secret as text': [message((lines) => lines.join('\n'), { key: 'text' }), 'secret_as_text'],
  'a newline at the end of the base': [message((lines) => `${lines.join('\n')}\n`), 'other_separator'],
  'no quotation marks': [
    message((lines) => lines.map((line) => line.replace(/^"([^"]+)"/, '$1')).join('\n')),
    'other_separator',
  ],
  'a component left out': [message((lines) => lines.toSpliced(3, 1).join('\n')), 'part_signed'],
  'no parameters': [message((lines) => lines.slice(0, -1).join('\n')), 'timestamp_not_signed'],
  'https in the URL': [message((lines) => lines.join('\n').replace('http:', 'https:')), 'method_or_url'],
  'the method in small letters': [
    message((lines) => lines.join('\n').replace('POST', 'post')),
    'method_or_url',
  ],
  'HMAC-SHA512': [message((lines) => lines.join('\n'), { digest: 'sha512' }), 'other_digest'],
}

/** Whether it takes a JWT from the header Authorization. */
const bearer: Wrong = (asked) => {
  const jwt = /^Bearer (.+)$/.exec(headerIn(asked, 'authorization') ?? '')?.[1]
  if (jwt === undefined) return false
  const rest = asked.headers.filter(([name]) => name.toLowerCase() !== 'plaid-verification')
  return isSigned({ ...asked, headers: [...rest, ['plaid-verification', jwt]] }, { scheme: 'plaid' })
}

const standard: Wrongs = {
  ...noId,
  ...noTime,
  ...bodyOnly,
  ...colons,
  ...milliseconds,
  ...headers,
  ...noLabel,
}
const wrongs: Partial<Record<SchemeName, Wrongs>> = {
  'standard-webhooks': {
    ...standard,
    ...asText,
    ...hex,
    ...sha512,
    ...sha1,
    ...vendors,
    ...bodies,
    'the headers of Svix': [vendor('svix'), 'other_header', 'other_scheme'],
    'hex of the secret as text': [by(() => ({ encoding: 'hex', key: 'text' })), 'secret_as_text'],
    'sha256= before hex over the body': [
      by(() => ({
        headers: { 'webhook-id': '{id}', 'webhook-signature': 'sha256={s}' },
        signs: { s: '{body}' },
        encoding: 'hex',
        key: 'text',
      })),
      'other_scheme',
      'body_only_signed',
      'secret_as_text',
    ],
  },
  'standard-webhooks-ed25519': { ...standard, ...hex, ...vendors, ...bodies },
  svix: {
    ...standard,
    ...asText,
    ...hex,
    ...sha512,
    ...vendors,
    ...bodies,
    'the headers of Standard Webhooks': [vendor('standard-webhooks'), 'other_header', 'other_scheme'],
  },
  // Its v1 is made of the body as Python writes it, however the receiver changed its white space.
  platform: {
    ...decoded,
    ...bare,
    ...base64,
    ...sha512,
    ...milliseconds,
    ...headers,
    ...vendors,
    'a body with sorted keys': keysSorted,
  },
  stripe: { ...decoded, ...bare, ...base64, ...sha512, ...noTime, ...colons, ...headers, ...bodies },
  github: {
    ...decoded,
    ...bare,
    ...base64,
    ...sha1,
    ...noLabel,
    ...headers,
    ...bodies,
    'the scheme of Stripe': [vendor('stripe'), 'other_scheme'],
  },
  slack: { ...decoded, ...bare, ...base64, ...noTime, ...noVersion, ...noLabel, ...headers, ...bodies },
  shopify: { ...decoded, ...bare, ...hex, ...sha1, ...headers, ...vendors, ...bodies },
  paddle: { ...decoded, ...bare, ...base64, ...noTime, ...headers, ...vendors, ...bodies },
  zoom: { ...decoded, ...bare, ...base64, ...noTime, ...noVersion, ...noLabel, ...headers, ...bodies },
  square: { ...decoded, ...bare, ...hex, ...sha1, ...bodyOnly, ...urls, ...noQuery, ...headers, ...bodies },
  twilio: { ...decoded, ...bare, ...hex, ...urls, ...headers, ...vendors },
  adyen: { ...asText, ...hex, ...sha1, ...headers, ...bodies },
  plaid: { ...headers, ...vendors, ...bodies, 'a bearer token': [bearer, 'other_header'] },
  'increase-legacy': { ...decoded, ...bare, ...base64, ...milliseconds, ...bodyOnly, ...headers, ...vendors },
  'http-message-signatures': { ...messages, ...vendors },
  basic: logins,
}

describe('a receiver with one mistake is named by the delivery that it accepts', () => {
  const inShort: readonly string[] = ['standard-webhooks', 'basic']
  const [short, rest] = [true, false].map((isShort) =>
    Object.keys(wrongs).filter((name) => inShort.includes(name) === isShort),
  ) as [SchemeName[], SchemeName[]]
  quick.each(short)('%s', (scheme) => allNamed(scheme, sample('first of each cause', 'all')))
  long.each(rest)('%s', (scheme) => allNamed(scheme))

  async function allNamed(scheme: SchemeName, which: 'all' | 'first of each cause' = 'all') {
    const every = Object.entries(wrongs[scheme] ?? {})
    const isFirst = (code = '', at: number) => every.findIndex(([, [, one]]) => one === code) === at
    const rows = every.filter(([, [, code]], at) => which === 'all' || isFirst(code, at))
    const sandbox = await startSandbox()
    const named = async ([mistake, [accepts, ...codes]]: [string, Wrongs[string]]) => {
      const receiver = await startAnswering((asked) => (accepts(asked, scheme) ? 200 : 401))
      const { probes, diagnosis } = await checked(sandbox, {
        url: `${receiver.url}?team=7`,
        scheme,
        secret: secretFor(scheme),
        only: ['accepts-valid'],
      })
      const [valid] = probes
      expect(valid?.fact, mistake).toMatchObject({ code: 'refused', status: 401 })
      expect(diagnosis?.code).toBe(valid?.mistake?.code)
      const { code = '', certainty, detail } = valid?.mistake ?? {}
      return certainty === 'proved' && codes.includes(code) ? [] : [{ mistake, code, certainty, detail }]
    }
    expect(every.length).toBeGreaterThanOrEqual(6)
    const wrong: unknown[] = []
    for (const row of rows) wrong.push(...(await named(row)))
    expect(wrong).toEqual([])
    expect(sandbox.troubles).toEqual([])
  }
})
