import { file, indent, type Line, quoted } from '../lines.ts'
import { remarks } from '../messages.ts'
import { type ByTemplate, needsUrl, type Verification } from '../verification.ts'
import { byTemplate } from './by-template.ts'
import { uses } from './crates.ts'
import { jwtItems, verifyJwt, verifyMessage, verifyPassword } from './other-kinds.ts'
import { idText } from './statements.ts'

/** A receiver for axum. */
export const writeRust = (verification: Verification): string => {
  const isNone = verification.kind === 'none'
  const call = further(verification, { method: 'method.as_str()', query: 'query.as_deref().unwrap_or("")' })
  const taken = further(verification, { method: 'method: &str', query: 'query: &str' })
  const extractors = further(verification, { method: 'method: Method', query: 'RawQuery(query): RawQuery' })
  const answer = isNone ? "&'static str" : "Result<&'static str, Refused>"
  const parameters = `${extractors.replace(/^, /, '')}${extractors && ', '}headers: HeaderMap, body: Bytes`
  return file(
    `//! ${remarks.head(verification)}`,
    '',
    uses(verification),
    '',
    !isNone && [
      '/// Why a webhook is not taken.',
      "type Refused = (StatusCode, &'static str);",
      '',
      'static SECRET: LazyLock<String> = LazyLock::new(|| setting("WEBHOOK_SECRET"));',
      needsUrl(verification) && [
        `/// ${remarks.url}`,
        'static WEBHOOK_URL: LazyLock<String> = LazyLock::new(|| setting("WEBHOOK_URL"));',
      ],
    ],
    `${'key' in verification ? '///' : '//'} ${remarks.trap(verification)}`,
    'key' in verification && keys[verification.key],
    '',
    !isNone && [
      'fn setting(name: &str) -> String {',
      '    std::env::var(name).unwrap_or_else(|_| panic!("Set {name}."))',
      '}',
      '',
    ],
    '/// Joins what is repeated, as HTTP has it; what is not there is empty.',
    'fn header(headers: &HeaderMap, name: &str) -> String {',
    '    let values: Vec<_> = headers',
    '        .get_all(name)',
    '        .iter()',
    '        .map(|value| String::from_utf8_lossy(value.as_bytes()))',
    '        .collect();',
    '    values.join(", ")',
    '}',
    '',
    verification.kind === 'jwt' && jwtItems,
    isNone
      ? ['fn id_of(headers: &HeaderMap) -> String {', `    ${idText(verification)}`, '}']
      : [
          '/// Answers the id of the webhook, or why it is not genuine.',
          `fn verify(headers: &HeaderMap, ${takesBody(verification) ? 'body' : '_body'}: &[u8]${taken}) -> Result<String, Refused> {`,
          indent('    ', body(verification)),
          '}',
        ],
    '',
    `/// ${remarks.raw}`,
    extractors
      ? [
          'async fn webhooks(',
          indent(
            '    ',
            parameters.split(/, (?=\w)/).map((one) => `${one},`),
          ),
          `) -> ${answer} {`,
        ]
      : `async fn webhooks(${parameters}) -> ${answer} {`,
    isNone ? '    let id = id_of(&headers);' : `    let id = verify(&headers, &body${call})?;`,
    `    // ${remarks.repeats('its id')}`,
    '    println!("webhook {id} {}", String::from_utf8_lossy(&body));',
    isNone ? '    "OK"' : '    Ok("OK")',
    '}',
    '',
    '#[tokio::main]',
    'async fn main() -> std::io::Result<()> {',
    !isNone && '    LazyLock::force(&SECRET);',
    '    let port = std::env::var("PORT").unwrap_or_else(|_| "3000".into());',
    '    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;',
    `    println!("Listening on http://{}${verification.path}", listener.local_addr()?);`,
    `    axum::serve(listener, Router::new().route(${quoted(verification.path)}, post(webhooks))).await`,
    '}',
  )
}

/** Whether the body is signed at all. */
const takesBody = (verification: Verification) =>
  'pieces' in verification
    ? verification.pieces.includes('body') || verification.url === 'with-query'
    : verification.kind !== 'password'

/** What else `verify` takes. */
function further(verification: Verification, { method, query }: { method: string; query: string }): string {
  if (verification.kind === 'message') return `, ${method}`
  return 'url' in verification && verification.url === 'with-query' ? `, ${query}` : ''
}

const keys: Record<ByTemplate['key'], Line> = {
  'whsec-base64': [
    'static KEY: LazyLock<Vec<u8>> = LazyLock::new(|| {',
    '    let text = SECRET.strip_prefix("whsec_").unwrap_or(&SECRET);',
    '    STANDARD.decode(text).expect("WEBHOOK_SECRET is no base64")',
    '});',
  ],
  text: 'static KEY: LazyLock<Vec<u8>> = LazyLock::new(|| SECRET.as_bytes().to_vec());',
  hex: [
    'static KEY: LazyLock<Vec<u8>> =',
    '    LazyLock::new(|| hex::decode(&*SECRET).expect("WEBHOOK_SECRET is no hex"));',
  ],
  ed25519: [
    'static KEY: LazyLock<VerifyingKey> = LazyLock::new(|| {',
    '    let text = SECRET.strip_prefix("whpk_").unwrap_or(&SECRET);',
    '    let bytes = STANDARD.decode(text).expect("WEBHOOK_SECRET is no base64");',
    '    let bytes = bytes.try_into().expect("WEBHOOK_SECRET is not 32 bytes");',
    '    VerifyingKey::from_bytes(&bytes).expect("WEBHOOK_SECRET is no Ed25519 key")',
    '});',
  ],
  'ed25519-hex': [
    'static KEY: LazyLock<VerifyingKey> = LazyLock::new(|| {',
    '    let bytes = hex::decode(&*SECRET).expect("WEBHOOK_SECRET is no hex");',
    '    let bytes = bytes.try_into().expect("WEBHOOK_SECRET is not 32 bytes");',
    '    VerifyingKey::from_bytes(&bytes).expect("WEBHOOK_SECRET is no Ed25519 key")',
    '});',
  ],
}

function body(verification: Exclude<Verification, { kind: 'none' }>): Line {
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
  }
}
