/**
 * HTTP Message Signatures (RFC 9421) with Content-Digest (RFC 9530). Over 300 lines: parsing and signing share one
 * grammar.
 */
import { createHash, sign as signBytes } from 'node:crypto'
import { once, onceFor } from '../memory/once-for.ts'
import type { HeaderPair } from '../wire.ts'
import { asRequested, believedUrl } from './address.ts'
import { type Content, joined, rewrittenParts } from './content.ts'
import { digestOf, equalInConstantTime, keyOf } from './digest.ts'
import { signEs256 } from './ecdsa.ts'
import { isAsymmetric, keyFormOf, keyPairOf } from './key-pairs.ts'
import { pairFits } from './pair-fits.ts'
import {
  type HeaderMap,
  type MethodRules,
  mostVerified,
  type Presented,
  type PresentedSignature,
} from './presented.ts'
import type { Recipe, Signable } from './recipe.ts'
import { isBase64 } from './templated.ts'

const components = '("@method" "@target-uri" "content-digest" "webhook-id")'
/** Without these components, the signature also fits another body or address. RFC 9421 leaves this check to the verifier. */
const needed = ['@method', '@target-uri', 'content-digest']

/** Algorithm → the form of its keys. The names are from the registry of RFC 9421, 6.2. */
export const algorithms = {
  'hmac-sha256': 'whsec-base64',
  ed25519: 'ed25519',
  'ecdsa-p256-sha256': 'p-256',
} as const satisfies Record<string, Recipe['key']>
type Algorithm = keyof typeof algorithms
export const algorithmNames = ['hmac-sha256', 'ed25519', 'ecdsa-p256-sha256'] as const satisfies Algorithm[]

/** How long a signature is valid, in seconds. */
export const holdsS = 300

/** Signs a fixed list of components. Verifies whichever components Signature-Input lists. */
export const message: MethodRules = {
  sign(recipe, secrets, signable) {
    const headers = new Map([
      ['content-digest', contentDigest(signable.body)],
      ['webhook-id', signable.id],
    ])
    const content: Content = { ...signable, method: 'POST', headers }
    const inputs: string[] = []
    const signatures: string[] = []
    for (const [i, secret] of secrets.entries()) {
      const input = inputOf(recipe, secret, signable.timestamp)
      const base = baseOf(recipe, { label: '', value: '', input }, content)
      const made = base && signatureOf(recipe, secret, [base])
      if (!made) continue
      inputs.push(`sig${i + 1}=${input}`)
      signatures.push(`sig${i + 1}=:${made}:`)
    }
    const sent: HeaderPair[] = [
      ['webhook-id', signable.id],
      ['Content-Digest', contentDigest(signable.body)],
      ['Signature-Input', inputs.join(', ')],
      ['Signature', signatures.join(', ')],
    ]
    return sent
  },

  present(_recipe, headers): Presented {
    const inputs = inputsIn(headers)
    const raw = headers.get('signature')
    const given = [...(raw ?? '').matchAll(signaturePattern)]
    const signatures = given.flatMap(([, label = '', value = '']): PresentedSignature[] => {
      const input = inputs.get(label)
      return input === undefined ? [] : [{ label, value, input }]
    })
    const isOfOther = given.length > 0 && inputs.size > 0 && signatures.length === 0
    // An unreadable signature still has readable parameters.
    const said = signatures.length === 0 ? [...inputs.values()] : signatures.map(({ input = '' }) => input)
    const judged = judgedOf(said)
    const [created, expires] = [parameter(judged, 'created'), parameter(judged, 'expires')]
    return {
      id: headers.get('webhook-id'),
      timestamp: created,
      holdsS: created && expires ? Number(expires) - Number(created) : undefined,
      signatures,
      signatureHeader: headers.has('signature-input') ? 'Signature' : 'Signature-Input',
      raw: headers.has('signature-input') ? raw : undefined,
      flaws: [
        ...flawsIn(judged),
        ...(componentsIn(judged).includes('content-digest') ? digestFlaws(headers) : []),
        ...(isOfOther
          ? [
              {
                place: 'Signature',
                received: raw ?? '',
                wanted: `the label ${[...inputs.keys()].join(' or ')}`,
              },
            ]
          : []),
      ],
      open: judged === '' ? [] : needed.filter((name) => !componentsIn(judged).includes(name)),
    }
  },

  parts(recipe, signature, content) {
    const base = baseOf(recipe, signature, content)
    return base === undefined ? undefined : written(base, content)
  },

  fits: (recipe, secret, signatures, content) =>
    signatures.slice(0, mostVerified).some((signature) => fitsOne(recipe, secret, signature, content)),

  expected(recipe, secret, { signatures }, content) {
    const [signature] = signatures
    const base = signature && baseOf(recipe, signature, content)
    const made = base && signatureOf(recipe, secret, written(base, content))
    return made ? `${signature.label}=:${made}:` : null
  },
}

