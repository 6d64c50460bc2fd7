import type { Template } from '../../signing/template.ts'
import { indent, type Line, quoted } from '../lines.ts'
import { remarks, says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import { type ByTemplate, isEd25519, needsUrl, type Place, type Verification } from '../verification.ts'
import { verifyJwt, verifyMessage, verifyPassword } from './other-kinds.ts'
import { idText, refuse } from './statements.ts'

/** The modules of the standard library that verifying needs. */
function modules(verification: Verification): string[] {
  switch (verification.kind) {
    case 'hmac':
      return [
        ...(verification.encoding !== 'hex' || verification.key === 'whsec-base64' ? ['base64'] : []),
        ...(verification.url === 'with-query' ? ['hashlib'] : []),
        'hmac',
        ...agedModules(verification),
      ]
    case 'ed25519':
      return [
        ...(verification.encoding !== 'hex' || verification.key === 'ed25519' ? ['base64'] : []),
        ...agedModules(verification),
      ]
    case 'message':
      return ['base64', 'hashlib', 'hmac', 're', 'time']
    case 'jwt':
      return ['hashlib', 'hmac', 'time']
    case 'password':
      return ['base64', 'hmac']
    case 'none':
      return []
  }
}

const agedModules = ({ time }: ByTemplate) =>
  time === null ? [] : time.tolerance === null ? ['re'] : ['re', 'time']

/** Whether a time is read by the calendar. */
const isDated = (verification: Verification) =>
  'time' in verification && verification.time?.form === 'iso' && verification.time.tolerance !== null

/** Everything up to the framework: docstring, imports, the secret, `Refused` and `verify`. */
export function openingLines(
  verification: Verification,
  { standard = [], imports }: { standard?: string[]; imports: Line },
): Line {
  const names = [...modules(verification), ...standard, ...(verification.kind === 'none' ? [] : ['os'])]
  return [
    `"""${remarks.head(verification).replace(/\\/g, '\\\\')}"""`,
    '',
    [...new Set(names)].sort().map((name) => `import ${name}`),
    isDated(verification) && 'from datetime import datetime',
    'url' in verification &&
      verification.url === 'with-query' &&
      'from urllib.parse import parse_qs, parse_qsl',
    '',
    imports,
    verification.kind === 'jwt' && 'import jwt',
    isEd25519(verification) && [
      'from cryptography.exceptions import InvalidSignature',
      'from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey',
    ],
    '',
    verification.kind !== 'none' && 'SECRET = os.environ["WEBHOOK_SECRET"]',
    needsUrl(verification) && [`# ${remarks.url}`, 'WEBHOOK_URL = os.environ["WEBHOOK_URL"]'],
    `# ${remarks.trap(verification)}`,
    keyLine(verification),
    '',
    '',
    verification.kind !== 'none' && [
      'class Refused(Exception):',
      '    """A webhook that is not taken, and the status to answer."""',
      '',
      '    def __init__(self, status, message):',
      '        super().__init__(message)',
      '        self.status = status',
      '        self.message = message',
      '',
      '',
    ],
    body(verification),
  ]
}

function keyLine(verification: Verification): Line {
  if (verification.kind === 'jwt') return 'KEY = jwt.PyJWK.from_json(SECRET).key'
  if (!('key' in verification)) return undefined
  switch (verification.key) {
    case 'whsec-base64':
      return 'KEY = base64.b64decode(SECRET.removeprefix("whsec_"))'
    case 'text':
      return 'KEY = SECRET.encode()'
    case 'hex':
      return 'KEY = bytes.fromhex(SECRET)'
    case 'ed25519':
      return 'KEY = Ed25519PublicKey.from_public_bytes(base64.b64decode(SECRET.removeprefix("whpk_")))'
    case 'ed25519-hex':
      return 'KEY = Ed25519PublicKey.from_public_bytes(bytes.fromhex(SECRET))'
  }
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
      return [
        'def verify(header, body):',
        '    """Answers the id of the webhook."""',
        `    return ${idText(verification)}`,
      ]
  }
}

const start = (variable: string, place: Place): Line =>
  'header' in place
    ? `${variable} = header(${quoted(place.header)})`
    : `${variable} = next((item[${place.prefix.length}:] for item in items if item.startswith(${quoted(place.prefix)})), None)`

