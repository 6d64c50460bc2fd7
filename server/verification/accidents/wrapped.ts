/** Bodies that were wrapped, truncated or extracted from an envelope. */
import { createHash } from 'node:crypto'
import { nthContent } from '../../body/decode/multipart.ts'
import { createJsonReader } from '../../json/json-reader.ts'
import { lowerEscape } from '../../json/json-tree.ts'
import type { BodyForms, BodyTurn } from '../search/accident.ts'
import { bodyTable, nths, type Shared } from './body-table.ts'

const begins = 'The signature is correct for'
const isBase64 = (text: string) => text.length > 3 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)

const algorithms = {
  'SHA-256': 'sha256',
  'SHA-1': 'sha1',
  MD5: 'md5',
  'SHA-512': 'sha512',
  'SHA-384': 'sha384',
}
const writings: Readonly<Record<string, (digest: Buffer) => Buffer | string>> = {
  'in hex': (digest) => digest.toString('hex'),
  'in base64': (digest) => digest.toString('base64'),
  'in upper-case hex': (digest) => digest.toString('hex').toUpperCase(),
  'in base64url': (digest) => digest.toString('base64url'),
  'in bytes': (digest) => digest,
}
/** A digest in place of the body. */
export const digests: readonly BodyTurn[] = Object.entries(algorithms).flatMap(([name, algorithm]) =>
  Object.entries(writings).flatMap(([said, write]) =>
    bodyTable('digest_signed', 2, { begins, work: { flat: 4, byte: 0.002 } }).rows({
      [`the ${name} of the body ${said}`]: ({ bytes }) => write(createHash(algorithm).update(bytes).digest()),
    }),
  ),
)

/** Base64 in lines of this length. */
const inLines = (bytes: Buffer, length: number, newline: string) =>
  bytes.toString('base64').replace(new RegExp(`.{${length}}`, 'g'), `$&${newline}`)
/** The line is complete, so that a newline is not doubled at the end. */
const endedLines = (bytes: Buffer, length: number) => inLines(bytes, length, '\n').replace(/\n?$/, '\n')

/** Writes the body as a JSON string, with some characters escaped. */
const inString = (escaped: RegExp) => (body: BodyForms) =>
  JSON.stringify(body.text()).replace(escaped, (letter) => (letter === '/' ? '\\/' : lowerEscape(letter)))

