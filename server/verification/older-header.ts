import { onceFor } from '../memory/once-for.ts'
import { compiled } from '../signing/compiled.ts'
import { digestOf, equalInConstantTime, keyOf } from '../signing/digest.ts'
import type { HeaderMap } from '../signing/presented.ts'
import type { Digest, Recipe } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { Verdict } from '../wire.ts'
import { ownerWords } from '../words/verdict.ts'
import { digests, hmacName } from './accidents/digests.ts'
import { type KnownSecret, secretOf, type VerifyInput } from './input.ts'
import { type Checks, failed, provedCause, unknownSecret } from './verdicts.ts'

/** What GitHub signed in before, by SHA-1, and sends beside the newer one; others list several digests in it. */
const older = 'X-Hub-Signature'
const newer = 'X-Hub-Signature-256'

/** The digests that the header names, that which a verifier wants before all others. */
function signaturesIn(text: string): { digest: Digest; value: string }[] {
  const items = text.split(/, */).flatMap((item) => {
    const [, label = '', value = ''] = /^(\w+)=([0-9a-f]+)$/i.exec(item) ?? []
    const digest = digests.find((name) => name === label.toLowerCase())
    return digest ? [{ digest, value }] : []
  })
  return items.sort((a, b) => Number(b.digest === 'sha256') - Number(a.digest === 'sha256')).slice(0, 8)
}

/** GitHub's recipe as it was before. */
const olderOf = onceFor(
  (github: Recipe): Recipe => ({
    ...github,
    headers: { [older]: 'sha1={sha1}' },
    signs: { sha1: '{body}' },
    digest: 'sha1',
  }),
)

/** Secrets without the recipes of their owners, which know the newer header alone. */
const bare = (secrets: readonly KnownSecret[]) => secrets.map((known) => ({ ...known, recipe: undefined }))

/**
 * The verdict on a request that has GitHub's older header and not the newer: it is signed, but by what no verifier looks at;
 * undefined for all others.
 * @param verifyBy verifies as any request is, with this recipe for that of GitHub
 */
export function byOlderHeader(
  recipes: Recipes,
  headers: HeaderMap,
  input: VerifyInput,
  verifyBy: (github: Recipe, input: VerifyInput) => Verdict,
): Verdict | undefined {
  const received = headers.get(older.toLowerCase())
  if (received === undefined || headers.has(newer.toLowerCase())) return undefined
  if (compiled(recipes.github).signatureHeader !== newer) return undefined
  const signatures = signaturesIn(received)
  const checks: Checks = [
    { name: 'scheme', ok: false, detail: `github, by its older header ${older}; ${newer} is missing` },
  ]
  const base = { scheme: 'github' as const, signed_at: null, received, checks }
  const counting = input.secrets.length === 0 ? input.otherSecrets : input.secrets
  const right = fitting(signatures, counting, input.body)
  const without = input.secrets.length === 0
  if (right && !(without && right.known.elsewhere)) {
    const { digest, known } = right
    checks.push({
      name: 'digest',
      ok: true,
      detail: `${hmacName(digest)} fits the secret of ${ownerWords(known.of)}`,
    })
    return { ...failed({ ...base, causes: [causeOf(digest, known)] }), secret_of: secretOf(known) }
  }
  checks.push({
    name: 'digest',
    ok: false,
    detail: without
      ? 'no secret to check it with'
      : `none of ${input.secrets.length} known secret(s) gives the signature received`,
  })
  const said = signatures[0] ? `, by ${hmacName(signatures[0].digest)}` : ''
  const detail =
    received.trim() === ''
      ? `${newer} is missing; ${older}, GitHub's older header, is empty.`
      : `${newer} is missing; what came is ${older}, GitHub's older header${said}.`
  if (without) {
    const verdict = unknownSecret(base, right ? secretOf(right.known) : null)
    return { ...verdict, reason: `${detail} ${verdict.reason}` }
  }
  const { causes, expected, explained, signed_content, tried } = verifyBy(olderOf(recipes.github), {
    ...input,
    scheme: 'github',
    secrets: bare(input.secrets),
    otherSecrets: bare(input.otherSecrets),
  })
  const cause = provedCause({ cause: 'missing_header', detail, fix: mend, expected: newer, received: older })
  return failed({ ...base, causes: [cause, ...causes], expected, explained, signed_content, tried })
}

/** What the headers show in place of the scheme that binds, for a verdict by the older header. */
export const shownBy = (verdict: Verdict, wanted: SchemeName) => ({
  shown: `github by its older header ${older}`,
  fits: verdict.secret_of,
  fix: `Sign by ${wanted}; for a sender that has the older header alone, set the scheme custom.`,
})

const mend = `Verify ${newer}: GitHub sends both, so look whether a proxy takes it away. For a sender that has the older one alone, set the scheme custom.`

function causeOf(digest: Digest, { of }: KnownSecret) {
  const found = `${newer} is missing; ${older} is right for ${hmacName(digest)} with the secret of ${ownerWords(of)}`
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
        expected: hmacName('sha256'),
        received: hmacName(digest),
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
