/** Describes how each programming language writes texts and signed bytes. */
import csharp from './templates/csharp.txt?raw'
import go from './templates/go.txt?raw'
import java from './templates/java.txt?raw'
import node from './templates/node.txt?raw'
import php from './templates/php.txt?raw'
import python from './templates/python.txt?raw'
import ruby from './templates/ruby.txt?raw'
import rust from './templates/rust.txt?raw'
import type { Piece } from './verification.ts'

/** Schemes with an official library, by the vendor or by Standard Webhooks, that verifies the raw body. */
export const librarySchemes = ['standard-webhooks', 'svix', 'stripe', 'github'] as const
type LibraryScheme = (typeof librarySchemes)[number]

/** A programming language: its template, and its syntax for texts and signed bytes. */
export interface Dialect {
  template: string
  /** Writes a text as a string literal. */
  quoted(text: string): string
  /** The variables that hold the signed values. `address` is the URL with the request's query. */
  names: Readonly<Record<string, string>>
  /** Converts a text expression to bytes. */
  bytes(text: string): string
  /** How literals and variables are combined: with an operator, or as one literal with interpolation. */
  operator?: string
  literal?: { start: string; end: string; inner(text: string): string; variable(name: string): string }
  /** The install command, and the official library for each scheme. */
  libraries?: { install: string; packages: Readonly<Partial<Record<LibraryScheme, string>>> }
  /** The expression for the body's bytes, and the separator between byte expressions. */
  body: string
  between: string
}

/** Double quotes, as in most languages. */
const quoted = (text: string): string => JSON.stringify(text)

/** Double quotes. Ruby interpolates after a #. */
const quotedRuby = (text: string) => quoted(text).replace(/#/g, '\\#')

/** Single quotes. Only the quote and the backslash need escapes. */
const quotedPhp = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`

/** ASCII only: before Java 18, the compiler reads sources in the machine's encoding. */
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
    names: { ...common.names, secret: 'secret', body_sha256: 'bodyDigest' },
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
    libraries: {
      install: 'gem install',
      packages: { 'standard-webhooks': 'standardwebhooks', svix: 'svix', stripe: 'stripe' },
    },
    quoted: quotedRuby,
    names: { ...common.names, url: 'WEBHOOK_URL' },
    between: ' + ',
    bytes: (text) => `${text}.b`,
    literal: hashes,
  },
  php: {
    template: php,
    libraries: {
      install: 'composer require',
      packages: {
        'standard-webhooks': 'standard-webhooks/standard-webhooks',
        svix: 'svix/svix',
        stripe: 'stripe/stripe-php',
      },
    },
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
    libraries: {
      install: 'go mod init receiver && go get',
      packages: {
        'standard-webhooks': 'github.com/standard-webhooks/standard-webhooks/libraries/go',
        svix: 'github.com/svix/svix-webhooks/go',
        stripe: 'github.com/stripe/stripe-go/v85/webhook',
      },
    },
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

/** The expression for the signed bytes. */
export const signedIn = (dialect: Dialect, pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (piece === 'body' ? dialect.body : dialect.bytes(textOf(dialect, piece))))
    .join(dialect.between)

/** The expression for a piece of text. If the scheme signs forms, the address includes the request's query. */
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
