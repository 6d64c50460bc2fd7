/** Mistakes in which only a part of the JSON was signed. */

import {
  byUnits,
  type JsonMember,
  type JsonNode,
  type JsonStyle,
  meaning,
  partsOf,
  sortedTree,
  writeJson,
} from '../../json/json-tree.ts'
import { onceFor } from '../../memory/once-for.ts'
import type { BodyForms, BodyTurn } from '../search/accident.ts'
import { bodyTable, nths, type Shared } from './body-table.ts'
import { dialects, layouts } from './json-dialects.ts'
import { membersIn } from './json-members.ts'

interface Part {
  path: string
  node: JsonNode
}

/** How many objects and lists, and how many single values are tried. */
const [mostHolders, mostValues] = [16, 16]
/** How many parts are visited. */
const mostVisited = 400

/** The parts of a body, outer ones first. */
const partsIn = onceFor((tree: JsonNode): { holders: Part[]; values: Part[] } => {
  const [holders, values]: [Part[], Part[]] = [[], []]
  let level: Part[] = [{ path: '', node: tree }]
  for (let visited = 0; level.length > 0 && visited < mostVisited; visited += level.length)
    level = level.slice(0, mostVisited).flatMap((outer) =>
      partsOf(outer.node)
        .slice(0, 60)
        .map(({ name, value }) => {
          const step = outer.node.kind === 'array' ? `[${name}]` : outer.path === '' ? name : `.${name}`
          const part = { path: outer.path + step, node: value }
          const found = 'token' in value ? values : holders
          if (found.length < (found === holders ? mostHolders : mostValues)) found.push(part)
          return part
        }),
    )
  return { holders, values }
})

const nthPart = (body: BodyForms, kind: 'holders' | 'values', nth: number): Part | undefined => {
  const tree = body.tree()
  return tree && partsIn(tree)[kind][nth]
}

/** Ways in which a part was written. */
const writings: Readonly<Record<string, (node: JsonNode, text: string) => string>> = {
  '': ({ start, end }, text) => text.slice(start, end),
  ', re-serialised': by({ ...layouts.compact, ...dialects.javascript }),
  ', re-serialised without spaces': by(layouts.compact),
  ', re-serialised by Python': by({ ...layouts.spaced, ...dialects.python }),
  ', re-serialised by Python without spaces': by({ ...layouts.compact, ...dialects.python }),
  ', re-serialised by PHP': by({ ...layouts.compact, ...dialects.php }),
  ', re-serialised with sorted keys': (node) => writeJson(sortedTree(node), layouts.compact),
  ', re-serialised by Go with sorted keys': (node) =>
    writeJson(sortedTree(node), { ...layouts.compact, ...dialects.go }),
  ', indented by two spaces': by({ ...layouts.two, ...dialects.javascript }),
}
function by(style: JsonStyle) {
  return (node: JsonNode) => writeJson(node, style)
}

const begins = 'The signature is correct for'
const ofParts: Shared = {
  begins,
  needs: 'tree',
  work: { flat: 2, byte: 0.001, token: 0.05 },
  applies: ({ isJson }) => isJson(),
}
const named = (kind: 'holders' | 'values', nth: number) => (body: BodyForms) => {
  const path = nthPart(body, kind, nth)?.path
  return path && `The part is ${path}.`
}

/** Ways in which the rest without a member was written. */
const ofRest: Readonly<Record<string, (tree: JsonNode) => string>> = {
  '': by(layouts.compact),
  ', re-serialised': by({ ...layouts.compact, ...dialects.javascript }),
  ', with spaces after commas and colons': by(layouts.spaced),
  ', re-serialised by Python': by({ ...layouts.spaced, ...dialects.python }),
  ', re-serialised by PHP': by({ ...layouts.compact, ...dialects.php }),
  ', re-serialised with sorted keys': (tree) => writeJson(sortedTree(tree), layouts.compact),
}
/** Names of a member that holds the signature. Any other added member is a forged body, which nothing explains. */
const ofSignature = /^(?:[a-z]+[_-])?(?:sig|sign|signature|hmac|mac|hash|checksum|digest)$/i
/** The nth member of the outermost object that holds a signature. */
const nthSignature = (body: BodyForms, nth: number): JsonMember | undefined => {
  const tree = body.tree()
  return tree?.kind === 'object'
    ? tree.members.filter(({ name }) => ofSignature.test(meaning(name)))[nth]
    : undefined
}
/** The JSON without the signature, as senders sign it that write the signature into the body. */
export const rests: readonly BodyTurn[] = Object.entries(ofRest).flatMap(([said, write]) =>
  nths(2, (nth) =>
    bodyTable('part_signed', 2, {
      ...ofParts,
      names: (body) => `The member is ${meaning(nthSignature(body, nth)?.name ?? '""')}.`,
    }).rows({
      [`the JSON without its signature${said}`](body) {
        const [tree, left] = [body.tree(), nthSignature(body, nth)]
        if (tree?.kind !== 'object' || left === undefined) return undefined
        return write({ ...tree, members: tree.members.filter((member) => member !== left) })
      },
    }),
  ).flat(),
)

