/** Builds tables of bodies that the sender may have signed instead of the received body. */
import { type JsonNode, type JsonStyle, plain, writeJson } from '../../json/json-tree.ts'
import type { Accident, BodyForms, BodyTurn, Growth, Rank } from '../search/accident.ts'
import type { Work } from './work.ts'

/** Returns another body, as bytes or as text to encode in UTF-8. */
export type Make = (body: BodyForms, growth: Growth) => Buffer | string | undefined

/** The defaults for all rows of a table. */
export interface Shared extends Omit<BodyTurn, 'accident' | 'rank' | 'work' | 'make'> {
  work?: Work
  fix?: string
  /** The beginning of each row's detail, by default `The signature is correct for the body`. */
  begins?: string
}

export const rightForJson = 'The signature is correct for the JSON'

/**
 * Defines a kind of table by how its rows make bodies. Calling the result with a cause, a rank and defaults gives a
 * table.
 */
export const tableBy =
  <How>(makeBy: (how: How) => Make, given: Shared = {}) =>
  (cause: Accident['cause'], rank: Rank, own: Shared = {}) => {
    const {
      work = {},
      fix,
      begins = 'The signature is correct for the body',
      ...shared
    } = { ...given, ...own }
    const turn = (said: string, make: Make): BodyTurn => ({
      ...shared,
      accident: { cause, detail: `${begins} ${said}.`, ...(fix !== undefined && { fix }) },
      rank,
      work,
      make(body, growth) {
        const made = make(body, growth)
        return typeof made === 'string' ? Buffer.from(made, 'utf8') : made
      },
    })
    return {
      /** Description of the body → one or more ways to make it. */
      rows: (rows: Readonly<Record<string, How | readonly How[]>>): BodyTurn[] =>
        Object.entries(rows).flatMap(([said, hows]) =>
          [hows].flat().map((how) => turn(said, makeBy(how as How))),
        ),
    }
  }

/** Rows that make the body themselves. */
export const bodyTable = tableBy((make: Make) => make)

/** Rows that rewrite the body's text. A rewrite without effect makes no body. */
export const textTable = tableBy(
  (rewrite: (text: string) => string | undefined): Make =>
    ({ text }) => {
      const other = rewrite(text())
      return other === text() ? undefined : other
    },
  { needs: 'text' },
)

/** Rows that write JSON in a style, with sorted or original key order. */
export const styleTable = (
  cause: Accident['cause'],
  rank: Rank,
  needs: 'tree' | 'sorted',
  shared: Shared = {},
) => ({
  rows: (rows: Readonly<Record<string, JsonStyle>>): BodyTurn[] =>
    Object.entries(rows).flatMap(([said, style]) => {
      const perLetter = style.string && style.string !== plain
      const work = perLetter ? { byte: 0.003, token: 0.1, letter: 0.04 } : { byte: 0.003, token: 0.04 }
      const perStep = style.indent && { step: 0.004 }
      const common: Shared = { needs, begins: rightForJson, work: { ...work, ...perStep }, ...shared }
      return bodyTable(cause, rank, common).rows({ [said]: byTree((tree) => writeJson(tree, style), needs) })
    }),
})

/** Makes text from the JSON tree of a body. */
export const byTree =
  (print: (tree: JsonNode) => string, form: 'tree' | 'sorted' = 'tree') =>
  (body: BodyForms): string | undefined => {
    const tree = body[form]()
    return tree && print(tree)
  }

/** Makes `count` rows, one per position. */
export const nths = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth))
