/**
 * Forms that were decoded, changed, ordered and written again, also as JSON, and JSON written as a form. Over 300 lines:
 * all of them share the same fields and writers.
 */

import { nthContent } from '../../body/decode/multipart.ts'
import { byUnits, type JsonStyle, jsonTree, meaning, partsOf, writeJson } from '../../json/json-tree.ts'
import type { BodyForms, BodyTurn } from '../search/accident.ts'
import { bodyTable, nths, type Shared } from './body-table.ts'
import { beginsAsForm } from './codings.ts'
import {
  type Change,
  causeOf,
  type Field,
  fieldChanges,
  firsts,
  isRepeated,
  valuesOf,
} from './form-fields.ts'
import { dialects, layouts } from './json-dialects.ts'
import { encoders, recasedEncoders } from './percent.ts'
import { flattened, type Naming } from './prints.ts'

const orders: Readonly<Record<string, Change>> = {
  '': (fields) => fields,
  ', sorted by name': (fields) => fields.toSorted(([a], [b]) => byUnits(a, b)),
  ', in reverse order': (fields) => fields.toReversed(),
  ', sorted by name ignoring case': (fields) =>
    fields.toSorted(([a], [b]) => byUnits(a.toLowerCase(), b.toLowerCase())),
}

type Write = (fields: readonly Field[]) => string | undefined
const encoded =
  (encode: (bytes: Uint8Array) => string): Write =>
  (fields) =>
    fields.map((field) => field.map((text) => encode(Buffer.from(text))).join('=')).join('&')
const encodedBy = (all: typeof encoders) =>
  Object.fromEntries(Object.entries(all).map(([said, encode]) => [`encoded ${said}`, encoded(encode)]))
const usualWriters: Readonly<Record<string, Write>> = {
  ...encodedBy(encoders),
  'not encoded': (fields) => fields.map((field) => field.join('=')).join('&'),
  'not encoded, one in each line': (fields) => fields.map((field) => field.join('=')).join('\n'),
  'not encoded, with names and values joined with nothing': (fields) => fields.flat().join(''),
  'not encoded, with values joined with nothing': (fields) => fields.map(([, value]) => value).join(''),
  'not encoded, with values joined with |': (fields) => fields.map(([, value]) => value).join('|'),
  'not encoded, with values joined with a comma': (fields) => fields.map(([, value]) => value).join(','),
}
const formWriters = { ...usualWriters, ...encodedBy(recasedEncoders) }

type Json = string | null | Json[] | { [name: string]: Json }
/** The values of a form as frameworks hold them. */
const shapes: Readonly<Record<string, (fields: readonly Field[]) => Json>> = {
  '': (fields) => Object.fromEntries(fields),
  ', with the first of repeated values': (fields) => Object.fromEntries(firsts(fields)),
  ', with a list of values for each name': (fields) =>
    Object.fromEntries(fields.map(([name]) => [name, valuesOf(fields, name)])),
  ', with a list of values for each name, without empty values': (fields) => {
    const kept = fields.filter(([, value]) => value !== '')
    return Object.fromEntries(kept.map(([name]) => [name, valuesOf(kept, name)]))
  },
  ', with a list for repeated names': (fields) =>
    Object.fromEntries(
      fields.map(([name]) => [
        name,
        isRepeated(fields, name) ? valuesOf(fields, name) : (valuesOf(fields, name)[0] ?? ''),
      ]),
    ),
  ', with names in brackets as nested objects and lists': nested,
  ', with names in brackets as nested objects and lists, with trimmed values, and null instead of empty values':
    (fields) => emptyAsNull(nested(fields)),
  ', with null instead of empty values': (fields) =>
    Object.fromEntries(fields.map(([name, value]) => [name, value === '' ? null : value])),
  ', with trimmed values, and null instead of empty values': (fields) =>
    Object.fromEntries(fields.map(([name, value]) => [name, value.trim() === '' ? null : value.trim()])),
  ', as a list of pairs': (fields) => fields.map((field) => [...field]),
  ', as a list of names and values': (fields) => fields.map(([name, value]) => ({ name, value })),
}

