import { publicKeyOf } from '../signing/key-pairs.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Code } from '../wire.ts'
import { word } from '../words/shell-words.ts'
import { type Address, addressOf } from './address.ts'
import { type Language, type LanguageName, languages } from './languages.ts'
import { needsUrl, trapOf, type Verification, verificationOf } from './verification.ts'

/** What a receiver is written for. */
export interface Signer {
  recipe: Recipe
  /** What signs; null where only the scheme is known. */
  secret: string | null
  /** Where the webhooks are sent to; null where that is not known. */
  url: string | null
  /** Where the receiver itself is reached, which behind the sandbox is another address; null where that is not known. */
  listensAt?: string | null | undefined
}

/** A receiver in a language; a text says why a recipe of one's own cannot be put into code. */
export function generate(name: LanguageName, signer: Signer, about: readonly string[] = []): Code | string {
  const { recipe } = signer
  const { port, path, note } = addressOf(signer.listensAt ?? null)
  const verification = verificationOf(recipe, path)
  if (typeof verification === 'string') return verification
  const language: Language = languages[name]
  const file = typeof language.file === 'string' ? language.file : language.file(verification.path)
  return {
    language: name,
    title: language.title,
    scheme: recipe.scheme,
    file,
    text: language.write(verification),
    install: language.install(verification),
    run: [...settings(verification, signer), runBy(language, port)].join(' '),
    note: [...about, trapOf(verification), ...notes(verification), ...note].join(' '),
  }
}

/** Some take the port as an argument, all others from the environment. */
const runBy = ({ run }: Language, port: Address['port']): string =>
  typeof run === 'string'
    ? [port !== null && `PORT=${port}`, run].filter(Boolean).join(' ')
    : run(port ?? 3000)

function settings(verification: Verification, { recipe, secret, url }: Signer): string[] {
  if (verification.kind === 'none') return []
  const set = (name: string, value: string) => `${name}=${value === '…' ? `'…'` : word(value)}`
  return [
    set('WEBHOOK_SECRET', secret === null ? '…' : heldByReceiver(recipe, secret)),
    ...(needsUrl(verification) ? [set('WEBHOOK_URL', urlHeld(verification, recipe.url ?? url) ?? '…')] : []),
  ]
}

/** The secret as the receiver holds it: of an asymmetric scheme the public key. */
export function heldByReceiver(recipe: Recipe, secret: string): string {
  if (recipe.method === 'password') return recipe.password ?? secret
  if (recipe.key === 'hex' && secret.startsWith('whsec_'))
    return Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')
  return publicKeyOf(recipe, secret) ?? secret
}

/** Where the query of each request counts, it is no part of the setting. */
const urlHeld = (verification: Verification, url: string | null) =>
  'url' in verification && verification.url === 'with-query' ? (url?.split(/[?#]/)[0] ?? null) : url

function notes(verification: Verification): string[] {
  const said: string[] = []
  if ('url' in verification && verification.url === 'fixed')
    said.push(
      'WEBHOOK_URL is the address as the sender knows it, which behind a proxy is not the one requested.',
    )
  if ('url' in verification && verification.url === 'with-query')
    said.push('WEBHOOK_URL is the address as the sender knows it, without its query.')
  if (verification.kind === 'jwt')
    said.push(
      'WEBHOOK_SECRET is the public key as a JWK: here from GET /sandbox/keys/{kid}; with Plaid itself from /webhook_verification_key/get, by the kid in the head of the JWT.',
    )
  if (verification.scheme === 'basic') said.push('WEBHOOK_SECRET is the password.')
  if ('time' in verification && verification.time?.tolerance == null && verification.kind === 'hmac')
    said.push('The age of a webhook is not limited: tell one that is sent again by its id.')
  return said
}