/** Wrappings that cost almost nothing. */
export const wrappings: readonly BodyTurn[] = [
  ...bodyTable('empty_body_signed', 0, { begins }).rows({ 'an empty body': () => '' }),
  ...bodyTable('body_base64', 1, { begins, work: { byte: 0.0012 } }).rows({
    'the base64 of the body': ({ bytes }) => bytes.toString('base64'),
  }),
  ...bodyTable('body_base64', 2, { begins, work: { byte: 0.003 } }).rows({
    'the base64url of the body': ({ bytes }) => bytes.toString('base64url'),
    'the base64 of the body without padding': ({ bytes }) => bytes.toString('base64').replace(/=+$/, ''),
    "the base64 of the body with newlines, as Python's encodebytes writes it": ({ bytes }) =>
      endedLines(bytes, 76),
    "the base64 of the body with newlines, as Ruby's encode64 writes it": ({ bytes }) =>
      endedLines(bytes, 60),
    'the base64 of the body in lines of 76 letters with CRLF': ({ bytes }) =>
      inLines(bytes, 76, '\r\n').replace(/\r\n$/, ''),
    'the base64 of the body in lines of 76 letters with CRLF, also after the last': ({ bytes }) =>
      inLines(bytes, 76, '\r\n').replace(/(?:\r\n)?$/, '\r\n'),
    'the base64 of the base64 of the body': ({ bytes }) =>
      Buffer.from(bytes.toString('base64')).toString('base64'),
    'the base64 of the body as a data URL': ({ bytes }) =>
      `data:application/json;base64,${bytes.toString('base64')}`,
    'the base64 of the body as a JSON string': ({ bytes }) => `"${bytes.toString('base64')}"`,
  }),
  ...bodyTable('body_base64', 2, {
    begins,
    work: { byte: 0.002 },
    applies: ({ bytes }) => /^\s*(?:[0-9a-f]{2}){2}/i.test(bytes.toString('latin1', 0, 20)),
  }).rows({
    'the hex-decoded body': ({ bytes }) => {
      const text = bytes.toString('latin1').trim()
      return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : undefined
    },
  }),
  ...bodyTable('body_base64', 1, {
    begins,
    needs: 'text',
    work: { byte: 0.002 },
    applies: ({ bytes }) => /^["\w+/\s]/.test(bytes.toString('latin1', 0, 1)),
  }).rows({
    'the base64-decoded body'(body) {
      // Base64 with line breaks, as mail tools write it, or inside a JSON string.
      const text = body.text().replace(/\s+|^"|"$/g, '')
      return isBase64(text) ? Buffer.from(text, 'base64') : undefined
    },
  }),
  ...bodyTable('double_json', 1, { needs: 'text', work: { byte: 0.002, letter: 0.01 } }).rows({
    'encoded as a JSON string': (body) => JSON.stringify(body.text()),
  }),
  ...bodyTable('double_json', 2, { needs: 'text', work: { byte: 0.002, letter: 0.04 } }).rows({
    'encoded as a JSON string by Python': inString(/[\u007f-\uffff]/g),
    'encoded as a JSON string by PHP': inString(/[/\u0080-\uffff]/g),
  }),
  ...bodyTable('double_json', 0, {
    begins,
    work: { byte: 0.01 },
    applies: ({ bytes }) => bytes[0] === 0x22,
  }).rows({
    'the content of the JSON string'(body) {
      const value = body.json()?.value
      return typeof value === 'string' ? value : undefined
    },
  }),
]

/** Common limits of database columns, buffers and body parsers, in bytes. */
const limits = [
  255, 256, 500, 512, 1000, 1024, 2000, 2048, 4000, 4096, 5000, 8000, 8192, 10_000, 16_000, 16_384, 32_000,
  32_767, 32_768, 50_000, 65_535, 65_536, 100_000, 102_400, 131_072, 262_144, 1_000_000, 1_048_576,
]
const beginning = (bytes: Buffer, length: number) =>
  length < bytes.length ? bytes.subarray(0, length) : undefined

/** The brackets that close truncated JSON. */
function closing(text: string): string {
  const reader = createJsonReader(text)
  while (reader.next() !== 'wrong');
  const isInString = text[reader.at] === '"'
  return (
    (isInString ? '"' : '') +
    reader.open
      .map((bracket) => (bracket === '{' ? '}' : ']'))
      .reverse()
      .join('')
  )
}

/** Limits on the number of characters, not bytes. */
const ofText: Shared = { begins, needs: 'text', applies: ({ isAscii }) => !isAscii() }

/** One side has only the beginning of the body. */
export const shortened: readonly BodyTurn[] = [
  ...bodyTable('body_shortened', 1, {
    begins,
    work: { byte: 0.003 },
    applies: ({ counts }) => counts().open > 0,
  }).rows({
    'a complete JSON whose end did not arrive, with its brackets closed': ({ bytes }) =>
      Buffer.concat([bytes, Buffer.from(closing(bytes.toString('latin1')))]),
  }),
  ...bodyTable('body_shortened', 1, ofText).rows({
    'as many bytes of the body as JavaScript, Java and C# count characters': ({ bytes, text }) =>
      beginning(bytes, text().length),
  }),
  ...bodyTable('body_shortened', 2, { ...ofText, work: { byte: 0.001 } }).rows({
    'as many bytes of the body as Python counts characters': ({ bytes, text }) =>
      beginning(bytes, text().replace(/[\ud800-\udbff]/g, '').length),
  }),
  ...bodyTable('body_shortened', 1, { begins }).rows({
    'the body without its last byte': ({ bytes }) => bytes.subarray(0, -1),
  }),
  ...limits.flatMap((limit) =>
    bodyTable('body_shortened', 1, { begins, applies: ({ bytes }) => bytes.length > limit }).rows({
      [`only the first ${limit} bytes of the body`]: ({ bytes }) => beginning(bytes, limit),
    }),
  ),
  ...limits.flatMap((limit) =>
    bodyTable('body_shortened', 2, {
      ...ofText,
      work: { flat: limit * 0.02 },
      applies: ({ bytes, isAscii }) => bytes.length > limit && !isAscii(),
    }).rows({
      [`only the first ${limit} characters of the body`]: ({ text }) => text().slice(0, limit),
      [`only the first ${limit} characters of the body, with an emoji as one character`]: ({ text }) =>
        [...text().slice(0, 2 * limit)].slice(0, limit).join(''),
    }),
  ),
]

/** The maximum number of embedded strings tried. */
const mostHeld = 2

/** JSON embedded in an envelope's strings, as text or base64, outer objects first. */
function held(value: unknown): string[] {
  const found: string[] = []
  let level: unknown[] = [value]
  for (let depth = 0; depth < 4 && level.length > 0 && found.length < mostHeld; depth++) {
    level = level
      .slice(0, 20)
      .flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one).slice(0, 60) : []))
    for (const text of level) {
      if (typeof text !== 'string') continue
      const plain = /^(?:ey|W[3y])/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text
      if (/^\s*[{[]/.test(plain)) found.push(plain)
    }
  }
  return found
}