/** `a[b][]=c` as {"a":{"b":["c"]}}, as PHP, Rails and qs read it. */
function nested(fields: readonly Field[]): Json {
  const root: Record<string, Json> = {}
  for (const [name, value] of fields) {
    const [, first = name, rest = ''] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(name) ?? []
    const steps = [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, step = '']) => step)]
    let holder = root
    for (const step of steps.slice(0, -1)) {
      const key = step === '' ? String(Object.keys(holder).length) : step
      const inner = Object.hasOwn(holder, key) ? holder[key] : undefined
      const next: Record<string, Json> =
        typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {}
      define(holder, key, next)
      holder = next
    }
    const last = steps.at(-1) ?? name
    define(holder, last === '' ? String(Object.keys(holder).length) : last, value)
  }
  return listed(root)
}
/** The values trimmed, and null instead of empty values, as Laravel reads them. */
function emptyAsNull(value: Json): Json {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  if (value === null) return null
  if (Array.isArray(value)) return value.map(emptyAsNull)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, emptyAsNull(inner)]))
}
/** A name such as __proto__ becomes an ordinary member. */
const define = (holder: Record<string, Json>, name: string, value: Json) =>
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })
/** An object whose keys count from 0 is a list. */
function listed(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]): [string, Json] => [name, listed(inner)])
  return entries.length > 0 && entries.every(([name], at) => name === String(at))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries)
}

const jsonWriters: Readonly<Record<string, JsonStyle>> = {
  '': layouts.compact,
  ', as Python writes it': { ...layouts.spaced, ...dialects.python },
  ', as Python writes it without spaces': { ...layouts.compact, ...dialects.python },
  ', with spaces after commas and colons': layouts.spaced,
  ', as PHP writes it': { ...layouts.compact, ...dialects.php },
  ', as Go writes it': { ...layouts.compact, ...dialects.go },
  ', indented by two spaces': layouts.two,
}
const sorted = (fields: readonly Field[]) => fields.toSorted(([a], [b]) => byUnits(a, b))

const ofForm: Shared = {
  begins: 'The signature is correct for the form',
  needs: 'text',
  work: { byte: 0.03, letter: 0.03 },
  applies: beginsAsForm,
}
const ofSmallForm: Shared = { ...ofForm, applies: (body) => body.bytes.length <= 4_000 && beginsAsForm(body) }
const fieldsOf = (body: BodyForms): Field[] => [...new URLSearchParams(body.text())]

/** The form after each change, in each order, by each encoder. */
const rewrittenForms: readonly BodyTurn[] = [
  ...Object.entries(orders).flatMap(([ordered, order]) =>
    Object.entries(formWriters).flatMap(([said, write]) =>
      bodyTable('url_encoding', 2, ofForm).rows({
        [`with its fields ${said}${ordered}`]: (body) => write(order(fieldsOf(body))),
      }),
    ),
  ),
  ...Object.entries(fieldChanges).flatMap(([changed, change]) =>
    Object.entries(formWriters).flatMap(([said, write]) =>
      bodyTable(causeOf(changed), 2, ofSmallForm).rows({
        [`${changed}, ${said}`]: (body) => write(change(fieldsOf(body))),
      }),
    ),
  ),
]

/** The form as JSON. */
const asJson: readonly BodyTurn[] = Object.entries(shapes).flatMap(([shaped, shape]) =>
  Object.entries(jsonWriters).flatMap(([said, style]) =>
    ['', ', sorted by name'].flatMap((order) =>
      bodyTable('url_encoding', 2, { ...ofForm, work: { byte: 0.03, letter: 0.05 } }).rows({
        [`converted to JSON${shaped}${said}${order}`](body) {
          const fields = fieldsOf(body)
          const tree = jsonTree(JSON.stringify(shape(order === '' ? fields : sorted(fields))))
          return tree && writeJson(tree, style)
        },
      }),
    ),
  ),
)

