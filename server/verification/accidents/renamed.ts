import type { BodyTurn } from '../search/accident.ts'
import { meaning, writeJson } from './json-tree.ts'

const camel = (name: string) =>
  name.replace(/[_-]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/^[A-Z]/, lower)
const lower = (text: string) => text.toLowerCase()

/** How languages write names. */
const ways: [said: string, write: (name: string) => string][] = [
  ['in camelCase', camel],
  ['in PascalCase', (name) => camel(name).replace(/^[a-z]/, (letter) => letter.toUpperCase())],
  ['in snake_case', (name) => lower(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'))],
  ['in lower case', lower],
]

/** JSON that went through objects of a language that names its members otherwise. */
export const renamed: readonly BodyTurn[] = ways.map(([said, write]) => ({
  accident: {
    cause: 'reserialised',
    detail: `The signature is right for the JSON written anew with its names ${said}.`,
  },
  rank: 2,
  needs: 'tree',
  keepsValues: true,
  work: { byte: 0.003, token: 0.1 },
  make(body) {
    const tree = body.tree()
    const name = (quoted: string) => JSON.stringify(write(meaning(quoted)))
    return tree && Buffer.from(writeJson(tree, { comma: ',', colon: ':', name }), 'utf8')
  },
}))