const aroundJson: Shared = {
  begins,
  needs: 'text',
  applies: ({ isJson }) => isJson(),
  work: { byte: 0.001 },
}
/** Applies only to bodies with a string that begins like JSON or its base64. */
const ofStrings: Shared = {
  begins,
  needs: 'json',
  applies: ({ has }) => ['"{', '"[', '"ey', '"W3', '"Wy'].some(has),
  work: { flat: 6, byte: 0.002 },
}

/** The JSON inside an envelope, as it came or as the envelope's writer writes it. */
const inside: Readonly<Record<string, { needs: 'text' | 'json'; write(body: BodyForms): string }>> = {
  '': { needs: 'text', write: ({ text }) => text() },
  ', re-serialised without spaces': {
    needs: 'json',
    write: ({ json }) => JSON.stringify(json()?.value),
  },
}
const members = ['body', 'data', 'payload', 'event']

const isList = ({ bytes }: BodyForms) => bytes[0] === 0x5b && bytes.at(-1) === 0x5d

/** A body that only one side wrapped in the envelope of a gateway, a queue or an automation tool. */
export const envelopes: readonly BodyTurn[] = [
  ...bodyTable('body_wrapped', 1, { ...aroundJson, applies: isList }).rows({
    'the single item of the received array': ({ text }) => text().slice(1, -1).trim(),
  }),
  ...bodyTable('body_wrapped', 1, ofStrings).rows({
    'the JSON inside a string of the body': nths(
      mostHeld,
      (nth) => (body: BodyForms) => held(body.json()?.value)[nth],
    ),
  }),
  ...Object.entries(inside).flatMap(([said, { needs, write }]) => [
    ...bodyTable('body_wrapped', 2, { ...aroundJson, needs }).rows({
      [`the body as the single item of an array${said}`]: (body) => `[${write(body)}]`,
      ...Object.fromEntries(
        members.map((name) => [
          `the body as the member ${name} of an object${said}`,
          (body: BodyForms) => `{"${name}":${write(body)}}`,
        ]),
      ),
    }),
    ...bodyTable('body_wrapped', 2, { begins, needs, work: { byte: 0.002, letter: 0.01 } }).rows(
      Object.fromEntries(
        members.map((name) => [
          `the body as a string, the member ${name} of an object${said}`,
          (body: BodyForms) => JSON.stringify({ [name]: write(body) }),
        ]),
      ),
    ),
  ]),
]

/** The signature covers only one part of a multipart form. */
export const multipart: readonly BodyTurn[] = ['first', 'second', 'third', 'fourth'].flatMap((place, nth) =>
  bodyTable('part_signed', nth === 0 ? 0 : 1, {
    begins,
    fix: 'Sign the whole body including its boundaries, after the client built it. Or send the signed content as JSON.',
    work: { byte: 0.002 },
    applies: ({ bytes }) => /^--[^\r\n]{1,70}\r\n/.test(bytes.toString('latin1', 0, 80)),
  }).rows({ [`only the ${place} part of the form`]: ({ bytes }) => nthContent(bytes, nth) }),
)