/** JSON inside a field of the form, written again. */
const inFields: readonly BodyTurn[] = nths(4, (at) =>
  Object.entries(jsonWriters).flatMap(([said, style]) =>
    bodyTable('url_encoding', 2, { ...ofForm, begins: 'The signature is correct for the JSON' }).rows({
      [`in a field of the form, re-serialised${said}`](body) {
        const [, text = ''] = fieldsOf(body)[at] ?? []
        const tree = /^\s*[{[]/.test(text) ? jsonTree(text) : undefined
        return tree && writeJson(tree, { ...style, ...(style.string ? {} : dialects.javascript) })
      },
    }),
  ),
).flat()

const namings: Readonly<Record<string, Naming>> = {
  '': { path: (outer, name) => `${outer}[${name}]`, words: {} },
  ', with 1 and 0 for true and false': {
    path: (outer, name) => `${outer}[${name}]`,
    words: { true: '1', false: '0' },
  },
  ', with [] for each item of a list': {
    path: (outer, name, isItem) => (isItem ? `${outer}[]` : `${outer}[${name}]`),
    words: {},
  },
  ', with points in its names': { path: (outer, name) => `${outer}.${name}`, words: {} },
  ', with repeated names for the items of a list': {
    path: (outer, name, isItem) => (isItem ? outer : `${outer}.${name}`),
    words: {},
  },
}
const ofJson: Shared = {
  begins: 'The signature is correct for the JSON',
  needs: 'tree',
  work: { byte: 0.03, token: 0.3, letter: 0.03 },
  applies: ({ bytes, isJson, counts }) => bytes.length <= 2_000 && counts().tokens < 200 && isJson(),
}

/** The members of JSON as the fields of a form. */
const fromJson: readonly BodyTurn[] = [
  ...bodyTable('url_encoding', 2, { ...ofJson, begins: 'The signature is correct for the body' }).rows({
    'with its members as the fields of a form'(body) {
      const tree = body.tree()
      if (tree?.kind !== 'object') return undefined
      const fields = partsOf(tree).map(({ name, value }): [string, string] => [
        name,
        'token' in value
          ? value.kind === 'string'
            ? meaning(value.token)
            : value.token
          : body.text().slice(value.start, value.end),
      ])
      return new URLSearchParams(fields).toString()
    },
  }),
  ...Object.entries(namings).flatMap(([named, naming]) =>
    ['', ', sorted by name'].flatMap((order) =>
      Object.entries(usualWriters).flatMap(([said, write]) =>
        bodyTable('url_encoding', 2, ofJson).rows({
          [`with its members as the fields of a form, ${said}${named}${order}`](body) {
            const tree = body.tree()
            if (!tree || 'token' in tree) return undefined
            const fields = flattened(tree, naming)
            return write(order === '' ? fields : sorted(fields))
          },
        }),
      ),
    ),
  ),
]

/** The fields of a multipart form without files. */
function fieldsOfParts({ bytes }: BodyForms): Field[] | undefined {
  const found: Field[] = []
  const names = [...bytes.toString('utf8').matchAll(/^content-disposition:[^\r\n]*?\bname="([^"\r\n]*)"/gim)]
  for (const [nth, [, name = '']] of names.slice(0, 50).entries()) {
    const content = nthContent(bytes, nth)
    if (content === undefined) return undefined
    found.push([name, content.toString('utf8')])
  }
  return found.length > 0 ? found : undefined
}
const ofMultipart: Shared = {
  begins: 'The signature is correct for the fields of the multipart form',
  work: { byte: 0.02 },
  applies: ({ bytes }) =>
    bytes.length < 100_000 && /^--[^\r\n]{1,70}\r\n/.test(bytes.toString('latin1', 0, 80)),
}
const fromMultipart: readonly BodyTurn[] = [
  ...Object.entries(formWriters).flatMap(([said, write]) =>
    bodyTable('url_encoding', 2, ofMultipart).rows({
      [said](body) {
        const fields = fieldsOfParts(body)
        return fields && write(fields)
      },
    }),
  ),
  ...Object.entries(shapes).flatMap(([shaped, shape]) =>
    Object.entries(jsonWriters).flatMap(([said, style]) =>
      bodyTable('url_encoding', 2, ofMultipart).rows({
        [`converted to JSON${shaped}${said}`](body) {
          const fields = fieldsOfParts(body)
          const tree = fields && jsonTree(JSON.stringify(shape(fields)))
          return tree && writeJson(tree, style)
        },
      }),
    ),
  ),
]

/** Forms written again, from and to other formats. */
export const forms: readonly BodyTurn[] = [
  ...asJson,
  ...inFields,
  ...rewrittenForms,
  ...fromJson,
  ...fromMultipart,
]
