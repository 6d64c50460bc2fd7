import type { Template } from '../../signing/template.ts'
import { indent, type Line, quoted } from '../lines.ts'
import { remarks, says } from '../messages.ts'
import type { ByTemplate, Place } from '../verification.ts'
import { digestTypes } from './crates.ts'
import { idText, refusal, refuse } from './statements.ts'

export function byTemplate(verification: ByTemplate): Line {
  const { header, time, id, signsId, url } = verification
  const { separator, prefix } = header
  const whole = separator === null && prefix === ''
  const inItem = [time?.place, id].some((place) => place && 'prefix' in place)
  const idAtStart = id !== null && (signsId || 'prefix' in id)
  const start = (variable: string, place: Place): Line =>
    'header' in place
      ? [
          `let ${variable} = header(headers, ${quoted(place.header)});`,
          refuse(400, says.missing(place.header), `${variable}.is_empty()`),
        ]
      : [
          `let Some(${variable}) = items.iter().find_map(|item| item.strip_prefix(${quoted(place.prefix)})) else {`,
          refusal(400, says.malformed(header)),
          '};',
        ]
  return [
    `let given = header(headers, ${quoted(header.name)});`,
    refuse(400, says.missing(header.name), 'given.is_empty()'),
    separator === null
      ? (inItem || !whole) && 'let items = [given.as_str()];'
      : `let items: Vec<&str> = given.split('${separator}').map(str::trim).collect();`,
    time && start('timestamp', time.place),
    idAtStart && start('id', id),
    remarks.strongest(verification) && `// ${remarks.strongest(verification)}`,
    remarks.several(verification) && `// ${remarks.several(verification)}`,
    whole
      ? 'let signatures = [given.as_str()];'
      : [
          'let signatures: Vec<&str> = items',
          '    .iter()',
          `    .filter_map(|item| item.strip_prefix(${quoted(prefix)}))`,
          '    .collect();',
          refuse(400, says.malformed(header), 'signatures.is_empty()'),
        ],
    url === 'with-query' && twilio,
    verification.kind === 'hmac' ? digest(verification) : ed25519(verification),
    refuse(401, says.wrong, '!fits'),
    age(verification),
    `Ok(${idAtStart ? ('header' in id ? 'id' : 'id.to_owned()') : idText(verification)})`,
  ]
}

const digest = ({ digest, encoding, pieces }: ByTemplate): Line => [
  `let mut mac = Hmac::<${digestTypes[digest]}>::new_from_slice(&KEY).expect("HMAC takes keys of any length");`,
  pieces.map((piece) => `mac.update(${piece === 'body' ? 'body' : bytesOf(piece)});`),
  '// Unlike ==, verify_slice takes as long wherever the two differ.',
  'let fits = signatures.iter().any(|signature| {',
  encoding === 'hex'
    ? [
        '    // What is decoded may have been in upper case.',
        '    hex::decode(signature).is_ok_and(|bytes| {',
        '        hex::encode(&bytes) == *signature && mac.clone().verify_slice(&bytes).is_ok()',
        '    })',
      ]
    : [
        `    ${encoding === 'base64' ? 'STANDARD' : 'URL_SAFE_NO_PAD'}`,
        '        .decode(signature)',
        '        .is_ok_and(|bytes| mac.clone().verify_slice(&bytes).is_ok())',
      ],
  '});',
]

const ed25519 = ({ pieces, encoding }: ByTemplate): Line => [
  `let signed = [${pieces.map((piece) => (piece === 'body' ? 'body' : bytesOf(piece))).join(', ')}].concat();`,
  'let fits = signatures.iter().any(|signature| {',
  encoding === 'hex'
    ? [
        '    // What is decoded may have been in upper case.',
        '    let bytes = hex::decode(signature).unwrap_or_default();',
        '    let is_plain = hex::encode(&bytes) == *signature;',
        '    is_plain && Signature::from_slice(&bytes).is_ok_and(|signature| KEY.verify(&signed, &signature).is_ok())',
      ]
    : [
        `    let bytes = ${encoding === 'base64' ? 'STANDARD' : 'URL_SAFE_NO_PAD'}.decode(signature).unwrap_or_default();`,
        '    Signature::from_slice(&bytes).is_ok_and(|signature| KEY.verify(&signed, &signature).is_ok())',
      ],
  '});',
]

