import type { Verification } from '../verification.ts'

/** What a receiver imports, sorted. */
export function imports(verification: Verification): string[] {
  const serving = [
    'com.sun.net.httpserver.Headers',
    'com.sun.net.httpserver.HttpExchange',
    'com.sun.net.httpserver.HttpServer',
    'java.io.IOException',
    'java.net.InetSocketAddress',
    'java.nio.charset.StandardCharsets',
    'java.util.List',
  ]
  return [...new Set([...serving, ...verifying(verification)])].sort()
}

const security = (...names: string[]) => names.map((name) => `java.security.${name}`)
const util = (...names: string[]) => names.map((name) => `java.util.${name}`)
const mac = ['javax.crypto.Mac', 'javax.crypto.spec.SecretKeySpec']
const ed25519 = [
  ...security('KeyFactory', 'PublicKey', 'Signature', 'SignatureException', 'spec.X509EncodedKeySpec'),
  ...util('HexFormat'),
]

function verifying(verification: Verification): string[] {
  if (verification.kind === 'none') return []
  const general = security('GeneralSecurityException')
  switch (verification.kind) {
    case 'password':
      return [...general, ...security('MessageDigest'), ...util('Base64')]
    case 'jwt':
      return [
        ...general,
        ...security(
          'AlgorithmParameters',
          'KeyFactory',
          'MessageDigest',
          'PublicKey',
          'Signature',
          'SignatureException',
        ),
        ...security(
          'spec.ECGenParameterSpec',
          'spec.ECParameterSpec',
          'spec.ECPoint',
          'spec.ECPublicKeySpec',
        ),
        'java.math.BigInteger',
        'java.time.Instant',
        ...util('Base64', 'HexFormat', 'regex.Matcher', 'regex.Pattern'),
      ]
    case 'message':
      return [
        ...general,
        ...security('MessageDigest'),
        ...(verification.key === 'ed25519' ? ed25519 : mac),
        'java.time.Instant',
        ...util('Base64', 'HashMap', 'List', 'Map'),
        ...util('regex.MatchResult', 'regex.Matcher', 'regex.Pattern'),
      ]
    case 'ed25519':
    case 'hmac': {
      const { key, encoding, time, header, url, kind } = verification
      const whole = header.separator === null && header.prefix === ''
      const limited = time?.tolerance != null
      return [
        ...general,
        ...(kind === 'hmac'
          ? [...mac, ...security('MessageDigest')]
          : [...ed25519, 'java.io.ByteArrayOutputStream']),
        ...(encoding === 'hex' ? util('HexFormat') : util('Base64')),
        ...(key === 'hex' ? util('HexFormat') : []),
        ...(key === 'whsec-base64' || key === 'ed25519' ? util('Base64') : []),
        ...(limited ? ['java.time.Instant'] : []),
        ...(limited && time.form === 'iso' ? ['java.time.format.DateTimeParseException'] : []),
        ...(whole ? [] : util('ArrayList')),
        ...(url === 'with-query'
          ? ['java.net.URLDecoder', ...util('HexFormat', 'Locale', 'Objects', 'TreeMap', 'TreeSet')]
          : []),
      ]
    }
  }
}
