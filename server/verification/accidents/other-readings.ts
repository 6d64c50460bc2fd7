/** Reads a signature from headers with other names or in another scheme's format. */
import { compiled, covers, formOf } from '../../signing/compiled.ts'
import type { HeaderMap } from '../../signing/presented.ts'
import { schemeNames, withHeader } from '../../signing/recipes.ts'
import type { Facts, Reading } from '../facts.ts'
import type { KnownSecret } from '../input.ts'
import { present } from '../read.ts'

/** Limits for the candidates per header and for their combinations. */
const [fewest, most] = [3, 12]

/** The last word of a header's name indicates its kind. */
const lastWord = (name: string) => name.toLowerCase().split(/[-_]/).at(-1) ?? ''
const bare = (name: string) => name.toLowerCase().replace(/^x-/, '').replace(/[-_]/g, '')

/** The scheme's missing headers, each with the request's headers that may replace it, likeliest first. */
function missingOf({ recipe, content: { headers } }: Facts): { name: string; standIns: string[] }[] {
  const { signatureHeader, places, headers: own } = compiled(recipe)
  const covered = covers(recipe)
  const needed = [
    signatureHeader,
    covered.id && !places.id?.isItem ? places.id?.name : undefined,
    covered.timestamp && !places.ts?.isItem ? places.ts?.name : undefined,
  ].filter((name) => name !== undefined)
  const others = [...headers.keys()].filter((name) => own.every(({ key }) => key !== name))
  return needed
    .filter((name) => !headers.has(name.toLowerCase()))
    .map((name) => {
      const isLike = (other: string) =>
        name === signatureHeader ? /sig|hmac|verif/.test(other) : lastWord(other) === lastWord(name)
      const standIns = others
        .filter(isLike)
        .sort((a, b) => Number(bare(b) === bare(name)) - Number(bare(a) === bare(name)))
      return { name, standIns: standIns.slice(0, fewest) }
    })
}

/** Reads missing headers from similar headers with other names. */
export function readingsByOtherNames(facts: Facts): Reading[] {
  const { recipe, content } = facts
  if (recipe.method === 'message' || recipe.method === 'password') return []
  const missing = missingOf(facts)
  let ways: { pairs: [name: string, standIn: string][]; headers: HeaderMap }[] = [
    { pairs: [], headers: content.headers },
  ]
  for (const { name, standIns } of missing)
    ways = ways.flatMap(({ pairs, headers }) =>
      standIns.map((standIn) => ({
        pairs: [...pairs, [name, standIn]],
        headers: new Map(headers).set(name.toLowerCase(), content.headers.get(standIn) ?? ''),
      })),
    )
  if (missing.length === 0) return []
  return ways.slice(0, most).map(({ pairs, headers }): Reading => {
    const [names, standIns] = [0, 1].map((at) => pairs.map((pair) => pair[at]).join(', '))
    const [is, holds] = pairs.length > 1 ? ['are', 'contain'] : ['is', 'contains']
    return {
      accident: {
        cause: 'missing_header',
        detail: `${names} ${is} missing, but ${standIns} ${holds} the ${pairs.length > 1 ? 'values' : 'value'}.`,
        fix: `Send ${standIns} as ${names}.`,
        expected: names,
        received: standIns,
      },
      presented: present(recipe, headers),
    }
  })
}

/** Reads the signature header in the format of schemes that put the timestamp into it. */
export function readingsByOtherForms({ recipes, recipe, presented, content }: Facts): Reading[] {
  const { signatureHeader } = presented
  if (recipe.method !== 'hmac' || presented.raw === undefined || presented.signatures.length > 0) return []
  return schemeNames.flatMap((name): Reading[] => {
    const other = recipes[name]
    const { places, signatureHeader: theirs } = compiled(other)
    if (name === recipe.scheme || other.method !== 'hmac' || !places.ts?.isItem) return []
    const renamed = withHeader(other, signatureHeader)
    return [
      {
        accident: {
          cause: 'other_scheme',
          detail: `${signatureHeader} has the format and the signature of ${name}, which uses the header ${theirs}.`,
          fix: `Write ${formOf(recipe, signatureHeader)} over ${Object.values(recipe.signs).join(' or ')}. Or send ${theirs}, and set this endpoint's scheme to ${name}.`,
          expected: formOf(recipe, signatureHeader),
          received: formOf(renamed, signatureHeader),
        },
        presented: present(renamed, content.headers),
        by: { recipe: renamed },
      },
    ]
  })
}

/** Reads the header with other schemes that use the same header name. */
export function readingsOfOthers({ recipes, recipe, content, input }: Facts): Reading[] {
  const { signatureHeader, signatureKey } = compiled(recipe)
  const sharing = schemeNames.filter(
    (name) => name !== recipe.scheme && compiled(recipes[name]).signatureKey === signatureKey,
  )
  return sharing.map((name): Reading => {
    const other = recipes[name]
    const secrets = other.method === 'hmac' ? input.secrets.map(sharedBytes) : input.secrets
    return {
      accident: {
        cause: 'other_scheme',
        detail: `The signature belongs to the scheme ${name}, which uses ${signatureHeader} too.`,
        fix: `Set this endpoint's scheme to ${name}, or sign with ${recipe.scheme}.`,
        expected: recipe.scheme,
        received: name,
      },
      presented: present(other, content.headers),
      by: { recipe: other, input: { ...input, secrets } },
    }
  })
}

/** HMAC keys are shared bytes, so a key pair's public bytes serve as the key. */
const sharedBytes = (known: KnownSecret): KnownSecret => ({
  ...known,
  secret: known.secret.replace(/^whsk_/, 'whsec_'),
})
