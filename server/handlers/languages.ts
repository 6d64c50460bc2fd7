import { nearest } from '../words/nearest.ts'
import { writeCsharp } from './csharp/receiver.ts'
import { writeGo } from './go/receiver.ts'
import { writeJava } from './java/receiver.ts'
import { writeExpress, writeFastify, writeHono, writeNext } from './node/frameworks.ts'
import { writePhp } from './php/receiver.ts'
import { writeDjango, writeFastapi, writeFlask } from './python/frameworks.ts'
import { writeRuby } from './ruby/receiver.ts'
import { cargoAdd } from './rust/crates.ts'
import { writeRust } from './rust/receiver.ts'
import { isEd25519, type Verification } from './verification.ts'

/** A language, or a framework of one. */
export interface Language {
  title: string
  /** What it needs to run. */
  runtime: string
  /** The name that the file should have; of some, by the path that it listens at. */
  file: string | ((path: string) => string)
  /** What brings its packages; null where it needs none. */
  install(verification: Verification): string | null
  /** What runs the file, behind the settings of the environment; PORT is one of them but where the port is an argument. */
  run: string | ((port: number) => string)
  /** How the raw body is come by, in a sentence. */
  rawBody: string
  write(verification: Verification): string
}

const npm = (packages: string) => () => `npm install ${packages}`

const pip = (packages: string) => (verification: Verification) =>
  [
    `pip install ${packages}`,
    verification.kind === 'jwt' && '"pyjwt[crypto]"',
    isEd25519(verification) && 'cryptography',
  ]
    .filter(Boolean)
    .join(' ')

/** Every language that a receiver can be written in. */
export const languages = {
  'node-express': {
    title: 'Node, Express',
    runtime: 'Node 18 or newer, Express 4 or 5',
    file: 'receiver.mjs',
    install: npm('express'),
    run: 'node receiver.mjs',
    rawBody: 'express.raw() on the path itself, before any express.json()',
    write: writeExpress,
  },
  'node-hono': {
    title: 'Node, Hono',
    runtime: 'Node 18 or newer, Hono 4',
    file: 'receiver.mjs',
    install: npm('hono @hono/node-server'),
    run: 'node receiver.mjs',
    rawBody: 'c.req.arrayBuffer()',
    write: writeHono,
  },
  'node-fastify': {
    title: 'Node, Fastify',
    runtime: 'Node 20 or newer, Fastify 5',
    file: 'receiver.mjs',
    install: npm('fastify'),
    run: 'node receiver.mjs',
    rawBody: 'a content type parser that hands on the buffer, in a scope of its own',
    write: writeFastify,
  },
  'node-next': {
    title: 'Node, Next (app router)',
    runtime: 'Next 13.4 or newer, in its Node runtime',
    file: (path) => `app${path === '/' ? '' : path.replace(/\/$/, '')}/route.js`,
    install: () => null,
    run: (port) => `npx next dev --port ${port}`,
    rawBody: 'request.arrayBuffer()',
    write: writeNext,
  },
  'python-flask': {
    title: 'Python, Flask',
    runtime: 'Python 3.9 or newer, Flask 2 or 3',
    file: 'receiver.py',
    install: pip('flask'),
    run: 'python receiver.py',
    rawBody: 'request.get_data(cache=False), before request.form or request.json',
    write: writeFlask,
  },
  'python-fastapi': {
    title: 'Python, FastAPI',
    runtime: 'Python 3.9 or newer, FastAPI, uvicorn',
    file: 'receiver.py',
    install: pip('fastapi uvicorn'),
    run: 'python receiver.py',
    rawBody: 'await request.body(), with no model among the parameters',
    write: writeFastapi,
  },
  'python-django': {
    title: 'Python, Django',
    runtime: 'Python 3.9 or newer, Django 4 or newer',
    file: 'receiver.py',
    install: pip('django'),
    run: 'python receiver.py',
    rawBody: 'request.body, before request.POST',
    write: writeDjango,
  },
  ruby: {
    title: 'Ruby, Rack',
    runtime: 'Ruby 3.0 or newer, Rack 2 or 3',
    file: 'config.ru',
    install: () => 'gem install rack rackup puma',
    run: (port) => `rackup --port ${port}`,
    rawBody: 'rack.input, wound back where Rack can',
    write: writeRuby,
  },
  php: {
    title: 'PHP',
    runtime: 'PHP 8.0 or newer',
    file: 'receiver.php',
    install: () => null,
    run: (port) => `php -d enable_post_data_reading=0 -S 127.0.0.1:${port} receiver.php`,
    rawBody: 'php://input, which needs enable_post_data_reading=0 for multipart/form-data',
    write: writePhp,
  },
  go: {
    title: 'Go',
    runtime: 'Go 1.19 or newer',
    file: 'receiver.go',
    install: () => null,
    run: 'go run receiver.go',
    rawBody: 'io.ReadAll(r.Body), before r.ParseForm',
    write: writeGo,
  },
  java: {
    title: 'Java',
    runtime: 'JDK 17 or newer',
    file: 'Receiver.java',
    install: () => null,
    run: 'java Receiver.java',
    rawBody: 'exchange.getRequestBody().readAllBytes()',
    write: writeJava,
  },
  csharp: {
    title: 'C#, ASP.NET Core',
    runtime: '.NET 8 or newer',
    file: 'Program.cs',
    install: (verification) =>
      ['dotnet new web', isEd25519(verification) && 'dotnet add package NSec.Cryptography']
        .filter(Boolean)
        .join(' && '),
    run: 'dotnet run',
    rawBody: 'request.Body copied to a stream; EnableBuffering() where a middleware reads it too',
    write: writeCsharp,
  },
  rust: {
    title: 'Rust, axum',
    runtime: 'Rust 1.80 or newer, axum 0.8',
    file: 'src/main.rs',
    install: (verification) => `cargo init --name receiver && ${cargoAdd(verification)}`,
    run: 'cargo run',
    rawBody: 'body: Bytes as the last parameter; Json<…> would parse it',
    write: writeRust,
  },
} as const satisfies Record<string, Language>

export type LanguageName = keyof typeof languages
export const languageNames = Object.keys(languages) as readonly LanguageName[]

/** What people call them that is no part of their name. */
const alsoCalled: Partial<Record<LanguageName, string>> = {
  'node-express': 'js javascript ts typescript nodejs',
  'node-next': 'nextjs',
  'python-flask': 'py',
  ruby: 'rb rack',
  go: 'golang',
  csharp: 'c# cs dotnet .net asp.net',
  rust: 'rs axum',
}

/** The language that was probably meant, by its name or by a word for it such as `flask`; undefined when none is close. */
export function languageMeant(asked: string): LanguageName | undefined {
  const called = new Map<string, LanguageName>()
  for (const name of languageNames)
    for (const word of [...name.split('-'), ...(alsoCalled[name]?.split(' ') ?? [])])
      if (!called.has(word)) called.set(word, name)
  const word = called.get(asked.toLowerCase())
  if (word) return word
  const close = nearest(asked, languageNames) ?? called.get(nearest(asked, [...called.keys()]) ?? '')
  return languageNames.find((name) => name === close)
}