/** Whether the secret produced this signature. */
function fitsOne(recipe: Recipe, secret: string, signature: PresentedSignature, content: Content): boolean {
  const base = baseOf(recipe, signature, content)
  if (base === undefined || !isBase64(signature.value) || flawsIn(signature.input ?? '').length > 0)
    return false
  if (!content.anyBody && covers(signature, 'content-digest') && !bodyFits(content)) return false
  const algorithm = algorithmFor(recipe, signature, secret, content)
  if (algorithm === undefined) return false
  if (algorithm !== 'hmac-sha256') {
    const pair = keyPairOf({ key: algorithms[algorithm] }, secret)
    const bytes = Buffer.from(signature.value, 'base64')
    return pair !== undefined && pairFits(pair, joined(written(base, content)), bytes, 'ieee-p1363', content)
  }
  const key = keyOf(secret, recipe.key)
  return (
    key !== undefined && equalInConstantTime(digestOf(recipe, key, written(base, content)), signature.value)
  )
}

const written = (base: string, content: Content) =>
  rewrittenParts([content.asBytes ? Buffer.from(base, 'latin1') : base], content)

const covers = ({ input }: PresentedSignature, name: string) => componentsIn(input ?? '').includes(name)

/**
 * The input that determines the age when several parties sign: the oldest that can be verified here. Adding a newer
 * signature must not rejuvenate the request.
 */
function judgedOf(inputs: readonly string[]): string {
  const flawless = inputs.filter((input) => flawsIn(input).length === 0)
  const createdOf = (input: string) => Number(parameter(input, 'created') ?? Number.NaN)
  const [oldest] = flawless
    .filter((input) => !Number.isNaN(createdOf(input)))
    .sort((a, b) => createdOf(a) - createdOf(b))
  return oldest ?? flawless[0] ?? inputs[0] ?? ''
}

/**
 * Reports what RFC 9421 forbids: a repeated component (2.5), upper-case names (2.1), non-integer times (2.3), and an
 * unsupported algorithm (3.2).
 */
function flawsIn(input: string): NonNullable<Presented['flaws']> {
  const names = componentsIn(input)
  const algorithm = parameter(input, 'alg')
  const flaws: NonNullable<Presented['flaws']> = []
  if (new Set(names).size < names.length)
    flaws.push({
      place: 'Signature-Input',
      received: listIn(input),
      wanted: 'each component once',
    })
  if (names.some(isUpper))
    flaws.push({
      place: 'Signature-Input',
      received: listIn(input),
      wanted: 'component names in lower case, in the header and in the signed content',
    })
  for (const [, name, text] of parametersIn(input))
    if ((name === 'created' || name === 'expires') && text !== undefined)
      flaws.push({
        place: `${name} in Signature-Input`,
        received: `"${text}"`,
        wanted: 'Unix seconds without quotation marks',
      })
  const [created, expires] = [parameter(input, 'created'), parameter(input, 'expires')]
  if (created && expires && Number(expires) < Number(created))
    flaws.push({
      place: 'expires in Signature-Input',
      received: expires,
      wanted: 'a time at or after created',
    })
  if (algorithm !== undefined && !isAlgorithm(algorithm))
    flaws.push({
      place: 'alg in Signature-Input',
      received: algorithm,
      wanted: algorithmNames.join(', '),
    })
  return flaws
}

