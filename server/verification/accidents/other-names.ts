import { compiled, covers } from '../../signing/compiled.ts'
import { methods } from '../../signing/methods.ts'
import type { HeaderMap } from '../../signing/presented.ts'
import type { Facts, Reading } from '../facts.ts'

/** How many headers may stand for one, and how many ways there may be to put them together. */
const [fewest, most] = [3, 12]

/** What names a header's kind stands at the end of its name. */
const lastWord = (name: string) => name.toLowerCase().split(/[-_]/).at(-1) ?? ''
const bare = (name: string) => name.toLowerCase().replace(/^x-/, '').replace(/[-_]/g, '')

/** The headers of a scheme that are missing, with those of the request that may hold what belongs there, the likeliest first. */
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

/** The headers that are missing, read from others that may hold what belongs there under a name of their own. */
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
    const [is, holds] = pairs.length > 1 ? ['are', 'hold'] : ['is', 'holds']
    return {
      accident: {
        cause: 'missing_header',
        detail: `${names} ${is} missing; ${standIns} ${holds} what belongs there.`,
        fix: `Send ${standIns} as ${names}.`,
        expected: names,
        received: standIns,
      },
      presented: methods[recipe.method].present(recipe, headers),
    }
  })
}
