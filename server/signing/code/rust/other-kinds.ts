import { indent, type Line, quoted } from '../lines.ts'
import { says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import type { Verification } from '../verification.ts'
import { since } from './by-template.ts'
import { idText, refusal, refuse } from './statements.ts'

type Kind<Name extends Verification['kind']> = Extract<Verification, { kind: Name }>

export const verifyPassword = (verification: Kind<'password'>): Line => [
  'let given = header(headers, "Authorization");',
  refuse(400, says.missing('Authorization'), 'given.is_empty()'),
  `let credentials = ${quoted(`${verification.user}:`)}.to_owned() + &SECRET;`,
  'let expected = STANDARD.encode(credentials);',
  '// The word before it may be written in any case.',
  "let (word, sent) = given.split_once(' ').unwrap_or_default();",
  '// Unlike ==, it takes as long wherever the two differ.',
  'let fits = bool::from(sent.as_bytes().ct_eq(expected.as_bytes()));',
  refuse(401, says.wrongPassword, '!fits || !word.eq_ignore_ascii_case("Basic")'),
  `Ok(${idText(verification)})`,
]

/** What stands before {@link verifyJwt}. */
export const jwtItems: Line = [
  '#[derive(Deserialize)]',
  'struct Claims {',
  '    iat: i64,',
  '    request_body_sha256: String,',
  '}',
  '',
]

export const verifyJwt = (verification: Kind<'jwt'>): Line => [
  `let given = header(headers, ${quoted(verification.header)});`,
  refuse(400, says.missing(verification.header), 'given.is_empty()'),
  'let jwk: Jwk = serde_json::from_str(&SECRET).expect("WEBHOOK_SECRET is no JWK");',
  'let key = DecodingKey::from_jwk(&jwk).expect("WEBHOOK_SECRET is no key");',
  '// Whoever signs must not choose the algorithm.',
  'let mut validation = Validation::new(Algorithm::ES256);',
  'validation.required_spec_claims.clear();',
  'validation.validate_exp = false;',
  'let claims = match decode::<Claims>(given, &key, &validation) {',
  '    Ok(token) => token.claims,',
  '    Err(error) if *error.kind() == ErrorKind::InvalidSignature => {',
  indent('    ', refusal(401, says.wrong)),
  '    }',
  '    Err(_) => {',
  indent('    ', refusal(400, says.noJwt)),
  '    }',
  '};',
  refuse(401, says.digest, 'hex::encode(Sha256::digest(body)) != claims.request_body_sha256'),
  since('claims.iat'),
  refuse(
    401,
    says.old({ tolerance: verification.tolerance, pastOnly: true }),
    `age > ${verification.tolerance}`,
  ),
  `Ok(${idText(verification)})`,
]

export const verifyMessage = (verification: Kind<'message'>): Line => [
  'let inputs = header(headers, "Signature-Input");',
  'let given = header(headers, "Signature");',
  refuse(400, says.missing('Signature-Input'), 'inputs.is_empty()'),
  refuse(400, says.missing('Signature'), 'given.is_empty()'),
  'let digests = HashMap::from([',
  '    ("sha-256", STANDARD.encode(Sha256::digest(body))),',
  '    ("sha-512", STANDARD.encode(Sha512::digest(body))),',
  ']);',
  `let pattern = Regex::new(r"${patterns.digest}").expect("a pattern");`,
  'let claimed: Vec<(&str, &str)> = pattern',
  '    .captures_iter(header(headers, "Content-Digest"))',
  '    .map(|found| found.extract())',
  '    .map(|(_, [name, value])| (name, value))',
  '    .collect();',
  'let fits = claimed.iter().all(|(name, value)| digests[name] == *value);',
  refuse(401, says.digest, 'claimed.is_empty() || !fits'),
  'let pattern = Regex::new(r"([a-z*][\\w.*-]*)=:([A-Za-z0-9+/=]*):").expect("a pattern");',
  'let signatures: HashMap<&str, &str> = pattern',
  '    .captures_iter(given)',
  '    .map(|found| found.extract())',
  '    .map(|(_, [label, signature])| (label, signature))',
  '    .collect();',
  'let pattern =',
  `    Regex::new(r#"${patterns.input}"#).expect("a pattern");`,
  'let mut found = pattern.captures_iter(inputs).map(|found| found.extract());',
  'let signed_input = found.find_map(|(_, [label, input, covered])| {',
  indent('    ', [
    'let names: Vec<&str> = covered',
    "    .split(' ')",
    "    .map(|name| name.trim_matches('\"'))",
    '    .collect();',
    'let needed = ["@method", "@target-uri", "content-digest"];',
    'if !needed.iter().all(|name| names.contains(name)) {',
    '    return None;',
    '}',
    'let mut base = String::new();',
    'for name in names {',
    '    let value = match name {',
    '        "@method" => method,',
    '        "@target-uri" => &WEBHOOK_URL,',
    '        _ => header(headers, name).trim(),',
    '    };',
    '    base += &format!("\\"{name}\\": {value}\\n");',
    '}',
    'base += &format!("\\"@signature-params\\": {input}");',
    'let bytes = STANDARD.decode(signatures.get(label)?).ok()?;',
    verification.key === 'ed25519'
      ? [
          'let signature = Signature::from_slice(&bytes).ok()?;',
          'KEY.verify(base.as_bytes(), &signature).ok()?;',
        ]
      : [
          'let mut mac = Hmac::<Sha256>::new_from_slice(&KEY).expect("a key of any length");',
          'mac.update(base.as_bytes());',
          '// Unlike ==, verify_slice takes as long wherever the two differ.',
          'mac.verify_slice(&bytes).ok()?;',
        ],
    'Some(input)',
  ]),
  '});',
  'let Some(signed_input) = signed_input else {',
  refusal(401, says.wrong),
  '};',
  'let pattern = Regex::new(r";(created|expires)=(\\d{1,15})").expect("a pattern");',
  'let params: HashMap<&str, i64> = pattern',
  '    .captures_iter(signed_input)',
  '    .map(|found| found.extract())',
  '    .map(|(_, [name, seconds])| (name, seconds.parse().unwrap_or(0)))',
  '    .collect();',
  since('*params.get("created").unwrap_or(&0)'),
  refuse(
    401,
    says.old({ tolerance: verification.tolerance, pastOnly: false }),
    `age.saturating_abs() > ${verification.tolerance}`,
  ),
  refuse(401, says.expired, 'params.get("expires").is_some_and(|&expires| expires < now)'),
  `Ok(${idText(verification)})`,
]