function signatureOf(recipe: Recipe, secret: string, parts: (string | Buffer)[]): string | undefined {
  const form = keyFormOf(recipe, secret)
  if (isAsymmetric({ key: form })) {
    const pair = keyPairOf(recipe, secret)
    if (pair?.scalar) return signEs256(pair.scalar, joined(parts)).toString('base64')
    return pair?.privateKey && signBytes(null, joined(parts), pair.privateKey).toString('base64')
  }
  const key = keyOf(secret, recipe.key)
  return key && digestOf(recipe, key, parts)
}

/** The key's id: a thumbprint for a public key, a one-way digest for a secret. */
function keyIdOf(recipe: Recipe, secret: string): string {
  if (isAsymmetric({ key: keyFormOf(recipe, secret) })) return keyPairOf(recipe, secret)?.jwk.kid ?? ''
  return `hmac-${createHash('sha256').update(`keyid\n${secret}`).digest('hex').slice(0, 16)}`
}

/** The components and parameters that a signature covers, as Signature-Input holds them. */
export function inputOf(recipe: Recipe, secret: string, timestamp: string): string {
  const expires = /^\d{1,15}$/.test(timestamp) ? String(Number(timestamp) + holdsS) : timestamp
  return `${components};created=${timestamp};expires=${expires};keyid="${keyIdOf(recipe, secret)}";alg="${algorithmOf(recipe, secret)}"`
}

const isAlgorithm = (name: string): name is Algorithm => name in algorithms

/** The algorithm of a key. */
export function algorithmOf(recipe: Recipe, secret: string): Algorithm {
  const form = keyFormOf(recipe, secret)
  return algorithmNames.find((name) => algorithms[name] === form) ?? 'hmac-sha256'
}

/**
 * The algorithm to verify with; undefined if `alg` contradicts the key (RFC 9421, 3.2). A shared secret also covers the
 * key pairs that it derives. A public key never does: anyone could derive a pair from its text.
 */
function algorithmFor(
  recipe: Recipe,
  { input = '' }: PresentedSignature,
  secret: string,
  { anyAlgorithm = false }: Content,
): Algorithm | undefined {
  const own = algorithmOf(recipe, secret)
  const named = anyAlgorithm ? own : (parameter(input, 'alg') ?? own)
  if (!isAlgorithm(named)) return undefined
  return named === own || (own === 'hmac-sha256' && recipe.key === 'whsec-base64') ? named : undefined
}

const quoted = '"(?:[^"\\\\]|\\\\.)*"'
// Matching starts only at a word's first letter. Otherwise a long word would take quadratic time.
const labelled = '(?<![\\w.*-])[A-Z\\d_.-]*([a-z*][\\w.*-]*)='
const signaturePattern = new RegExp(`${labelled}:([A-Za-z0-9+/=_-]+):`, 'g')
const inputPattern = new RegExp(
  `${labelled}(\\((?:[^()"]|${quoted})*\\)(?:;[a-z*][\\w.*-]*(?:=(?:${quoted}|[^;,\\s"]+))?)*)`,
  'g',
)

/** Label → component list and parameters, unparsed. */
const inputsIn = (headers: HeaderMap): Map<string, string> =>
  new Map(
    [...(headers.get('signature-input') ?? '').matchAll(inputPattern)].map(([, label = '', input = '']) => [
      label,
      input,
    ]),
  )

const listPattern = new RegExp(`^\\((?:[^()"]|${quoted})*\\)`)
const parameterPattern = /;([a-z*][\w.*-]*)(?:=(?:"((?:[^"\\]|\\.)*)"|([^;,\s"]+)))?/g

/** The bracketed component list, without the parameters. */
const listIn = (input: string): string => listPattern.exec(input)?.[0] ?? ''

const parametersIn = (input: string) => input.slice(listIn(input).length).matchAll(parameterPattern)

/** A repeated parameter's last value counts (RFC 8941, 4.2.3.2). */
function parameter(input: string, name: string): string | undefined {
  let value: string | undefined
  for (const [, key, text, bare] of parametersIn(input)) if (key === name) value = text ?? bare
  return value
}

