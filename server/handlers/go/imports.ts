import type { Verification } from '../verification.ts'

/** What of the standard library a receiver imports, sorted as gofmt sorts it. */
export function imports(verification: Verification): string[] {
  const serving = ['fmt', 'io', 'log', 'net', 'net/http', 'os', 'strings']
  const errors = verification.kind === 'none' ? [] : ['errors']
  return [...new Set([...serving, ...errors, ...verifying(verification)])].sort()
}

function verifying(verification: Verification): string[] {
  switch (verification.kind) {
    case 'none':
      return []
    case 'password':
      return ['crypto/subtle', 'encoding/base64']
    case 'jwt':
      return [
        'crypto/ecdsa',
        'crypto/elliptic',
        'crypto/sha256',
        'crypto/subtle',
        'encoding/base64',
        'encoding/hex',
        'encoding/json',
        'math/big',
        'time',
      ]
    case 'message': {
      const signing = verification.key === 'ed25519' ? ['crypto/ed25519', 'crypto/subtle'] : ['crypto/hmac']
      return [...signing, 'crypto/sha256', 'crypto/sha512', 'encoding/base64', 'regexp', 'strconv', 'time']
    }
    case 'ed25519':
    case 'hmac': {
      const { key, digest, encoding, time, url, kind } = verification
      const isHmac = kind === 'hmac'
      const names = [
        isHmac ? 'crypto/hmac' : 'crypto/ed25519',
        isHmac &&
          {
            md5: 'crypto/md5',
            sha1: 'crypto/sha1',
            sha256: 'crypto/sha256',
            sha384: 'crypto/sha512',
            sha512: 'crypto/sha512',
          }[digest],
        url === 'with-query' && 'crypto/sha256',
        (encoding !== 'hex' || key === 'whsec-base64' || key === 'ed25519') && 'encoding/base64',
        (encoding === 'hex' || key === 'hex' || key === 'ed25519-hex' || url === 'with-query') &&
          'encoding/hex',
        url === 'with-query' && 'net/url',
        url === 'with-query' && 'sort',
        time && time.form !== 'iso' && 'strconv',
        (time?.tolerance != null || time?.form === 'iso') && 'time',
      ]
      return [...new Set(names.filter((name) => typeof name === 'string'))]
    }
  }
}
