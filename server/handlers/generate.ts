/** Generates a verifying receiver in a language. */
import { publicKeyOf } from '../signing/key-pairs.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Code } from '../wire.ts'
import { word } from '../words/shell-words.ts'
import { dialects, librarySchemes, signedIn } from './dialects.ts'
import { type Language, type LanguageName, languageNames, languages } from './languages.ts'
import { render } from './render.ts'
import { oneOf, onlyInNode, type Verification, verificationOf } from './verification.ts'

/** The sender that a receiver is generated for. */
export interface Signer {
  recipe: Recipe
  /** The secret; null if only the scheme is known. */
  secret: string | null
  /** The URL of the deliveries; null if unknown. */
  url: string | null
  /** The receiver's own address, if the sandbox forwards to it; null if unknown. */
  listensAt?: string | null | undefined
}

/**
 * Generates a receiver. Returns a sentence if a custom recipe cannot be expressed in code.
 * @param how.library whether to use the official library, if the scheme and the language have one
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
  const needed = onlyInNode(recipe)
  if (needed.length > 0 && dialect !== dialects.node)
    return `Of the generated receivers, only those for Node verify ${needed.join(' and ')}, which the recipe of ${recipe.scheme} needs. In another language, use a library.`
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

/** The library replaces the method's own code, except for reading an id from a header. */
const byLibrary = ({ texts, flags }: Verification): Verification => ({
  pieces: [],
  texts,
  flags: Object.fromEntries(
    Object.entries(flags).map(([name, holds]) => [name, holds && name === 'id-in-header']),
  ),
})

/** Some languages take the port as an argument, others from the environment. */
const runBy = (run: string, port: number | null): string =>
  run.includes('{port}') || port === null
    ? run.replace('{port}', String(port ?? 3000))
    : `PORT=${port} ${run}`

function settings({ flags }: Verification, { recipe, secret, url }: Signer): string[] {
  if (flags['kind:none']) return []
  const set = (name: string, value: string) => `${name}=${value === '…' ? `'…'` : word(value)}`
  // If requests have their own query, the setting contains none.
  const address = recipe.url ?? url
  const held = flags.query ? address?.split(/[?#]/)[0] : address
  return [
    set('WEBHOOK_SECRET', secret === null ? '…' : heldByReceiver(recipe, secret)),
    ...(flags.url ? [set('WEBHOOK_URL', held ?? '…')] : []),
  ]
}

/** The secret as the receiver stores it. For an asymmetric scheme this is the public key. */
export function heldByReceiver(recipe: Recipe, secret: string): string {
  if (recipe.method === 'password') return recipe.password ?? secret
  if (recipe.key === 'hex' && secret.startsWith('whsec_'))
    return Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')
  return publicKeyOf(recipe, secret) ?? secret
}

function notes(flags: Verification['flags']): string[] {
  const said = {
    'WEBHOOK_URL is the URL that the sender uses. Behind a proxy, the requested URL differs.':
      flags.url && !flags.query,
    'WEBHOOK_URL is the URL that the sender uses, without its query.': flags.query,
    'WEBHOOK_SECRET is the public key as a JWK. The sandbox serves it at /sandbox/keys/{kid}, by the keyid in Signature-Input.':
      flags['kind:message'] && flags['key:p-256'],
    "WEBHOOK_SECRET is the public key as a JWK. The sandbox serves it at /sandbox/keys/{kid}. Plaid returns it from /webhook_verification_key/get, by the kid in the JWT's header.":
      flags['kind:jwt'],
    'WEBHOOK_SECRET is the public key as a JWK.': flags['kind:ecdsa'],
    'WEBHOOK_SECRET is the password.': flags['kind:password'],
    'The scheme sets no age limit. Detect a repeated webhook by its id.':
      flags['kind:hmac'] && !flags.limited,
  }
  return Object.entries(said).flatMap(([note, holds]) => (holds ? [note] : []))
}

const isHere = (hostname: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/**
 * The receiver's port (null if the URL has none) and path (undefined if a router would treat it as a pattern). Behind a
 * public name, the proxy decides both.
 */
function addressOf(url: string | null): { port: number | null; path: string | undefined; note: string[] } {
  if (url === null || !URL.canParse(url)) return { port: null, path: undefined, note: [] }
  const { protocol, hostname, port: written, pathname } = new URL(url)
  const usual = isHere(hostname) ? (protocol === 'https:' ? 443 : 80) : null
  const port = written === '' ? usual : Number(written)
  if (/^\/[\w.~/-]*$/.test(pathname) && !pathname.includes('//')) return { port, path: pathname, note: [] }
  const note = [`The receiver listens at /webhooks. Write the path ${pathname} in your router's syntax.`]
  return { port, path: undefined, note }
}
