import type { Template } from '../../signing/template.ts'
import { type Line, quoted } from '../lines.ts'
import { remarks, says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import { type ByTemplate, needsUrl, type Place, signsHeaders, type Verification } from '../verification.ts'
import { verifyJwt, verifyMessage, verifyPassword } from './other-kinds.ts'
import { idText, refuse } from './statements.ts'

/** What is imported of node:crypto. */
export function cryptoNames(verification: Verification): string[] {
  switch (verification.kind) {
    case 'hmac':
      return [...(verification.url === 'with-query' ? ['createHash'] : []), 'createHmac', 'timingSafeEqual']
    case 'ed25519':
      return ['createPublicKey', 'verify as verifySignature']
    case 'message':
      return verification.key === 'ed25519'
        ? ['createHash', 'createPublicKey', 'timingSafeEqual', 'verify as verifySignature']
        : ['createHash', 'createHmac', 'timingSafeEqual']
    case 'jwt':
      return ['createHash', 'createPublicKey', 'timingSafeEqual', 'verify as verifySignature']
    case 'password':
      return ['timingSafeEqual']
    case 'none':
      return []
  }
}

/**
 * The secret, `Refused` and `verify(request)`, whose request is `{ header(name), body, method, query }`.
 * @param atStart whether a missing secret ends the program at once; a Next route is loaded by the build too
 */
export function verifyLines(verification: Verification, { atStart }: { atStart: boolean }): Line {
  const setting = (name: string, variable: string, said: string): Line =>
    atStart
      ? [`const ${variable} = process.env.${name};`, `if (!${variable}) throw new Error(${quoted(said)});`]
      : `const ${variable} = process.env.${name} ?? "";`
  return [
    verification.kind !== 'none' && setting('WEBHOOK_SECRET', 'secret', says.noSecret),
    needsUrl(verification) && [`// ${remarks.url}`, setting('WEBHOOK_URL', 'webhookUrl', says.noUrl)],
    `// ${remarks.trap(verification)}`,
    keyLine(verification),
    '',
    verification.kind !== 'none' && [
      '/** A webhook that is not taken, and the status to answer. */',
      'class Refused extends Error {',
      '  constructor(status, message) {',
      '    super(message);',
      '    this.status = status;',
      '  }',
      '}',
      '',
    ],
    signsHeaders(verification) && [
      `/** ${remarks.utf8('Node')} */`,
      'const utf8 = (value) => value === undefined ? undefined : Buffer.from(String(value), "latin1").toString();',
      '',
    ],
    usesEqual(verification) && [
      `/** ${remarks.constantTime} */`,
      'function equal(a, b) {',
      '  const [left, right] = [Buffer.from(a), Buffer.from(b)];',
      '  return left.length === right.length && timingSafeEqual(left, right);',
      '}',
      '',
    ],
    verification.kind === 'none'
      ? '/** Answers the id of the webhook. */'
      : '/** Answers the id of the webhook; throws Refused where it is not genuine. */',
    body(verification),
  ]
}

const usesEqual = ({ kind }: Verification) => kind !== 'none' && kind !== 'ed25519'

function keyLine(verification: Verification): Line {
  switch (verification.kind) {
    case 'none':
    case 'password':
      return undefined
    case 'jwt':
      return 'const publicKey = () => createPublicKey({ key: JSON.parse(secret), format: "jwk" });'
    default:
      if (verification.key === 'ed25519' || verification.key === 'ed25519-hex')
        return [
          'const publicKey = () =>',
          '  createPublicKey({',
          `    key: { kty: "OKP", crv: "Ed25519", x: ${publicBytes[verification.key]}.toString("base64url") },`,
          '    format: "jwk",',
          '  });',
        ]
      return `const key = ${keyOf[verification.key]};`
  }
}

const publicBytes = {
  ed25519: 'Buffer.from(secret.replace(/^whpk_/, ""), "base64")',
  'ed25519-hex': 'Buffer.from(secret, "hex")',
}

const keyOf = {
  'whsec-base64': 'Buffer.from(secret.replace(/^whsec_/, ""), "base64")',
  text: 'Buffer.from(secret, "utf8")',
  hex: 'Buffer.from(secret, "hex")',
}

function body(verification: Verification): Line {
  switch (verification.kind) {
    case 'hmac':
    case 'ed25519':
      return byTemplate(verification)
    case 'message':
      return verifyMessage(verification)
    case 'jwt':
      return verifyJwt(verification)
    case 'password':
      return verifyPassword(verification)
    case 'none':
      return ['function verify({ header }) {', `  return ${idText(verification)};`, '}']
  }
}

const start = (variable: string, place: Place): Line =>
  'header' in place
    ? `const ${variable} = header(${quoted(place.header)});`
    : `const ${variable} = items.find((item) => item.startsWith(${quoted(place.prefix)}))?.slice(${place.prefix.length});`

function byTemplate(verification: ByTemplate): Line {
  const { header, time, id, signsId, pieces, url } = verification
  const { separator, prefix } = header
  const takesQuery = url === 'with-query'
  const whole = separator === null && prefix === ''
  const inItem = [time?.place, id].some((place) => place && 'prefix' in place)
  const idAtStart = id !== null && (signsId || 'prefix' in id)
  return [
    `function verify({ header, body${takesQuery ? ', query' : ''} }) {`,
    `  const given = header(${quoted(header.name)});`,
    `  if (!given) ${refuse(400, says.missing(header.name))}`,
    separator === null
      ? (inItem || !whole) && '  const items = [given];'
      : `  const items = given.split(${quoted(separator)}).map((item) => item.trim());`,
    time && [
      `  ${start('timestamp', time.place)}`,
      'header' in time.place
        ? `  if (!timestamp) ${refuse(400, says.missing(time.place.header))}`
        : `  if (!timestamp) ${refuse(400, says.malformed(header))}`,
    ],
    idAtStart && [
      `  ${start('id', id)}`,
      'header' in id && `  if (!id) ${refuse(400, says.missing(id.header))}`,
    ],
    remarks.strongest(verification) && `  // ${remarks.strongest(verification)}`,
    remarks.several(verification) && `  // ${remarks.several(verification)}`,
    whole
      ? '  const signatures = [given];'
      : [
          '  const signatures = items',
          `    .filter((item) => item.startsWith(${quoted(prefix)}))`,
          `    .map((item) => item.slice(${prefix.length}));`,
          `  if (signatures.length === 0) ${refuse(400, says.malformed(header))}`,
        ],
    takesQuery && twilio,
    verification.kind === 'hmac'
      ? [
          `  const expected = createHmac(${quoted(verification.digest)}, key)`,
          ...pieces.map((piece) => `    .update(${piece === 'body' ? 'body' : interpolated(piece)})`),
          `    .digest(${quoted(verification.encoding)});`,
          '  if (!signatures.some((signature) => equal(signature, expected))) {',
        ]
      : [
          `  const signed = Buffer.concat([${pieces
            .map((piece) => (piece === 'body' ? 'body' : `Buffer.from(${interpolated(piece)})`))
            .join(', ')}]);`,
          '  const fits = (signature) => {',
          `    const bytes = Buffer.from(signature, "${verification.encoding}");`,
          `    // ${remarks.decodesMore('Node', verification.encoding)}`,
          `    return bytes.toString("${verification.encoding}") === signature && verifySignature(null, signed, publicKey(), bytes);`,
          '  };',
          '  if (!signatures.some(fits)) {',
        ],
    `    ${refuse(401, says.wrong)}`,
    '  }',
    age(verification),
    `  return ${idAtStart ? 'id' : idText(verification)};`,
    '}',
  ]
}

const ages = {
  seconds: 'Date.now() / 1000 - Number(timestamp)',
  milliseconds: '(Date.now() - Number(timestamp)) / 1000',
  iso: '(Date.now() - Date.parse(timestamp)) / 1000',
}

function age({ time }: ByTemplate): Line {
  if (!time) return undefined
  const { form, tolerance, pastOnly } = time
  return [
    `  if (!/^${patterns[form]}$/.test(timestamp)) ${refuse(400, says.noTime(time))}`,
    tolerance === null
      ? `  // ${remarks.noLimit}`
      : [
          `  const age = ${ages[form]};`,
          form === 'iso' && `  if (Number.isNaN(age)) ${refuse(400, says.noTime(time))}`,
          `  if (${pastOnly ? 'age' : 'Math.abs(age)'} > ${tolerance}) ${refuse(401, says.old({ tolerance, pastOnly }))}`,
        ],
  ]
}

const twilio: Line = [
  `  // ${remarks.formUrl}`,
  '  const url = query === "" ? webhookUrl : `${webhookUrl}?${query}`;',
  '  const isForm = /^application\\/x-www-form-urlencoded\\b/i.test(header("Content-Type") ?? "");',
  '  const fields = isForm ? [...new URLSearchParams(body.toString())] : [];',
  '  const byName = ([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1);',
  '  const isNew = ([name, value], i, all) => i === 0 || name !== all[i - 1][0] || value !== all[i - 1][1];',
  '  const form = fields.sort(byName).filter(isNew).flat().join("");',
  '  const digest = createHash("sha256").update(body).digest("hex");',
  '  if (!isForm && new URLSearchParams(query).get("bodySHA256") !== digest) {',
  `    ${refuse(401, says.digest)}`,
  '  }',
]

const names: Record<string, string> = { id: 'id', ts: 'timestamp', url: 'webhookUrl', form: 'form' }

function interpolated({ texts, slots }: Template): string {
  const own = (slot: string) => (slot === 'url' && slots.includes('form') ? 'url' : (names[slot] ?? slot))
  const [first = ''] = slots
  if (slots.length === 1 && texts.join('') === '') return own(first)
  const parts = texts.map((text, i) => {
    const literal = quoted(text)
      .slice(1, -1)
      .replace(/\\"/g, '"')
      .replace(/`|\$\{/g, '\\$&')
    return i < slots.length ? `${literal}\${${own(slots[i] ?? '')}}` : literal
  })
  return `\`${parts.join('')}\``
}