/** A component with its own parameters begins with a quotation mark and is not a plain name. */
const isUpper = (name: string) => !name.startsWith('"') && name !== name.toLowerCase()

/** The names of the covered components. A component with its own parameters keeps them, and no lookup here knows it. */
const componentsIn = (input: string): string[] =>
  listIn(input)
    .slice(1, -1)
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text) => /^"([^"]*)"$/.exec(text)?.[1] ?? text)

function baseOf(recipe: Recipe, { input = '' }: PresentedSignature, content: Content): string | undefined {
  const lines: string[] = []
  for (const name of componentsIn(input)) {
    const value = componentValue(recipe, name, content)
    if (value === undefined) return undefined
    lines.push(`"${name}": ${value}`)
  }
  return [...lines, `"@signature-params": ${input}`].join('\n')
}

function componentValue(recipe: Recipe, name: string, content: Content): string | undefined {
  if (!name.startsWith('@')) return content.headers.get(name)?.trim()
  if (name === '@method') return content.method
  const target = urlOf(recipe, content)
  switch (name) {
    case '@target-uri':
      return target ? asRequested(target.href) : believedUrl(recipe, content)
    case '@authority':
      return target?.host
    case '@scheme':
      return target?.protocol.slice(0, -1)
    case '@request-target':
      return target && target.pathname + target.search
    case '@path':
      return target?.pathname
    case '@query':
      return target && (target.search || '?')
    default:
      return undefined
  }
}

function urlOf(recipe: Recipe, content: Signable): URL | undefined {
  const url = believedUrl(recipe, content)
  return URL.canParse(url) ? new URL(url) : undefined
}

/** The headers that every presented signature covers but the request lacks. */
export function missingComponents(recipe: Recipe, { signatures }: Presented, content: Content): string[] {
  if (recipe.method !== 'message') return []
  const lists = signatures.map(({ input = '' }) =>
    componentsIn(input).filter(
      (name) => !isUpper(name) && componentValue(recipe, name, content) === undefined,
    ),
  )
  return lists.some((list) => list.length === 0) ? [] : (lists[0] ?? [])
}

/** A `Content-Digest` header by SHA-256 (RFC 9530). */
const contentDigest = (body: Buffer): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

/** Digest sizes in bytes. */
const sizes: Record<string, number> = { 'sha-256': 32, 'sha-512': 64 }

/** The digests in Content-Digest that RFC 9530 considers secure. */
const digestsIn = (given: string) => [...given.matchAll(/(sha-256|sha-512)=:([A-Za-z0-9+/=]+):/g)]

/** Reports a Content-Digest that cannot be checked: an unsupported algorithm or a malformed value. */
function digestFlaws(headers: HeaderMap): NonNullable<Presented['flaws']> {
  const given = headers.get('content-digest')
  if (given === undefined) return []
  const flaw = (wanted: string) => [{ place: 'Content-Digest', received: given, wanted }]
  const found = digestsIn(given)
  if (found.length === 0) return flaw('sha-256=:…: or sha-512=:…: (RFC 9530)')
  const isWhole = ([, name = '', value = '']: RegExpExecArray) =>
    Buffer.from(value, 'base64').length === sizes[name]
  return found.every(isWhole) ? [] : flaw('the digest bytes as base64, not the base64 of the hex text')
}

/** Computed once per body and algorithm, however many digests a header holds. */
const bodyDigests = onceFor((body: Buffer) => {
  const digestBy = (algorithm: string) => once(() => createHash(algorithm).update(body).digest('base64'))
  return { 'sha-256': digestBy('sha256'), 'sha-512': digestBy('sha512') }
})

/** Whether every digest in Content-Digest matches the body. */
function bodyFits({ headers, body }: Content): boolean {
  const found = digestsIn(headers.get('content-digest') ?? '')
  const made = bodyDigests(body)
  return (
    found.length > 0 &&
    found.every(([, name, value]) => made[name === 'sha-512' ? name : 'sha-256']() === value)
  )
}
