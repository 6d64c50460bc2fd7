/** Mistakes in the signature base of RFC 9421. */
import type { Recipe } from '../../signing/recipe.ts'
import type { Accident, FrameTurn, Rank } from '../search/accident.ts'
import { nths } from './body-table.ts'
import { digests, otherDigest } from './digests.ts'

/** Description → a different way to write the signature base. */
type Ways = Readonly<Record<string, (base: string) => string>>

/** Splits a base into its component lines, and the last line into its list and parameters. */
function partsOf(base: string): { lines: string[]; list: string; parameters: string[] } {
  const lines = base.split('\n')
  // Component values may contain text that looks like parameters.
  const [list = '', ...parameters] = (lines.pop() ?? '').split(/;(?=[a-z*][\w.*-]*=)/)
  return { lines, list, parameters }
}

const withLines = (base: string, change: (lines: string[]) => string[]) => {
  const { lines, list, parameters } = partsOf(base)
  return [...change(lines), [list, ...parameters].join(';')].join('\n')
}
const withParameters = (base: string, change: (parameters: string[]) => string[]) => {
  const { lines, list, parameters } = partsOf(base)
  return [...lines, [list, ...change(parameters)].join(';')].join('\n')
}

/** `Content-Digest`: the capitalization of header names in many languages. */
const capitals = (name: string) => name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())

const table = (cause: Accident['cause'], rank: Rank, ways: Ways): FrameTurn[] =>
  Object.entries(ways).map(([said, write]) => ({
    rank,
    content: { wholeAs: (base) => Buffer.from(write(base.toString('latin1')), 'latin1') },
    accident: {
      cause,
      detail: `The signature is correct for a signature base with ${said}.`,
      fix: 'Write the base as in RFC 9421, 2.5: one line "name": value per component of Signature-Input, joined by \\n, without a newline at the end.',
    },
  }))

const likely: readonly FrameTurn[] = [
  ...table('other_separator', 0, {
    'a newline after its last line': (base) => `${base}\n`,
    'CRLF between its lines': (base) => base.replaceAll('\n', '\r\n'),
    'component names without quotation marks': (base) => base.replace(/^"([^"]+)": /gm, '$1: '),
    'no space after component names': (base) => base.replace(/^("[^"]+":) /gm, '$1'),
  }),
  ...table('timestamp_not_signed', 0, {
    'components but no parameter line': (base) => base.replace(/\n[^\n]*$/, ''),
  }),
  ...table('other_separator', 0, {
    'the label sig1= before its parameters': (base) =>
      base.replace(/^("@signature-params": )(?=\([^\n]*$)/m, '$1sig1='),
  }),
  ...table('letter_case', 0, {
    'capitalised header names': (base) => base.replace(/^"[a-z][^"]*":/gm, capitals),
  }),
  ...table('other_separator', 1, {
    'component names without quotation marks, except in its last line': (base) =>
      base.replace(/^"(?!@signature-params)([^"]+)": /gm, '$1: '),
  }),
  ...table('letter_case', 1, {
    'capitalised header names, in its last line too': (base) =>
      base.replace(/"[a-z][^"]*"(?=[: )])/g, capitals),
  }),
  ...table('other_separator', 1, {
    'parameters without quotation marks': (base) =>
      withParameters(base, (all) => all.map((one) => one.replace(/="(.*)"$/, '=$1'))),
  }),
  ...table('method_or_url', 1, {
    'the query without its question mark': (base) => base.replace(/^"@query": \?/m, '"@query": '),
  }),
]

/** Up to four parts, which have 23 other orders. Senders rarely sign more. */
const [mostPermuted, orders] = [4, 23]

/** The nth other order. More parts than the limit stay unchanged. */
const reordered = (parts: string[], nth: number): string[] =>
  parts.length > mostPermuted ? parts : (permutationsOf(parts)[nth + 1] ?? parts)

/** All orders, starting with the given order. */
export const permutationsOf = (parts: readonly string[]): string[][] =>
  parts.length < 2
    ? [[...parts]]
    : parts.flatMap((part, at) => permutationsOf(parts.toSpliced(at, 1)).map((rest) => [part, ...rest]))

/** The maximum number of components or parameters that are omitted one by one. */
const mostLeftOut = 6

const listed: readonly FrameTurn[] = [
  ...nths(mostLeftOut, (nth) =>
    table('part_signed', 0, {
      [`component ${nth + 1} of Signature-Input omitted`]: (base) =>
        withLines(base, (lines) => lines.toSpliced(nth, 1)),
    }),
  ),
  ...nths(mostLeftOut, (nth) =>
    table('part_signed', 1, {
      [`parameter ${nth + 1} of Signature-Input omitted`]: (base) =>
        withParameters(base, (all) => all.toSpliced(nth, 1)),
    }),
  ),
  ...nths(orders, (nth) =>
    table('other_order', 1, {
      'components in another order than in Signature-Input': (base) =>
        withLines(base, (lines) => reordered(lines, nth)),
    }),
  ),
  ...nths(orders, (nth) =>
    table('other_order', 1, {
      'parameters in another order than in Signature-Input': (base) =>
        withParameters(base, (all) => reordered(all, nth)),
    }),
  ),
].flat()

/** All deviating signature bases, and other hash functions. */
export const baseTurns = (recipe: Recipe): FrameTurn[] => [
  ...likely,
  ...listed,
  ...digests
    .filter((digest) => digest !== recipe.digest)
    .map((digest): FrameTurn => ({ rank: 0, recipe: { digest }, accident: otherDigest(recipe, digest) })),
]
