import { indent, type Line } from '../lines.ts'
import { type ByTemplate, isEd25519, type Verification } from '../verification.ts'

type Digest = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512'

/** The type of a digest, as its crate calls it. */
export const digestTypes: Record<Digest, string> = {
  md5: 'Md5',
  sha1: 'Sha1',
  sha256: 'Sha256',
  sha384: 'Sha384',
  sha512: 'Sha512',
}

const digestCrate = (digest: Digest) => ({ md5: 'md5', sha1: 'sha1' })[digest as 'md5'] ?? 'sha2'

const hasQuery = (verification: Verification) => 'url' in verification && verification.url === 'with-query'

/** What a receiver uses, as rustfmt sorts it. */
export function uses(verification: Verification): Line {
  const isNone = verification.kind === 'none'
  const http = [verification.kind === 'message' && 'Method', 'HeaderMap', !isNone && 'StatusCode']
    .filter(Boolean)
    .sort()
  const axum = [
    'body::Bytes',
    hasQuery(verification) && 'extract::RawQuery',
    `http::${http.length > 1 ? `{${http.join(', ')}}` : http[0]}`,
    'routing::post',
    'Router',
  ].filter((name) => name !== false)
  // rustfmt writes a short list on one line, and one that holds another list never.
  const short = axum.length < 5 && http.length === 1
  const dated =
    ('time' in verification && verification.time?.tolerance != null && verification.time.form !== 'iso') ||
    verification.kind === 'message' ||
    verification.kind === 'jwt'
  const others = [
    ...libraries(verification),
    ...(isNone ? [] : ['std::sync::LazyLock']),
    ...(dated ? ['std::time::{SystemTime, UNIX_EPOCH}'] : []),
  ].sort()
  return [
    short
      ? `use axum::{${axum.join(', ')}};`
      : [
          'use axum::{',
          indent(
            '    ',
            axum.map((name) => `${name},`),
          ),
          '};',
        ],
    others.map((name) => `use ${name};`),
  ]
}

function libraries(verification: Verification): string[] {
  const base64 = 'base64::{engine::general_purpose::STANDARD, Engine}'
  switch (verification.kind) {
    case 'none':
      return []
    case 'password':
      return [base64, 'subtle::ConstantTimeEq']
    case 'jwt':
      return [
        'jsonwebtoken::{decode, errors::ErrorKind, jwk::Jwk, Algorithm, DecodingKey, Validation}',
        'serde::Deserialize',
        'sha2::{Digest, Sha256}',
      ]
    case 'message':
      return [
        base64,
        'regex::Regex',
        'sha2::{Digest, Sha256, Sha512}',
        'std::collections::HashMap',
        ...(isEd25519(verification)
          ? ['ed25519_dalek::{Signature, Verifier, VerifyingKey}']
          : ['hmac::{Hmac, Mac}']),
      ]
    case 'ed25519':
      return [...engines(verification), 'ed25519_dalek::{Signature, Verifier, VerifyingKey}']
    case 'hmac': {
      const { digest } = verification
      return [
        ...engines(verification),
        'hmac::{Hmac, Mac}',
        ...(hasQuery(verification) ? ['sha2::{Digest, Sha256}'] : []),
        `${digestCrate(digest)}::${digestTypes[digest]}`,
      ]
    }
  }
}

/** What decodes base64, in the alphabets that a key and a signature need. */
function engines({ key, encoding }: ByTemplate): string[] {
  const isUrl = encoding === 'base64url'
  const isStandard = encoding === 'base64' || key === 'whsec-base64' || key === 'ed25519'
  const names = [isUrl && 'URL_SAFE_NO_PAD', isStandard && 'STANDARD'].filter(Boolean).sort()
  if (names.length === 0) return []
  return [
    `base64::{engine::general_purpose::${names.length > 1 ? `{${names.join(', ')}}` : names[0]}, Engine}`,
  ]
}

/** The commands that bring the crates; one that is added with a feature needs a command of its own. */
export const cargoAdd = (verification: Verification): string =>
  [
    'tokio@1 --features full',
    ...(verification.kind === 'jwt' ? ['serde@1 --features derive'] : []),
    crates(verification).join(' '),
  ]
    .map((added) => `cargo add ${added}`)
    .join(' && ')

function crates(verification: Verification): string[] {
  const common = ['axum@0.8']
  switch (verification.kind) {
    case 'none':
      return common
    case 'password':
      return [...common, 'base64@0.22', 'subtle@2']
    case 'jwt':
      return [...common, 'jsonwebtoken@9', 'serde_json@1', 'sha2@0.10', 'hex@0.4']
    case 'message':
      return [
        ...common,
        'base64@0.22',
        'regex@1',
        'sha2@0.10',
        isEd25519(verification) ? 'ed25519-dalek@2' : 'hmac@0.12',
      ]
    case 'ed25519':
      return [
        ...common,
        'ed25519-dalek@2',
        ...(engines(verification).length > 0 ? ['base64@0.22'] : []),
        ...(verification.encoding === 'hex' || verification.key === 'ed25519-hex' ? ['hex@0.4'] : []),
        ...(verification.time?.form === 'iso' ? ['chrono@0.4'] : []),
      ]
    case 'hmac': {
      const { key, encoding, digest, time } = verification
      const packages = [
        ...common,
        'hmac@0.12',
        { md5: 'md-5@0.10', sha1: 'sha1@0.10', sha2: 'sha2@0.10' }[digestCrate(digest) as 'sha2'],
        (encoding !== 'hex' || key === 'whsec-base64') && 'base64@0.22',
        (encoding === 'hex' || key === 'hex' || hasQuery(verification)) && 'hex@0.4',
        time?.form === 'iso' && 'chrono@0.4',
        hasQuery(verification) && 'sha2@0.10 form_urlencoded@1',
      ]
      return packages.filter((one) => one !== false)
    }
  }
}