/** Seconds since a time in Unix seconds. */
export const since = (seconds: string): Line => [
  'let now = SystemTime::now()',
  '    .duration_since(UNIX_EPOCH)',
  '    .expect("a clock after 1970");',
  'let now = now.as_secs() as i64;',
  `let age = now.saturating_sub(${seconds});`,
]

function age({ time }: ByTemplate): Line {
  if (!time) return undefined
  const { form, tolerance, pastOnly } = time
  const noTime = refusal(400, says.noTime(time))
  if (form === 'iso' && tolerance === null)
    return [
      refuse(400, says.noTime(time), 'chrono::DateTime::parse_from_rfc3339(&timestamp).is_err()'),
      `// ${remarks.noLimit}`,
    ]
  if (form === 'iso')
    return [
      'let Ok(at) = chrono::DateTime::parse_from_rfc3339(&timestamp) else {',
      noTime,
      '};',
      'let age = chrono::Utc::now().timestamp() - at.timestamp();',
      refuse(
        401,
        says.old({ tolerance: tolerance ?? 0, pastOnly }),
        `${pastOnly ? 'age' : 'age.abs()'} > ${tolerance}`,
      ),
    ]
  const lengths = form === 'milliseconds' ? '(13..=15).contains(&timestamp.len())' : 'timestamp.len() <= 15'
  return [
    `let is_time = ${lengths} && timestamp.bytes().all(|byte| byte.is_ascii_digit());`,
    tolerance === null
      ? [refuse(400, says.noTime(time), '!is_time || timestamp.is_empty()'), `// ${remarks.noLimit}`]
      : [
          `let Some(${form}) = timestamp.parse::<i64>().ok().filter(|_| is_time) else {`,
          noTime,
          '};',
          since(form === 'milliseconds' ? 'milliseconds / 1000' : 'seconds'),
          refuse(401, says.old({ tolerance, pastOnly }), `${pastOnly ? 'age' : 'age.abs()'} > ${tolerance}`),
        ],
  ]
}

const twilio: Line = [
  `// ${remarks.formUrl}`,
  'let url = match query {',
  '    "" => WEBHOOK_URL.clone(),',
  '    _ => format!("{}?{query}", *WEBHOOK_URL),',
  '};',
  'let mut form = String::new();',
  'let content_type = header(headers, "Content-Type").to_ascii_lowercase();',
  'if content_type.starts_with("application/x-www-form-urlencoded") {',
  '    let mut fields: Vec<_> = form_urlencoded::parse(body).collect();',
  '    fields.sort();',
  '    fields.dedup();',
  '    form = fields',
  '        .iter()',
  '        .map(|(name, value)| format!("{name}{value}"))',
  '        .collect();',
  '} else {',
  '    let claim = format!("bodySHA256={}", hex::encode(Sha256::digest(body)));',
  indent('    ', refuse(401, says.digest, "!query.split('&').any(|pair| pair == claim)")),
  '}',
]

const names: Record<string, string> = { id: 'id', ts: 'timestamp', form: 'form' }

function bytesOf({ texts, slots }: Template): string {
  const [first = ''] = slots
  const takesForm = slots.includes('form')
  if (slots.length === 1 && texts.join('') === '' && first === 'url') return 'WEBHOOK_URL.as_bytes()'
  if (slots.length === 1 && texts.join('') === '') return `${names[first] ?? first}.as_bytes()`
  const literals = texts.map((text, i) => {
    const literal = quoted(text).slice(1, -1).replace(/[{}]/g, '$&$&')
    if (i === slots.length) return literal
    const slot = slots[i] ?? ''
    return `${literal}{${slot === 'url' ? (takesForm ? 'url' : '') : (names[slot] ?? slot)}}`
  })
  const statics = takesForm
    ? ''
    : slots
        .filter((slot) => slot === 'url')
        .map(() => ', *WEBHOOK_URL')
        .join('')
  return `format!("${literals.join('')}"${statics}).as_bytes()`
}
