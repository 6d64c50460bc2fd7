/** JSON whose values or members a framework changed between reading and writing. Over 300 lines: one table holds all changes. */

import {
  byUnits,
  type JsonMember,
  type JsonNode,
  type JsonStyle,
  meaning,
  sortedTree,
  writeJson,
} from '../../json/json-tree.ts'
import { onceFor } from '../../memory/once-for.ts'
import type { Accident, BodyTurn, Rank } from '../search/accident.ts'
import { bodyTable, rightForJson, type Shared } from './body-table.ts'
import { dialects, layouts } from './json-dialects.ts'
import { asDouble, asPrintf, isWhole, javaDouble, numericText } from './json-numbers.ts'

/** A change of values or members. Undefined members are left out. */
interface Change {
  cause?: Accident['cause']
  rank?: Rank
  /** Text that a body must contain for the change to matter. */
  has?: readonly string[]
  value?(node: JsonNode): JsonNode | undefined
  name?(quoted: string): string
  members?(members: JsonMember[], isOutermost: boolean): JsonMember[]
}

/** The changed tree. An unchanged part stays the same object. */
function changed(node: JsonNode, change: Change, isOutermost = true): JsonNode | undefined {
  const inner = 'token' in node ? node : changedHolder(node, change, isOutermost)
  return change.value ? change.value(inner) : inner
}

function changedHolder(node: Exclude<JsonNode, { token: string }>, change: Change, isOutermost: boolean) {
  if (node.kind === 'array') {
    const items = node.items.map((item) => changed(item, change, false) ?? item)
    return items.every((item, at) => item === node.items[at]) ? node : { ...node, items }
  }
  const kept = node.members.flatMap((member): JsonMember[] => {
    const value = changed(member.value, change, false)
    const name = change.name?.(member.name) ?? member.name
    if (value === undefined) return []
    return [value === member.value && name === member.name ? member : { ...member, name, value }]
  })
  const members = change.members?.(kept, isOutermost) ?? kept
  const isSame =
    members.length === node.members.length && members.every((member, at) => member === node.members[at])
  return isSame ? node : { ...node, members }
}

type Kind = 'string' | 'number' | 'word'
/** Rewrites the tokens of a kind. The result may be of any kind. */
const ofTokens =
  (kind: Kind, rewrite: (token: string) => string) =>
  (node: JsonNode): JsonNode => {
    if (node.kind !== kind) return node
    const token = rewrite(node.token)
    return token === node.token ? node : tokenNode(node, token)
  }
const tokenNode = ({ start, end }: JsonNode, token: string): JsonNode => ({
  kind: token.startsWith('"') ? 'string' : /^[tfn]/.test(token) ? 'word' : 'number',
  token,
  start,
  end,
})
/** Rewrites the meaning of texts. */
const ofTexts = (rewrite: (text: string) => string) =>
  ofTokens('string', (quoted) => {
    const text = meaning(quoted)
    const other = rewrite(text)
    return other === text ? quoted : JSON.stringify(other)
  })
const numbersAs = (rewrite: (token: string) => string) => ofTokens('number', rewrite)

const isNull = (node: JsonNode) => 'token' in node && node.token === 'null'
const isEmptyText = (node: JsonNode) => node.kind === 'string' && node.token === '""'
const isEmptyHolder = (node: JsonNode) =>
  (node.kind === 'object' && node.members.length === 0) || (node.kind === 'array' && node.items.length === 0)
const isZero = (node: JsonNode) =>
  'token' in node && (node.token === 'false' || (node.kind === 'number' && Number(node.token) === 0))
const without =
  (...tests: ((node: JsonNode) => boolean)[]) =>
  (node: JsonNode) =>
    tests.some((test) => test(node)) ? undefined : node
const outermostWithout =
  (...tests: ((node: JsonNode) => boolean)[]) =>
  (members: JsonMember[], isOutermost: boolean) =>
    isOutermost ? members.filter(({ value }) => !tests.some((test) => test(value))) : members
/** Replaces an empty object or list by another token or holder. */
const emptyAs =
  (kind: 'object' | 'array', to: 'null' | 'object' | 'array') =>
  (node: JsonNode): JsonNode => {
    if (node.kind !== kind || !isEmptyHolder(node)) return node
    if (to === 'null') return tokenNode(node, 'null')
    const { start, end } = node
    return to === 'object'
      ? { kind: 'object', members: [], start, end }
      : { kind: 'array', items: [], start, end }
  }
