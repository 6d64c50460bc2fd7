import type { Recipe } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { HeaderPair, SecretOf, Verdict } from '../wire.ts'

/** A secret and whose it is. */
export interface KnownSecret {
  of: SecretOf
  secret: string
  /** The recipe of its owner, where options change it; for other schemes the table's counts. */
  recipe?: Recipe | undefined
  /** Whether it was retired by a rotation and counts no more. */
  old?: boolean
  /** Whether it counts at another endpoint alone, and tells here no more than whose it is. */
  elsewhere?: boolean
}

/** Whose secret it is, for a verdict: one that counts no more is told apart. */
export const secretOf = ({ of, old }: KnownSecret): SecretOf =>
  old && (of.kind === 'subscription' || of.kind === 'endpoint') ? { ...of, kind: 'old', owner: of.kind } : of

export interface VerifyInput {
  headers: readonly HeaderPair[]
  body: Buffer
  /** POST, without it. */
  method?: string | undefined
  /** The full address that was requested; some schemes sign it. */
  url?: string | undefined
  /** The scheme that binds; undefined lets the headers decide. */
  scheme?: SchemeName | undefined
  /** The secrets that count here. */
  secrets: readonly KnownSecret[]
  /** Others that are known: they explain, and count only where there is none here. */
  otherSecrets: readonly KnownSecret[]
  /** What the sandbox itself sent under the same id, when it did. */
  sentBody?: Buffer | undefined
  /** The time that the timestamp is judged by, in microseconds. */
  now: number
}

/** A subscription as the owner of a secret: people know it by its address and its description. */
export function subscriptionOf({ id, url, description }: Subscription): SecretOf {
  if (!URL.canParse(url)) return { kind: 'subscription', id }
  // Without a login, and without a query, which may hold a secret.
  const { host, pathname } = new URL(url)
  const name = `${host}${pathname}${description === '' ? '' : ` (${description})`}`
  return { kind: 'subscription', id, name }
}
type Subscription = { id: string; url: string; description: string }

/** The subscription whose secret fitted, undefined where it was none of a subscription. */
export function signerOf({ secret_of: of }: Pick<Verdict, 'secret_of'>): string | undefined {
  const kind = of?.owner ?? of?.kind
  return kind === 'subscription' ? (of?.id ?? undefined) : undefined
}

/** The secrets that the `signing` part of a configuration holds. */
export const configuredSecrets = (
  { secrets }: { secrets: readonly { name: string; secret: string; scheme?: SchemeName | undefined }[] },
  recipes: Recipes,
): KnownSecret[] =>
  secrets.map(({ name, secret, scheme }) => ({
    of: { kind: 'config', id: name },
    secret,
    recipe: scheme && recipes[scheme],
  }))
