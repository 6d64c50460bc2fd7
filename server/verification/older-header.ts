/** Verifies requests that have only GitHub's older header, X-Hub-Signature. */
import type { Pausable } from '../memory/in-slices.ts'
import { onceFor } from '../memory/once-for.ts'
import { compiled } from '../signing/compiled.ts'
import { digestOf, equalInConstantTime, keyOf } from '../signing/digest.ts'
import type { HeaderMap } from '../signing/presented.ts'
import type { Digest, Recipe } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { Verdict } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { ownerWords } from '../words/verdict.ts'
import { digests, hmacName } from './accidents/digests.ts'
import { type KnownSecret, secretOf, type VerifyInput } from './input.ts'
import { type Checks, failed, provedCause, unknownSecret } from './verdicts.ts'

/** GitHub's SHA-1 header, which GitHub still sends beside the newer header. Other senders list several digests in it. */
const older = 'X-Hub-Signature'
const newer = 'X-Hub-Signature-256'

/** The digests in the header, SHA-256 first. */
function signaturesIn(text: string): { digest: Digest; value: string }[] {
  const items = text.split(/, */).flatMap((item) => {
    const [, label = '', value = ''] = /^(\w+)=([0-9a-f]+)$/i.exec(item) ?? []
    const digest = digests.find((name) => name === label.toLowerCase())
    return digest ? [{ digest, value }] : []
  })
  return items.sort((a, b) => Number(b.digest === 'sha256') - Number(a.digest === 'sha256')).slice(0, 8)
}

/** GitHub's recipe for the older header. */
const olderOf = onceFor(
  (github: Recipe): Recipe => ({
    ...github,
    headers: { [older]: 'sha1={sha1}' },
    signs: { sha1: '{body}' },
    digest: 'sha1',
  }),
)

/** The secrets without their owners' recipes, which use only the newer header. */
const bare = (secrets: readonly KnownSecret[]) => secrets.map((known) => ({ ...known, recipe: undefined }))

/**
 * The verdict on a request that has only GitHub's older header; undefined for all other requests. Verifiers ignore the
 * older header.
 * @param verifyBy verifies the request with the given recipe in place of GitHub's
 */
export function* byOlderHeader(
  recipes: Recipes,
  headers: HeaderMap,
  input: VerifyInput,
  verifyBy: (github: Recipe, input: VerifyInput) => Pausable<Verdict>,
): Pausable<Verdict | undefined> {
  const received = headers.get(older.toLowerCase())
  if (received === undefined || headers.has(newer.toLowerCase())) return undefined
  if (compiled(recipes.github).signatureHeader !== newer) return undefined
  const signatures = signaturesIn(received)
  const checks: Checks = [
    {
      name: 'scheme',
      ok: false,
      detail: `github, detected by the older header ${older}; ${newer} is missing`,
    },
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
      ? 'no known secret to compare with'
      : `none of ${plural(input.secrets.length, 'known secret')} produces the received signature`,
  })
  const said = signatures[0] ? ` with ${hmacName(signatures[0].digest)}` : ''
  const detail =
    received.trim() === ''
      ? `${newer} is missing, and ${older}, GitHub's older header, is empty.`
      : `${newer} is missing. The request has only ${older}, GitHub's older header${said}.`
  if (without) {
    const verdict = unknownSecret(base, right ? secretOf(right.known) : null)
    return { ...verdict, reason: `${detail} ${verdict.reason}` }
  }
  const { causes, expected, explained, signed_content, tried } = yield* verifyBy(olderOf(recipes.github), {
    ...input,
    scheme: 'github',
    secrets: bare(input.secrets),
    otherSecrets: bare(input.otherSecrets),
  })
  const cause = provedCause({ cause: 'missing_header', detail, fix: mend, expected: newer, received: older })
  return failed({ ...base, causes: [cause, ...causes], expected, explained, signed_content, tried })
}

/** Describes the older header for a verdict on another scheme. */
export const shownBy = (verdict: Verdict, wanted: SchemeName) => ({
  shown: `github (older header ${older})`,
  fits: verdict.secret_of,
  fix: `Sign with ${wanted}. If the sender has only the older header, set the scheme custom.`,
})

/** The `scheme_options` of the scheme custom for senders that have only the older header. */
const optionsOf = (digest: Digest) =>
  JSON.stringify({
    headers: { [older]: `${digest}={signature}` },
    signs: '{body}',
    ...(digest !== 'sha256' && { digest }),
  })

const mend = `Verify ${newer}. GitHub sends both headers, so check whether a proxy removes this header. If the sender has only the older header, as Intercom does, set the scheme custom, with scheme_options ${optionsOf('sha1')}.`

function causeOf(digest: Digest, { of }: KnownSecret) {
  const found = `${newer} is missing. ${older} contains a correct ${hmacName(digest)} signature by the secret of ${ownerWords(of)}`
  return digest === 'sha256'
    ? provedCause({
        cause: 'missing_header',
        detail: `${found}, which belongs in ${newer}.`,
        fix: `Send the signature as ${newer}. If the sender is Bitbucket or Jira, set the scheme custom, with scheme_options ${optionsOf('sha256')}.`,
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