const sortedBy =
  (compare: (a: string, b: string) => number, isDeep = true) =>
  (members: JsonMember[], isOutermost: boolean) =>
    isDeep || isOutermost ? members.toSorted((a, b) => compare(meaning(a.name), meaning(b.name))) : members

const lower = (text: string) => text.toLowerCase()
const camel = (name: string) =>
  name.replace(/[_-]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/^[A-Z]/, lower)
const parted = (by: string) => (name: string) =>
  lower(name.replace(/([a-z0-9])([A-Z])/g, `$1${by}$2`).replace(/[_-]/g, by))
const renamed = (write: (name: string) => string) => ({
  name: (quoted: string) => {
    const name = meaning(quoted)
    const other = write(name)
    return other === name ? quoted : JSON.stringify(other)
  },
})

const isUrl = (text: string) => /^https?:\/\/[^\s"]+$/i.test(text)
const ofUrls = (rewrite: (url: string) => string) => ({
  has: ['http'],
  value: ofTexts((text) => (isUrl(text) ? rewrite(text) : text)),
})
const isNumeric = (text: string) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
const point: readonly string[] = ['.', 'e', 'E']
const quotedToken = (token: string) => `"${token}"`
const spaces = [' "', '" ', '\\n"', '\\t"', '"\\n', '"\\t']

const withoutTags = (text: string) => text.replace(/<[^>]*>/g, '')

/** The last member of each name, at the place of the first, as in most parsers; or only the first. */
const onlyOne = (isLast: boolean) => (members: JsonMember[]) => {
  const known = new Map<string, JsonMember>()
  for (const member of members) {
    const name = meaning(member.name)
    if (isLast || !known.has(name)) known.set(name, member)
  }
  return known.size === members.length ? members : [...known.values()]
}

/** What frameworks do to values, likeliest first. */
const all: Readonly<Record<string, Change>> = {
  'without null members': { has: ['null'], value: without(isNull) },
  'with its texts trimmed': { has: spaces, value: ofTexts((text) => text.trim()) },
  'with null instead of empty texts': {
    has: ['""'],
    value: ofTokens('string', (token) => (token === '""' ? 'null' : token)),
  },
  'with its texts trimmed and null instead of empty texts, as Laravel does': {
    has: spaces,
    value: ofTokens('string', (quoted) => {
      const text = meaning(quoted).trim()
      return text === '' ? 'null' : text === meaning(quoted) ? quoted : JSON.stringify(text)
    }),
  },
  'with empty texts instead of null': {
    has: ['null'],
    value: ofTokens('word', (token) => (token === 'null' ? '""' : token)),
  },
  'without members that are null or empty texts': {
    has: ['null', '""'],
    value: without(isNull, isEmptyText),
  },
  'without empty texts': { has: ['""'], value: without(isEmptyText) },
  'without empty lists and objects': { has: ['[]', '{}'], value: without(isEmptyHolder) },
  'without members that are null or empty': {
    has: ['null', '""', '[]', '{}'],
    value: without(isNull, isEmptyText, isEmptyHolder),
  },
  "without null, empty, zero and false members, as Go's omitempty does": {
    has: ['null', '""', '[]', '{}', '0', 'false'],
    value: without(isNull, isEmptyText, isEmptyHolder, isZero),
  },
  'without null, empty, zero and false members, as JavaScript counts false': {
    has: ['null', '""', '0', 'false'],
    value: without(isNull, isEmptyText, isZero),
  },
  'without its outermost members that are null': {
    has: ['null'],
    members: outermostWithout(isNull),
  },
  'without its outermost members that are null or empty': {
    has: ['null', '""', '[]', '{}'],
    members: outermostWithout(isNull, isEmptyText, isEmptyHolder),
  },
  'with [] instead of {}': { has: ['{}'], value: emptyAs('object', 'array') },
  'with {} instead of []': { has: ['[]'], value: emptyAs('array', 'object') },
  'with null instead of []': { has: ['[]'], value: emptyAs('array', 'null') },
  'with null instead of {}': { has: ['{}'], value: emptyAs('object', 'null') },
  'with numbers as texts': { value: numbersAs(quotedToken) },
  'with whole numbers as texts': {
    value: numbersAs((token) => (isWhole(token) ? quotedToken(token) : token)),
  },
  'with decimal numbers as texts': {
    has: point,
    value: numbersAs((token) => (isWhole(token) ? token : quotedToken(token))),
  },
  'with large whole numbers as texts': {
    value: numbersAs((token) =>
      isWhole(token) && !Number.isSafeInteger(Number(token)) ? quotedToken(token) : token,
    ),
  },
  'with numbers instead of texts that hold numbers': {
    has: ['"0', '"1', '"2', '"3', '"4', '"5', '"6', '"7', '"8', '"9', '"-'],
    value: ofTokens('string', (quoted) => (isNumeric(quoted.slice(1, -1)) ? quoted.slice(1, -1) : quoted)),
  },
  "with numbers instead of texts that hold numbers, as PHP's JSON_NUMERIC_CHECK does": {
    value: ofTokens('string', (quoted) => numericText(meaning(quoted)) ?? quoted),
  },
  'with true and false as texts': {
    has: ['true', 'false'],
    value: ofTokens('word', (token) => (token === 'null' ? token : quotedToken(token))),
  },
  'with 1 and 0 instead of true and false': {
    has: ['true', 'false'],
    value: ofTokens('word', (token) => ({ true: '1', false: '0' })[token] ?? token),
  },
  'with "True" and "False" as texts': {
    has: ['true', 'false'],
    value: ofTokens('word', (token) => ({ true: '"True"', false: '"False"' })[token] ?? token),
  },
  'with true and false instead of texts': {
    has: ['"true"', '"false"'],
    value: ofTokens('string', (token) => (/^"(?:true|false)"$/.test(token) ? token.slice(1, -1) : token)),
  },
  'with all values as texts': {
    value: (node) =>
      node.kind === 'number' || (node.kind === 'word' && node.token !== 'null')
        ? tokenNode(node, quotedToken(node.token))
        : node,
  },
  'with a slash after the host of each URL without a path': ofUrls((url) =>
    /^https?:\/\/[^/?#]+$/i.test(url) ? `${url}/` : url,
  ),
  'with a slash at the end of each URL': ofUrls((url) => (url.endsWith('/') ? url : `${url}/`)),
  'without the slash at the end of each URL': ofUrls((url) => url.replace(/\/+$/, '')),
  'with its URLs as the URL class of JavaScript writes them': ofUrls((url) =>
    URL.canParse(url) ? new URL(url).href : url,
  ),
  'with http instead of https in its URLs': ofUrls((url) => url.replace(/^https:/i, 'http:')),
  'with https instead of http in its URLs': ofUrls((url) => url.replace(/^http:/i, 'https:')),
  'with LF instead of CRLF in its texts': {
    has: ['\\r\\n'],
    value: ofTexts((text) => text.replaceAll('\r\n', '\n')),
  },
  'with CRLF instead of LF in its texts': {
    has: ['\\n'],
    value: ofTexts((text) => text.replace(/\r?\n/g, '\r\n')),
  },
  'without line breaks in its texts': { has: ['\\n'], value: ofTexts((text) => text.replace(/\r?\n/g, '')) },
  'with spaces instead of line breaks in its texts': {
    has: ['\\n'],
    value: ofTexts((text) => text.replace(/\r?\n/g, ' ')),
  },
  'with single spaces in its texts': { has: ['  '], value: ofTexts((text) => text.replace(/\s+/g, ' ')) },
  'with a backslash before each quotation mark, apostrophe and backslash in its texts': {
    has: ["'", '\\"', '\\\\'],
    value: ofTexts((text) => text.replace(/['"\\]/g, '\\$&')),
  },
  'without HTML tags in its texts': { has: ['<'], value: ofTexts(withoutTags) },
  'with its numbers as doubles': { value: numbersAs(asDouble) },
  'with its numbers as 64-bit floats with 17 digits': { has: point, value: numbersAs(asPrintf(17)) },
  'with its numbers as 64-bit floats with 16 digits': { has: point, value: numbersAs(asPrintf(16)) },
  'with its numbers as 64-bit floats with 15 digits': { value: numbersAs(asPrintf(15)) },
  'with its numbers as 64-bit floats with 14 digits': { value: numbersAs(asPrintf(14)) },
  'with its numbers as floats with 6 digits': { value: numbersAs(asPrintf(6)) },
  'with its numbers as 32-bit floats': {
    has: point,
    value: numbersAs((token) => (isWhole(token) ? token : String(shortestSingle(Number(token))))),
  },
  'with its numbers as Java writes doubles': { value: numbersAs(javaDouble) },
  'with whole numbers rounded from its decimals': {
    has: point,
    value: numbersAs((token) => String(Math.round(Number(token)))),
  },
  'with its decimals cut': { has: point, value: numbersAs((token) => String(Math.trunc(Number(token)))) },
  'with keys in camelCase': renamed(camel),
  'with keys in PascalCase': renamed((name) => camel(name).replace(/^[a-z]/, (one) => one.toUpperCase())),
  'with keys in snake_case': renamed(parted('_')),
  'with keys in kebab-case': renamed(parted('-')),
  'with keys in lower case': renamed(lower),
  'with keys in upper case': renamed((name) => name.toUpperCase()),
  'with its keys trimmed': { has: spaces, ...renamed((name) => name.trim()) },
  'with only the last of members with one name': { members: onlyOne(true) },
  'with only the first of members with one name': { members: onlyOne(false) },
  'with its members in reverse order': { cause: 'keys_sorted', members: (members) => members.toReversed() },
  // As Object.entries(body).toSorted() and its like do.
  'with only its outermost keys sorted': {
    cause: 'keys_sorted',
    rank: 1,
    members: sortedBy(byUnits, false),
  },
  'with its keys sorted ignoring case': {
    cause: 'keys_sorted',
    members: sortedBy((a, b) => byUnits(lower(a), lower(b))),
  },
  'with its keys sorted as in a dictionary': {
    cause: 'keys_sorted',
    members: sortedBy((a, b) => a.localeCompare(b, 'en')),
  },
  'with its keys sorted in reverse order': {
    cause: 'keys_sorted',
    members: sortedBy((a, b) => byUnits(b, a)),
  },
  'with its keys sorted by length': {
    cause: 'keys_sorted',
    members: sortedBy((a, b) => Buffer.byteLength(a) - Buffer.byteLength(b) || byUnits(a, b)),
  },
}

/** The shortest decimal that reads as the same 32-bit float. */
function shortestSingle(value: number): number {
  const single = Math.fround(value)
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(single.toPrecision(digits))
    if (Math.fround(short) === single) return short
  }
  return single
}

interface Layout {
  said: string
  style: JsonStyle
  isSorted?: boolean
}
/** How the changed JSON is written. The first three keep the tokens of the received body. */
const writings: readonly Layout[] = [
  { said: '', style: layouts.compact },
  { said: ' and spaces after commas and colons', style: layouts.spaced },
  { said: ', indented by two spaces', style: layouts.two },
  { said: ', indented by four spaces', style: layouts.four },
  { said: ', with values as JavaScript writes them', style: { ...layouts.compact, ...dialects.javascript } },
  { said: ', with values as PHP writes them', style: { ...layouts.compact, ...dialects.php } },
  {
    said: ', with values and [] for {} as PHP writes them',
    style: { ...layouts.compact, ...dialects.php, empty: () => '[]' },
  },
  { said: ', with values as Python writes them', style: { ...layouts.spaced, ...dialects.python } },
  { said: ', with values as Go writes them', style: { ...layouts.compact, ...dialects.go } },
  { said: ' and sorted keys', style: layouts.compact, isSorted: true },
  {
    said: ' and sorted keys, with values as JavaScript writes them',
    style: { ...layouts.compact, ...dialects.javascript },
    isSorted: true,
  },
]

/** The tree after a change, which several layouts write. Undefined if nothing changed. */
const afterOf = onceFor((change: Change) =>
  onceFor((tree: JsonNode) => {
    const other = changed(tree, change) ?? tree
    return other === tree ? undefined : other
  }),
)

/** Larger bodies are tried in the first four layouts only, and beyond 20 kB in none. */
const [mostInAll, mostInUsual] = [4_000, 20_000]

/** The JSON after each change, written in each way. */
export const changes: readonly BodyTurn[] = writings.flatMap(({ said: written, style, isSorted }, at) =>
  Object.entries(all).flatMap(([said, change]) => {
    const { cause = 'reserialised', rank = 2, has } = change
    const most = at < 4 ? mostInUsual : mostInAll
    const shared: Shared = {
      begins: `${rightForJson} re-serialised`,
      needs: 'tree',
      work: {
        byte: 0.004,
        token: 0.1,
        ...(style.string && { letter: 0.05 }),
        ...(style.indent && { step: 0.005 }),
      },
      applies: (body) =>
        body.bytes.length <= most && (has === undefined || has.some(body.has)) && body.isJson(),
    }
    return bodyTable(isSorted ? 'keys_sorted' : cause, rank, shared).rows({
      [said + written](body) {
        const tree = body.tree()
        const other = tree && afterOf(change)(tree)
        return other && writeJson(isSorted ? sortedTree(other) : other, style)
      },
    })
  }),
)
