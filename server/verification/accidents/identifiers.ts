/** Keys that are no secret: ids, URLs and credentials that the sandbox itself knows. */

import type { Content } from '../../signing/content.ts'
import { keyBytes } from '../../signing/digest.ts'
import type { Presented } from '../../signing/presented.ts'
import { keyForms, type Recipe } from '../../signing/recipe.ts'
import { identifierWords } from '../../words/verdict.ts'
import type { Identifier, KnownSecret } from '../input.ts'
import type { KeyTurn } from '../search/accident.ts'

/** The identifiers in the request itself. */
const ofRequest = ({ id, url }: Content, { signatures }: Presented): Identifier[] => [
  { kind: 'event_id', value: id },
  { kind: 'requested_url', value: url },
  ...signatures.slice(0, 3).flatMap(({ input = '' }): Identifier[] => {
    const [, value = ''] = /;keyid="([^"]+)"/.exec(input) ?? []
    return [{ kind: 'key_id', value }]
  }),
]

/**
 * The forms in which a text is used: a credential also without the name of its scheme, a URL also with and without the slash
 * at its end, as its host and as its path.
 */
function formsOf(text: string): string[] {
  const bare = text.replace(/\/+$/, '')
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    return [...new Set([text, text.replace(/^(?:Basic|Bearer|Token) +/i, '')])]
  const { host, hostname, pathname } = new URL(text)
  return [...new Set([text, bare, `${bare}/`, host, hostname, pathname])]
}

/** The text itself, and as the scheme decodes it. Node decodes any text as base64. */
function keysFrom(text: string, form: string): Buffer[] {
  const asText = Buffer.from(text)
  const decoded = form === 'whsec-base64' ? Buffer.from(text, 'base64') : keyBytes(text, form)
  return decoded && decoded.length > 0 && !decoded.equals(asText) ? [asText, decoded] : [asText]
}

/** The keys that identifiers make, as text and in the scheme's form. Each value is tried once. */
export function identifierKeys(
  recipe: Recipe,
  known: KnownSecret | undefined,
  {
    content,
    presented,
    identifiers = [],
  }: {
    content: Content
    presented: Presented
    identifiers?: readonly Identifier[] | undefined
  },
): KeyTurn[] {
  if (recipe.method !== 'hmac' && recipe.method !== 'message') return []
  const seen = new Set<string>()
  return [...identifiers, ...ofRequest(content, presented)].flatMap(({ kind, value }) =>
    formsOf(value).flatMap((text): KeyTurn[] => {
      if (text === '' || seen.has(text)) return []
      seen.add(text)
      const words = identifierWords[kind]
      const turn = {
        rank: 1 as const,
        known: known ?? { of: { kind: 'given' as const, id: null }, secret: text },
        secret: text,
        accidents: [
          {
            cause: 'identifier_as_secret' as const,
            detail: `${words.charAt(0).toUpperCase()}${words.slice(1)} was used as the key instead of the secret.`,
            expected: keyForms[recipe.key],
            received: words,
          },
        ],
      }
      return keysFrom(text, recipe.key).map((bytes) => ({ ...turn, bytes }))
    }),
  )
}
