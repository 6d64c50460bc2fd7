import { type JsonStyle, plain, writeJson } from '../../json/json-tree.ts'
import type { Accident, BodyForms, BodyTurn, Growth, Rank } from '../search/accident.ts'

import type { Work } from './work.ts'

/** Makes another body; a text stands for its UTF-8. */
type Make = (body: BodyForms, growth: Growth) => Buffer | string | undefined

/** What all rows of a table have in common. */
export interface Shared extends Omit<BodyTurn, 'accident' | 'rank' | 'work' | 'make'> {
  work?: Work
  fix?: string
  /** The first words of what the rows say, `The signature is right for the body` by default. */
  begins?: string
}

export const rightForJson = 'The signature is right for the JSON'

/** The runner of all tables of bodies: what each row says → how its body is made, or several ways to make it. */
export const bodyTable = (
  cause: Accident['cause'],
  rank: Rank,
  { work = {}, fix, begins = 'The signature is right for the body', ...shared }: Shared,
  rows: Readonly<Record<string, Make | readonly Make[]>>,
): BodyTurn[] =>
  Object.entries(rows).flatMap(([said, makes]) =>
    [makes].flat().map(
      (make): BodyTurn => ({
        ...shared,
        accident: { cause, detail: `${begins} ${said}.`, ...(fix !== undefined && { fix }) },
        rank,
        work,
        make(body, growth) {
          const made = make(body, growth)
          return typeof made === 'string' ? Buffer.from(made, 'utf8') : made
        },
      }),
    ),
  )

type Rewrite = (text: string) => string | undefined

/** A table whose rows rewrite the body's text. A text that stays as it is makes no body. */
export const textTable = (
  cause: Accident['cause'],
  rank: Rank,
  shared: Shared,
  rows: Readonly<Record<string, Rewrite | readonly Rewrite[]>>,
): BodyTurn[] => {
  const makeBy =
    (rewrite: Rewrite): Make =>
    (body) => {
      const text = rewrite(body.text())
      return text === body.text() ? undefined : text
    }
  const makes = Object.entries(rows).map(([said, all]) => [said, [all].flat().map(makeBy)] as const)
  return bodyTable(cause, rank, { needs: 'text', ...shared }, Object.fromEntries(makes))
}

/** A table of how writers of JSON write what is in the body, its keys sorted or as they came. */
export const styleTable = (
  cause: Accident['cause'],
  rank: Rank,
  needs: 'tree' | 'sorted',
  rows: Readonly<Record<string, JsonStyle>>,
  shared: Shared = {},
): BodyTurn[] =>
  Object.entries(rows).flatMap(([said, style]) => {
    const perLetter = style.string && style.string !== plain
    const work = perLetter ? { byte: 0.003, token: 0.1, letter: 0.04 } : { byte: 0.003, token: 0.04 }
    const perStep = style.indent && { step: 0.004 }
    return bodyTable(
      cause,
      rank,
      { needs, begins: rightForJson, work: { ...work, ...perStep }, ...shared },
      {
        [said]: (body) => {
          const tree = body[needs]()
          return tree && writeJson(tree, style)
        },
      },
    )
  })

/** A number of rows that are alike but for their place. */
export const nths = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth))
