import type { Template } from '../../signing/template.ts'
import { file, indent, type Line } from '../lines.ts'
import { remarks, says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import { type ByTemplate, needsUrl, type Place, type Verification } from '../verification.ts'
import { verifyJwt, verifyMessage, verifyPassword } from './other-kinds.ts'
import { idText, quoted, refuse } from './statements.ts'

/** A receiver in plain PHP: one script behind any web server. */
export const writePhp = (verification: Verification): string =>
  file(
    '<?php',
    `// ${remarks.head(verification)}`,
    'declare(strict_types=1);',
    '',
    '/** The code is the status to answer. */',
    'final class Refused extends RuntimeException {}',
    '',
    'function header_of(string $name): ?string',
    '{',
    "    $key = strtoupper(strtr($name, '-', '_'));",
    '    // These two PHP keeps without HTTP_ in front of them.',
    "    $isBare = in_array($key, ['CONTENT_TYPE', 'CONTENT_LENGTH'], true);",
    '    $value = $_SERVER[$isBare ? $key : "HTTP_$key"] ?? null;',
    "    // PHP's own server leaves the spaces at its end.",
    '    return $value === null ? null : trim($value);',
    '}',
    '',
    'function setting(string $name): string',
    '{',
    '    $value = getenv($name);',
    '    return is_string($value) && $value !== \'\' ? $value : throw new RuntimeException("Set $name.");',
    '}',
    '',
    '/** Answers the id of the webhook; throws Refused where it is not genuine. */',
    'function verify(string $body): ?string',
    '{',
    indent('    ', body(verification)),
    '}',
    '',
    "if ($_SERVER['REQUEST_METHOD'] !== 'POST') {",
    '    http_response_code(405);',
    '    exit;',
    '}',
    `// ${remarks.raw}`,
    "$body = file_get_contents('php://input');",
    "header('Content-Type: text/plain; charset=utf-8');",
    'try {',
    '    $id = verify($body);',
    `    // ${remarks.repeats('its id')}`,
    "    error_log('webhook ' . $id);",
    "    echo 'OK';",
    '} catch (Refused $refused) {',
    '    http_response_code($refused->getCode());',
    '    echo $refused->getMessage();',
    '}',
  )

function body(verification: Verification): Line {
  const opening: Line = [
    verification.kind !== 'none' && "$secret = setting('WEBHOOK_SECRET');",
    needsUrl(verification) && [`// ${remarks.url}`, "$webhookUrl = setting('WEBHOOK_URL');"],
    `// ${remarks.trap(verification)}`,
    'key' in verification && `$key = ${keys[verification.key]};`,
  ]
  switch (verification.kind) {
    case 'hmac':
    case 'ed25519':
      return [opening, byTemplate(verification)]
    case 'message':
      return [opening, verifyMessage(verification)]
    case 'jwt':
      return [opening, verifyJwt(verification)]
    case 'password':
      return [opening, verifyPassword(verification)]
    case 'none':
      return [opening, `return ${idText(verification)};`]
  }
}

const keys = {
  'whsec-base64': "base64_decode(preg_replace('/^whsec_/', '', $secret))",
  text: '$secret',
  hex: 'hex2bin($secret)',
  ed25519: "base64_decode(preg_replace('/^whpk_/', '', $secret))",
  'ed25519-hex': 'hex2bin($secret)',
}

function byTemplate(verification: ByTemplate): Line {
  const { header, time, id, signsId, url } = verification
  const { separator, prefix } = header
  const whole = separator === null && prefix === ''
  const inItem = [time?.place, id].some((place) => place && 'prefix' in place)
  const idAtStart = id !== null && (signsId || 'prefix' in id)
  const start = (variable: string, place: Place, missing: string): Line =>
    'header' in place
      ? [
          `$${variable} = header_of(${quoted(place.header)}) ?? '';`,
          ifEmpty(variable, says.missing(place.header)),
        ]
      : [
          `$${variable} = '';`,
          'foreach ($items as $item) {',
          `    if ($${variable} === '' && str_starts_with($item, ${quoted(place.prefix)})) {`,
          `        $${variable} = substr($item, ${place.prefix.length});`,
          '    }',
          '}',
          ifEmpty(variable, missing),
        ]
  return [
    `$given = header_of(${quoted(header.name)}) ?? '';`,
    ifEmpty('given', says.missing(header.name)),
    separator === null
      ? (inItem || !whole) && '$items = [$given];'
      : `$items = array_map('trim', explode(${quoted(separator)}, $given));`,
    time && start('timestamp', time.place, says.malformed(header)),
    idAtStart && start('id', id, says.malformed(header)),
    remarks.strongest(verification) && `// ${remarks.strongest(verification)}`,
    remarks.several(verification) && `// ${remarks.several(verification)}`,
    whole
      ? '$signatures = [$given];'
      : [
          '$signatures = [];',
          'foreach ($items as $item) {',
          `    if (str_starts_with($item, ${quoted(prefix)})) {`,
          `        $signatures[] = substr($item, ${prefix.length});`,
          '    }',
          '}',
          'if ($signatures === []) {',
          refuse(400, says.malformed(header)),
          '}',
        ],
    url === 'with-query' && twilio,
    verification.kind === 'hmac' ? digest(verification) : ed25519(verification),
    'if (!$fits) {',
    refuse(401, says.wrong),
    '}',
    age(verification),
    `return ${idAtStart ? '$id' : idText(verification)};`,
  ]
}

const ifEmpty = (variable: string, message: string): Line => [
  `if ($${variable} === '') {`,
  refuse(400, message),
  '}',
]

const encoders = {
  hex: (mac: string) => `bin2hex(${mac})`,
  base64: (mac: string) => `base64_encode(${mac})`,
  base64url: (mac: string) => `rtrim(strtr(base64_encode(${mac}), '+/', '-_'), '=')`,
}

const signed = ({ pieces }: ByTemplate) =>
  pieces.map((piece) => (piece === 'body' ? '$body' : joined(piece))).join(' . ')

const digest = (verification: ByTemplate): Line => [
  `$mac = hash_hmac(${quoted(verification.digest)}, ${signed(verification)}, $key, true);`,
  `$expected = ${encoders[verification.encoding]('$mac')};`,
  '$fits = false;',
  'foreach ($signatures as $signature) {',
  '    // Unlike ===, hash_equals takes as long wherever the two differ.',
  '    $fits = hash_equals($expected, $signature) || $fits;',
  '}',
]

const decoders = {
  // What is no hex is a warning to PHP, and false.
  hex: '(string) @hex2bin($signature)',
  base64: 'base64_decode($signature)',
  base64url: "base64_decode(strtr($signature, '-_', '+/'))",
}

const ed25519 = (verification: ByTemplate): Line => [
  '$fits = false;',
  'foreach ($signatures as $signature) {',
  `    $bytes = ${decoders[verification.encoding]};`,
  `    // ${remarks.decodesMore('PHP', verification.encoding)}`,
  `    $isPlain = ${encoders[verification.encoding]('$bytes')} === $signature && strlen($bytes) === SODIUM_CRYPTO_SIGN_BYTES;`,
  '    $fits = $fits || $isPlain',
  `        && sodium_crypto_sign_verify_detached($bytes, ${signed(verification)}, $key);`,
  '}',
]

const ages = {
  seconds: 'time() - (int) $timestamp',
  milliseconds: 'time() - intdiv((int) $timestamp, 1000)',
  iso: 'time() - $seconds',
}

function age({ time }: ByTemplate): Line {
  if (!time) return undefined
  const { form, tolerance, pastOnly } = time
  const age = ages[form]
  return [
    `if (preg_match(${quoted(`~^${patterns[form]}$~D`)}, $timestamp) !== 1) {`,
    refuse(400, says.noTime(time)),
    '}',
    tolerance === null
      ? `// ${remarks.noLimit}`
      : [
          form === 'iso' && [
            '$seconds = strtotime($timestamp);',
            'if ($seconds === false) {',
            refuse(400, says.noTime(time)),
            '}',
          ],
          `if (${pastOnly ? age : `abs(${age})`} > ${tolerance}) {`,
          refuse(401, says.old({ tolerance, pastOnly })),
          '}',
        ],
  ]
}

const twilio: Line = [
  `// ${remarks.formUrl}`,
  "$query = $_SERVER['QUERY_STRING'] ?? '';",
  '$url = $query === \'\' ? $webhookUrl : "$webhookUrl?$query";',
  "$form = '';",
  "if (stripos(header_of('Content-Type') ?? '', 'application/x-www-form-urlencoded') === 0) {",
  '    $pairs = [];',
  "    foreach (explode('&', $body) as $pair) {",
  "        $pairs[] = array_map('urldecode', explode('=', $pair, 2) + ['', '']);",
  '    }',
  '    // sort() would take texts of digits for numbers.',
  '    usort($pairs, fn ($a, $b) => strcmp($a[0], $b[0]) ?: strcmp($a[1], $b[1]));',
  '    foreach ($pairs as $i => $pair) {',
  "        $form .= $i > 0 && $pair === $pairs[$i - 1] ? '' : implode('', $pair);",
  '    }',
  '} else {',
  '    parse_str($query, $fields);',
  "    if (!hash_equals(hash('sha256', $body), (string) ($fields['bodySHA256'] ?? ''))) {",
  `    ${refuse(401, says.digest)}`,
  '    }',
  '}',
]

const names: Record<string, string> = { id: '$id', ts: '$timestamp', url: '$webhookUrl', form: '$form' }

function joined({ texts, slots }: Template): string {
  const own = (slot: string) => (slot === 'url' && slots.includes('form') ? '$url' : (names[slot] ?? slot))
  const parts = texts.flatMap((text, i) => [
    ...(text === '' ? [] : [quoted(text)]),
    ...(i < slots.length ? [own(slots[i] ?? '')] : []),
  ])
  return parts.join(' . ')
}
