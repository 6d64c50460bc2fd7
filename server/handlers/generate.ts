import { publicKeyOf } from '../signing/key-pairs.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Code } from '../wire.ts'
import { word } from '../words/shell-words.ts'
import { librarySchemes, signedIn } from './dialects.ts'
import { type Language, type LanguageName, languageNames, languages } from './languages.ts'
import { render } from './render.ts'
import { oneOf, type Verification, verificationOf } from './verification.ts'

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

/**
 * A receiver in a language; a text says why a recipe of one's own cannot be put into code.
 * @param how.library whether the official library verifies, for a scheme and language that have one
 */
export function generate(
  name: LanguageName,
  signer: Signer,
  { about = [], library = true }: { about?: readonly string[]; library?: boolean } = {},
): Code | string {
  const { recipe } = signer
  const { port, path, note } = addressOf(signer.listensAt ?? null)
  const { dialect, title, file, run }: Language = languages[name]
  const { libraries } = dialect
  const libraryScheme = librarySchemes.find((scheme) => library && scheme === recipe.scheme)
  const used = libraryScheme && libraries?.packages[libraryScheme]
  const made = verificationOf(recipe, path)
  if (typeof made === 'string') return made
  const verification = used === undefined ? made : byLibrary(made)
  const { text, said } = render(dialect.template, {
    flags: {
      ...verification.flags,
      ...oneOf('library', librarySchemes, used === undefined ? null : recipe.scheme),
      'kind:library': used !== undefined,
      ...Object.fromEntries(languageNames.map((one) => [one, one === name])),
    },
    texts: { ...verification.texts, signed: signedIn(dialect, verification.pieces) },
    quoted: dialect.quoted,
  })
  return {
    language: name,
    title,
    scheme: recipe.scheme,
    file: file.replace('{path}', (path ?? '/webhooks').replace(/\/$/, '')),
    text,
    library: used ?? null,
    install: [said('install') ?? (used && libraries?.install), used].filter(Boolean).join(' ') || null,
    run: [...settings(verification, signer), runBy(run, port)].join(' '),
    note: [
      ...about,
      used === undefined && verification.texts['remark trap'],
      ...notes(verification.flags),
      ...note,
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/** A library does all that the flags of a method stand for, but the id of a header is still to be read. */
const byLibrary = ({ texts, flags }: Verification): Verification => ({
  pieces: [],
  texts,
  flags: Object.fromEntries(
    Object.entries(flags).map(([name, holds]) => [name, holds && name === 'id-in-header']),
  ),
})

/** Some take the port as an argument, all others from the environment. */
const runBy = (run: string, port: number | null): string =>
  run.includes('{port}') || port === null
    ? run.replace('{port}', String(port ?? 3000))
    : `PORT=${port} ${run}`

function settings({ flags }: Verification, { recipe, secret, url }: Signer): string[] {
  if (flags['kind:none']) return []
  const set = (name: string, value: string) => `${name}=${value === '…' ? `'…'` : word(value)}`
  // Where the query of each request counts, it is no part of the setting.
  const address = recipe.url ?? url
  const held = flags.query ? address?.split(/[?#]/)[0] : address
  return [
    set('WEBHOOK_SECRET', secret === null ? '…' : heldByReceiver(recipe, secret)),
    ...(flags.url ? [set('WEBHOOK_URL', held ?? '…')] : []),
  ]
}

/** The secret as the receiver holds it: of an asymmetric scheme the public key. */
export function heldByReceiver(recipe: Recipe, secret: string): string {
  if (recipe.method === 'password') return recipe.password ?? secret
  if (recipe.key === 'hex' && secret.startsWith('whsec_'))
    return Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')
  return publicKeyOf(recipe, secret) ?? secret
}

function notes(flags: Verification['flags']): string[] {
  const said = {
    'WEBHOOK_URL is the address as the sender knows it, which behind a proxy is not the one requested.':
      flags.url && !flags.query,
    'WEBHOOK_URL is the address as the sender knows it, without its query.': flags.query,
    'WEBHOOK_SECRET is the public key as a JWK: here from GET /sandbox/keys/{kid}; with Plaid itself from /webhook_verification_key/get, by the kid in the head of the JWT.':
      flags['kind:jwt'],
    'WEBHOOK_SECRET is the password.': flags['kind:password'],
    'The age of a webhook is not limited: tell one that is sent again by its id.':
      flags['kind:hmac'] && !flags.limited,
  }
  return Object.entries(said).flatMap(([note, holds]) => (holds ? [note] : []))
}

const isHere = (hostname: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/**
 * Where a receiver of this URL listens: its port, null where nothing says it, and its path, undefined where a router would
 * read it as a pattern. Those behind a public name are the proxy's to say.
 */
function addressOf(url: string | null): { port: number | null; path: string | undefined; note: string[] } {
  if (url === null || !URL.canParse(url)) return { port: null, path: undefined, note: [] }
  const { protocol, hostname, port: written, pathname } = new URL(url)
  const usual = isHere(hostname) ? (protocol === 'https:' ? 443 : 80) : null
  const port = written === '' ? usual : Number(written)
  if (/^\/[\w.~/-]*$/.test(pathname) && !pathname.includes('//')) return { port, path: pathname, note: [] }
  const note = [`It listens at /webhooks: write the path ${pathname} as your router reads it.`]
  return { port, path: undefined, note }
}
