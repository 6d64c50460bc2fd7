import csharp from './templates/csharp.txt?raw'
import go from './templates/go.txt?raw'
import java from './templates/java.txt?raw'
import node from './templates/node.txt?raw'
import php from './templates/php.txt?raw'
import python from './templates/python.txt?raw'
import ruby from './templates/ruby.txt?raw'
import rust from './templates/rust.txt?raw'
import type { Piece } from './verification.ts'

/** Schemes whose vendor, or Standard Webhooks itself, publishes a library that verifies the raw body. */
export const librarySchemes = ['standard-webhooks', 'svix', 'stripe', 'github'] as const
type LibraryScheme = (typeof librarySchemes)[number]

/** A programming language: its template, and how it writes texts and what is signed. */
export interface Dialect {
  template: string
  /** A text as a string literal. */
  quoted(text: string): string
  /** The variables that hold what a scheme may sign; `address` is the URL with the query of the request. */
  names: Readonly<Record<string, string>>
  /** The bytes of a text that is made of literals and variables, given how it is written. */
  bytes(text: string): string
  /** How literals and variables become a text: joined by an operator, or as one literal with variables in it. */
  operator?: string
  literal?: { start: string; end: string; inner(text: string): string; variable(name: string): string }
  /** The command that installs packages, and the package that verifies a scheme officially. */
  libraries?: { install: string; packages: Readonly<Partial<Record<LibraryScheme, string>>> }
  /** The bytes of the body, and what stands between bytes. */
  body: string
  between: string
}

/** In double quotes: the form that most languages share. */
const quoted = (text: string): string => JSON.stringify(text)

/** In double quotes, in which a # may mean something. */
const quotedRuby = (text: string) => quoted(text).replace(/#/g, '\\#')

/** In single quotes, in which nothing but the quote and the backslash means anything. */
const quotedPhp = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`

/** In ASCII: up to version 17 a source of Java is read in whatever the machine's own encoding is. */
const quotedJava = (text: string) =>
  quoted(text).replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const common = {
  quoted,
  names: { id: 'id', ts: 'timestamp', url: 'webhookUrl', form: 'form', address: 'url' },
  body: 'body',
  between: ', ',
}
const inBraces = {
  inner: (text: string) => text.replace(/[{}]/g, '$&$&'),
  variable: (name: string) => `{${name}}`,
}
const backticks = {
  start: '`',
  end: '`',
  inner: (text: string) => text.replace(/\\"/g, '"').replace(/`|\$\{/g, '\\$&'),
  variable: (name: string) => `\${${name}}`,
}
const hashes = {
  start: '"',
  end: '"',
  inner: (text: string) => text,
  variable: (name: string) => `#{${name}}`,
}

export const dialects = {
  node: {
    ...common,
    template: node,
    libraries: {
      install: 'npm install',
      packages: {
        'standard-webhooks': 'standardwebhooks',
        svix: 'svix',
        stripe: 'stripe',
        github: '@octokit/webhooks-methods',
      },
    },
    bytes: (text) => `Buffer.from(${text})`,
    literal: backticks,
  },
  python: {
    ...common,
    template: python,
    libraries: {
      install: 'pip install',
      packages: { 'standard-webhooks': 'standardwebhooks', svix: 'svix', stripe: 'stripe' },
    },
    names: { ...common.names, id: 'webhook_id', url: 'WEBHOOK_URL' },
    between: ' + ',
    bytes: (text) => `${text}.encode()`,
    literal: { start: 'f"', end: '"', ...inBraces },
  },
  ruby: {
    ...common,
    template: ruby,
    quoted: quotedRuby,
    names: { ...common.names, url: 'WEBHOOK_URL' },
    between: ' + ',
    bytes: (text) => `${text}.b`,
    literal: hashes,
  },
  php: {
    template: php,
    quoted: quotedPhp,
    names: { id: '$id', ts: '$timestamp', url: '$webhookUrl', form: '$form', address: '$url' },
    body: '$body',
    between: ' . ',
    bytes: (text) => text,
    operator: ' . ',
  },
  go: {
    ...common,
    template: go,
    names: { ...common.names, url: 'webhookURL', address: 'address' },
    bytes: (text) => `[]byte(${text})`,
    operator: ' + ',
  },
  java: {
    ...common,
    template: java,
    quoted: quotedJava,
    bytes: (text) => `(${text}).getBytes(StandardCharsets.UTF_8)`,
    operator: ' + ',
  },
  csharp: {
    ...common,
    template: csharp,
    body: '.. body',
    bytes: (text) => `.. Encoding.UTF8.GetBytes(${text})`,
    literal: { start: '$"', end: '"', ...inBraces },
  },
  rust: {
    ...common,
    template: rust,
    names: { ...common.names, url: 'webhook_url' },
    bytes: (text) => `${text}.as_bytes()`,
    literal: { start: 'format!("', end: '")', ...inBraces },
  },
} as const satisfies Record<string, Dialect>

/** The bytes that are signed, as the language writes them. */
export const signedIn = (dialect: Dialect, pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (piece === 'body' ? dialect.body : dialect.bytes(textOf(dialect, piece))))
    .join(dialect.between)

/** The text of a piece; where the form is signed, the address has the query of the request. */
function textOf({ names, quoted, operator, literal }: Dialect, { texts, slots }: Exclude<Piece, 'body'>) {
  const parts = texts.flatMap((text, i) => {
    const slot = slots[i] === 'url' && slots.includes('form') ? 'address' : slots[i]
    return [
      ...(text === '' ? [] : [{ text }]),
      ...(slot === undefined ? [] : [{ name: names[slot] ?? slot }]),
    ]
  })
  const plain = parts.map((part) => ('text' in part ? quoted(part.text) : part.name))
  if (parts.length === 1 || !literal) return plain.join(operator)
  const inside = parts.map((part) =>
    'text' in part ? literal.inner(quoted(part.text).slice(1, -1)) : literal.variable(part.name),
  )
  return `${literal.start}${inside.join('')}${literal.end}`
}