function byTemplate(verification: ByTemplate): Line {
  const { header, time, id, signsId, url } = verification
  const { separator, prefix } = header
  const takesQuery = url === 'with-query'
  const whole = separator === null && prefix === ''
  const inItem = [time?.place, id].some((place) => place && 'prefix' in place)
  const idAtStart = id !== null && (signsId || 'prefix' in id)
  return [
    `def verify(header, body${takesQuery ? ', query' : ''}):`,
    '    """Answers the id of the webhook; raises Refused where it is not genuine."""',
    indent('    ', [
      `given = header(${quoted(header.name)})`,
      ['if not given:', refuse(400, says.missing(header.name))],
      separator === null
        ? (inItem || !whole) && 'items = [given]'
        : `items = [item.strip() for item in given.split(${quoted(separator)})]`,
      time && [
        start('timestamp', time.place),
        'if not timestamp:',
        refuse(400, 'header' in time.place ? says.missing(time.place.header) : says.malformed(header)),
      ],
      idAtStart && [
        start('webhook_id', id),
        'header' in id && ['if not webhook_id:', refuse(400, says.missing(id.header))],
      ],
      remarks.strongest(verification) && `# ${remarks.strongest(verification)}`,
      remarks.several(verification) && `# ${remarks.several(verification)}`,
      whole
        ? 'signatures = [given]'
        : [
            `signatures = [item[${prefix.length}:] for item in items if item.startswith(${quoted(prefix)})]`,
            'if not signatures:',
            refuse(400, says.malformed(header)),
          ],
      takesQuery && twilio,
      verification.kind === 'hmac' ? digest(verification) : ed25519(verification),
      refuse(401, says.wrong),
      age(verification),
      `return ${idAtStart ? 'webhook_id' : idText(verification)}`,
    ]),
  ]
}

const encoders = {
  hex: 'mac.hexdigest().encode()',
  base64: 'base64.b64encode(mac.digest())',
  base64url: 'base64.urlsafe_b64encode(mac.digest()).rstrip(b"=")',
}

const digest = ({ digest, encoding, pieces }: ByTemplate): Line => [
  `mac = hmac.new(KEY, digestmod=${quoted(digest)})`,
  pieces.map((piece) => `mac.update(${piece === 'body' ? 'body' : bytesOf(piece)})`),
  `expected = ${encoders[encoding]}`,
  '# Unlike ==, compare_digest takes as long wherever the two differ.',
  'if not any(hmac.compare_digest(signature.encode(), expected) for signature in signatures):',
]

const decoded = {
  hex: { from: 'bytes.fromhex(signature)', again: 'decoded.hex()' },
  base64: { from: 'base64.b64decode(signature)', again: 'base64.b64encode(decoded).decode()' },
  base64url: {
    from: 'base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4))',
    again: 'base64.urlsafe_b64encode(decoded).rstrip(b"=").decode()',
  },
}

const ed25519 = ({ pieces, encoding }: ByTemplate): Line => [
  `signed = ${pieces.map((piece) => (piece === 'body' ? 'body' : bytesOf(piece))).join(' + ')}`,
  '',
  'def fits(signature):',
  '    try:',
  `        decoded = ${decoded[encoding].from}`,
  '        KEY.verify(decoded, signed)',
  '    except (InvalidSignature, ValueError):',
  '        return False',
  `    # ${remarks.decodesMore('Python', encoding)}`,
  `    return ${decoded[encoding].again} == signature`,
  '',
  'if not any(fits(signature) for signature in signatures):',
]

function age({ time }: ByTemplate): Line {
  if (!time) return undefined
  const { form, tolerance, pastOnly } = time
  return [
    `if not re.fullmatch(r"${patterns[form]}", timestamp):`,
    refuse(400, says.noTime(time)),
    tolerance === null
      ? `# ${remarks.noLimit}`
      : [
          form === 'iso'
            ? [
                '# Python before 3.11 reads no Z, and not every fraction.',
                'zone = timestamp[-6:] if timestamp[-1] != "Z" else "+00:00"',
                'try:',
                '    age = time.time() - datetime.fromisoformat(timestamp[:19] + zone).timestamp()',
                'except (ValueError, OverflowError):',
                `${refuse(400, says.noTime(time))} from None`,
              ]
            : `age = time.time() - int(timestamp)${form === 'milliseconds' ? ' / 1000' : ''}`,
          `if ${pastOnly ? 'age' : 'abs(age)'} > ${tolerance}:`,
          refuse(401, says.old({ tolerance, pastOnly })),
        ],
  ]
}

const twilio: Line = [
  `# ${remarks.formUrl}`,
  'url = f"{WEBHOOK_URL}?{query}" if query else WEBHOOK_URL',
  'form = ""',
  'if (header("Content-Type") or "").lower().startswith("application/x-www-form-urlencoded"):',
  '    fields = parse_qsl(body.decode(errors="replace"), keep_blank_values=True)',
  '    form = "".join(name + value for name, value in sorted(set(fields)))',
  'elif parse_qs(query).get("bodySHA256") != [hashlib.sha256(body).hexdigest()]:',
  refuse(401, says.digest),
]

const names: Record<string, string> = { id: 'webhook_id', ts: 'timestamp', url: 'WEBHOOK_URL', form: 'form' }

function bytesOf({ texts, slots }: Template): string {
  const own = (slot: string) => (slot === 'url' && slots.includes('form') ? 'url' : (names[slot] ?? slot))
  const [first = ''] = slots
  if (slots.length === 1 && texts.join('') === '') return `${own(first)}.encode()`
  if (slots.length === 0) return `${quoted(texts.join(''))}.encode()`
  const parts = texts.map((text, i) => {
    const literal = quoted(text).slice(1, -1).replace(/[{}]/g, '$&$&')
    return i < slots.length ? `${literal}{${own(slots[i] ?? '')}}` : literal
  })
  return `f"${parts.join('')}".encode()`
}