/** The texts of a JSON object's members. */
function valuesOf(body: BodyForms): [name: string, text: string][] | undefined {
  const tree = body.tree()
  if (tree?.kind !== 'object') return undefined
  return partsOf(tree).map(({ name, value }) => [
    name,
    'token' in value && value.kind === 'string'
      ? meaning(value.token)
      : body.text().slice(value.start, value.end),
  ])
}
const separators = {
  nothing: '',
  'a comma': ',',
  'a vertical bar': '|',
  'a point': '.',
  'a colon': ':',
  'a hyphen': '-',
  'an ampersand': '&',
  'a space': ' ',
  'a newline': '\n',
  'a semicolon': ';',
  'a slash': '/',
}
const pairings: Readonly<Record<string, (field: [name: string, text: string]) => string>> = {
  'the values': ([, text]) => text,
  'the names and values': (field) => field.join(''),
  'the names and values with = between them': (field) => field.join('='),
  'the names and values with : between them': (field) => field.join(':'),
}
const orders: Readonly<Record<string, (fields: [string, string][]) => [string, string][]>> = {
  '': (fields) => fields,
  ', sorted by name': (fields) => fields.toSorted(([a], [b]) => byUnits(a, b)),
  ', in reverse order': (fields) => fields.toReversed(),
}

/** The members of a small JSON object as one text, as some payment platforms sign them. */
const joined: readonly BodyTurn[] = Object.entries(orders).flatMap(([ordered, order]) =>
  Object.entries(pairings).flatMap(([said, pair]) =>
    Object.entries(separators).flatMap(([between, separator]) =>
      bodyTable('part_signed', 2, {
        ...ofParts,
        applies: ({ bytes, isJson, counts }) => bytes.length < 4000 && counts().tokens < 200 && isJson(),
      }).rows({
        [`${said} of the JSON joined with ${between}${ordered}`](body) {
          const fields = valuesOf(body)
          return fields && order(fields).map(pair).join(separator)
        },
      }),
    ),
  ),
)

/** Only one side used a part of the JSON. */
export const parts: readonly BodyTurn[] = [
  ...nths(mostHolders, (nth) =>
    Object.entries(writings).flatMap(([said, write]) =>
      bodyTable('part_signed', 2, { ...ofParts, names: named('holders', nth) }).rows({
        [`only a part of the JSON${said}`](body) {
          const part = nthPart(body, 'holders', nth)
          return part && write(part.node, body.text())
        },
      }),
    ),
  ).flat(),
  ...nths(mostValues, (nth) =>
    bodyTable('part_signed', 2, { ...ofParts, names: named('values', nth) }).rows({
      'only a single value of the JSON': [
        (body) => {
          const node = nthPart(body, 'values', nth)?.node
          return node && 'token' in node
            ? node.kind === 'string'
              ? meaning(node.token)
              : node.token
            : undefined
        },
        (body) => {
          const node = nthPart(body, 'values', nth)?.node
          return node && 'token' in node ? node.token : undefined
        },
      ],
    }),
  ).flat(),
  ...joined,
  ...bodyTable('keys_sorted', 2, { begins, needs: 'json', work: { byte: 0.0025, token: 0.03 } }).rows({
    'the JSON written by JSON.stringify with a list of the outermost keys, which omits inner keys'(body) {
      const members = membersIn(body)
      return members && JSON.stringify(members, Object.keys(members).sort(byUnits))
    },
  }),
]
