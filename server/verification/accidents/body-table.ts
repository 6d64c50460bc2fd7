/** The tables of bodies that may have been signed in place of the one that came. */
import { type JsonNode, type JsonStyle, plain, writeJson } from '../../json/json-tree.ts'
import type { Accident, BodyForms, BodyTurn, Growth, Rank } from '../search/accident.ts'
import type { Work } from './work.ts'

/** Makes another body. Text stands for its UTF-8 bytes. */
export type Make = (body: BodyForms, growth: Growth) => Buffer | string | undefined

/** What all rows of a table share. */
export interface Shared extends Omit<BodyTurn, 'accident' | 'rank' | 'work' | 'make'> {
  work?: Work
  fix?: string
  /** The first words of each row's detail: `The signature is right for the body` by default. */
  begins?: string
}

export const rightForJson = 'The signature is right for the JSON'

/**
 * A kind of table: how a row of it makes another body, and what all such tables share. Of one table the cause, the rank and
 * whatever else its rows share are given, then its rows.
 */
export const tableBy =
  <How>(makeBy: (how: How) => Make, given: Shared = {}) =>
  (cause: Accident['cause'], rank: Rank, own: Shared = {}) => {
    const { work = {}, fix, begins = 'The signature is right for the body', ...shared } = { ...given, ...own }
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
      /** Each row says what the body is → one way to make it, or several. */
      rows: (rows: Readonly<Record<string, How | readonly How[]>>): BodyTurn[] =>
        Object.entries(rows).flatMap(([said, hows]) =>
          [hows].flat().map((how) => turn(said, makeBy(how as How))),
        ),
    }
  }

/** Rows that make the body themselves. */
export const bodyTable = tableBy((make: Make) => make)

/** Rows that rewrite the text of the body. A rewrite that changes nothing makes no body. */
export const textTable = tableBy(
  (rewrite: (text: string) => string | undefined): Make =>
    ({ text }) => {
      const other = rewrite(text())
      return other === text() ? undefined : other
    },
  { needs: 'text' },
)

/** Rows that are writers of JSON. Each writes the body, its keys sorted or as they came. */
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

/** Makes text of the tree of a body that is JSON. */
export const byTree =
  (print: (tree: JsonNode) => string, form: 'tree' | 'sorted' = 'tree') =>
  (body: BodyForms): string | undefined => {
    const tree = body[form]()
    return tree && print(tree)
  }

/** As many rows as `count`, one for each place. */
export const nths = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth))
