/** The input of a verification: the request, the known secrets and their owners. */
import type { Recipe } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { HeaderPair, SecretOf, Verdict } from '../wire.ts'
import type { IdentifierKind } from '../words/verdict.ts'

/** A secret and its owner. */
export interface KnownSecret {
  of: SecretOf
  secret: string
  /** The owner's recipe, if options change it. Other schemes use the table's recipe. */
  recipe?: Recipe | undefined
  /** Whether a rotation retired the secret. */
  old?: boolean
  /** Whether the secret is valid only at another endpoint. It then only identifies its owner. */
  elsewhere?: boolean
}

/** The owner, as a verdict names it. A retired secret has its own kind. */
export const secretOf = ({ of, old }: KnownSecret): SecretOf =>
  old && (of.kind === 'subscription' || of.kind === 'endpoint') ? { ...of, kind: 'old', owner: of.kind } : of

/** A text that identifies something and that a sender may have used in place of the secret. */
export interface Identifier {
  kind: IdentifierKind
  value: string
}

/** An earlier request to the same endpoint. */
export interface EarlierRequest {
  captureId: string
  headers: readonly HeaderPair[]
  body: Buffer
}

export interface VerifyInput {
  headers: readonly HeaderPair[]
  body: Buffer
  /** POST by default. */
  method?: string | undefined
  /** The full requested URL, which some schemes sign. */
  url?: string | undefined
  /** The scheme set for the endpoint; undefined derives it from the headers. */
  scheme?: SchemeName | undefined
  /** The secrets that are valid here. */
  secrets: readonly KnownSecret[]
  /** Other known secrets. They explain failures, and are valid only if `secrets` is empty. */
  otherSecrets: readonly KnownSecret[]
  /** The body that the sandbox sent under the same id. */
  sentBody?: Buffer | undefined
  /** What the sandbox knows besides secrets, likeliest first. */
  identifiers?: readonly Identifier[] | undefined
  /** Earlier requests with the same id or the same signature, newest first. */
  earlier?: readonly EarlierRequest[] | undefined
  /** The current time, in microseconds, for judging timestamps. */
  now: number
}

/** A subscription as owner. Users recognize it by URL and description. */
export function subscriptionOf({ id, url, description }: Subscription): SecretOf {
  if (!URL.canParse(url)) return { kind: 'subscription', id }
  // A login or a query may contain a secret.
  const { host, pathname } = new URL(url)
  const name = `${host}${pathname}${description === '' ? '' : ` (${description})`}`
  return { kind: 'subscription', id, name }
}
type Subscription = { id: string; url: string; description: string }

/** The subscription whose secret fits; undefined if the owner is no subscription. */
export function signerOf({ secret_of: of }: Pick<Verdict, 'secret_of'>): string | undefined {
  const kind = of?.owner ?? of?.kind
  return kind === 'subscription' ? (of?.id ?? undefined) : undefined
}

/** The secrets from the `signing` part of a configuration. */
export const configuredSecrets = (
  { secrets }: { secrets: readonly { name: string; secret: string; scheme?: SchemeName | undefined }[] },
  recipes: Recipes,
): KnownSecret[] =>
  secrets.map(({ name, secret, scheme }) => ({
    of: { kind: 'config', id: name },
    secret,
    recipe: scheme && recipes[scheme],
  }))
