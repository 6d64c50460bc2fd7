import type { Verdict } from '../wire.ts'
import { digests } from './accidents/digests.ts'
import { digestOf, equalInConstantTime, keyOf } from './digest.ts'
import type { KnownSecret, VerifyInput } from './input.ts'
import type { HeaderMap } from './presented.ts'
import type { Digest } from './recipe.ts'
import { type Checks, failed, provedCause } from './verdicts.ts'

/** What GitHub signed in before, by SHA-1, and sends beside the newer one; others list several digests in it. */
const older = 'X-Hub-Signature'
const newer = 'X-Hub-Signature-256'

const nameOf = (digest: Digest) => `HMAC-${digest.toUpperCase()}`

/** The digests that the header names, that which a verifier wants before all others. */
function signaturesIn(text: string): { digest: Digest; value: string }[] {
  const items = text.split(/, */).flatMap((item) => {
    const [, label = '', value = ''] = /^(\w+)=([0-9a-f]+)$/i.exec(item) ?? []
    const digest = digests.find((name) => name === label.toLowerCase())
    return digest ? [{ digest, value }] : []
  })
  return items.sort((a, b) => Number(b.digest === 'sha256') - Number(a.digest === 'sha256')).slice(0, 8)
}

/**
 * The verdict on a request that has GitHub's older header and not the newer: it is signed, but by what no verifier looks at;
 * undefined for all others.
 */
export function byOlderHeader(headers: HeaderMap, input: VerifyInput): Verdict | undefined {
  const received = headers.get(older.toLowerCase())
  if (received === undefined || headers.has(newer.toLowerCase())) return undefined
  const signatures = signaturesIn(received)
  const checks: Checks = [
    { name: 'scheme', ok: false, detail: `github, by its older header ${older}; ${newer} is missing` },
  ]
  const base = { scheme: 'github' as const, signed_at: null, received, checks }
  const counting = input.secrets.length === 0 ? input.otherSecrets : input.secrets
  const right = fitting(signatures, counting, input.body)
  if (right) {
    const { digest, known } = right
    checks.push({ name: 'digest', ok: true, detail: `${nameOf(digest)} fits the secret of ${known.of}` })
    return { ...failed({ ...base, causes: [causeOf(digest, known)] }), secret_of: known.of }
  }
  const tried = `none of ${input.secrets.length} known secret(s) gives the signature received`
  const without = input.secrets.length === 0
  checks.push({ name: 'digest', ok: false, detail: without ? 'no secret to check it with' : tried })
  const said = signatures[0] ? `, by ${nameOf(signatures[0].digest)}` : ''
  const detail = `${newer} is missing; what came is ${older}, GitHub's older header${said}.`
  const cause = provedCause({ cause: 'missing_header', detail, fix: mend, expected: newer, received: older })
  const verdict = failed({ ...base, causes: [cause] })
  return without ? { ...verdict, result: 'unknown_secret', causes: [] } : verdict
}

const mend = `Verify ${newer}: GitHub sends both, so look whether a proxy takes it away. For a sender that has the older one alone, set the scheme custom.`

function causeOf(digest: Digest, { of }: KnownSecret) {
  const found = `${newer} is missing; ${older} is right for ${nameOf(digest)} with the secret of ${of}`
  return digest === 'sha256'
    ? provedCause({
        cause: 'missing_header',
        detail: `${found}, which is what belongs into the other.`,
        fix: `Send it as ${newer}, or set the scheme custom with the headers of the sender.`,
        expected: newer,
        received: older,
      })
    : provedCause({
        cause: 'other_digest',
        detail: `${found}.`,
        fix: mend,
        expected: nameOf('sha256'),
        received: nameOf(digest),
      })
}

function fitting(
  signatures: ReturnType<typeof signaturesIn>,
  secrets: readonly KnownSecret[],
  body: Buffer,
): { digest: Digest; known: KnownSecret } | undefined {
  for (const { digest, value } of signatures) {
    for (const known of secrets) {
      const key = keyOf(known.secret, 'text')
      if (key && equalInConstantTime(digestOf({ digest, encoding: 'hex' }, key, [body]), value))
        return { digest, known }
    }
  }
  return undefined
}
