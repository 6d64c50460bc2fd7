/** The table of languages and frameworks for generated receivers. */
import { nearest } from '../words/nearest.ts'
import { type Dialect, dialects } from './dialects.ts'

/** A language, or a framework of a language. */
export interface Language {
  dialect: Dialect
  title: string
  /** The required runtime. */
  runtime: string
  /** The file's name. For some frameworks it depends on the path. */
  file: string
  /** The command that runs the file. PORT is set in the environment, unless the command takes the port as an argument. */
  run: string
  /** How the framework gives access to the raw body. */
  rawBody: string
}

export const languages = {
  'node-express': {
    dialect: dialects.node,
    title: 'Node, Express',
    runtime: 'Node 18 or newer, Express 4 or 5',
    file: 'receiver.mjs',
    run: 'node receiver.mjs',
    rawBody: 'express.raw() on the path, before any express.json()',
  },
  'node-hono': {
    dialect: dialects.node,
    title: 'Node, Hono',
    runtime: 'Node 18 or newer, Hono 4',
    file: 'receiver.mjs',
    run: 'node receiver.mjs',
    rawBody: 'c.req.arrayBuffer()',
  },
  'node-fastify': {
    dialect: dialects.node,
    title: 'Node, Fastify',
    runtime: 'Node 20 or newer, Fastify 5',
    file: 'receiver.mjs',
    run: 'node receiver.mjs',
    rawBody: 'a content type parser that returns the buffer, in a separate scope',
  },
  'node-next': {
    dialect: dialects.node,
    title: 'Node, Next (app router)',
    runtime: 'Next 13.4 or newer, with the Node runtime',
    file: 'app{path}/route.js',
    run: 'npx next dev --port {port}',
    rawBody: 'request.arrayBuffer()',
  },
  'python-flask': {
    dialect: dialects.python,
    title: 'Python, Flask',
    runtime: 'Python 3.9 or newer, Flask 2 or 3',
    file: 'receiver.py',
    run: 'python receiver.py',
    rawBody: 'request.get_data(cache=False), before request.form or request.json',
  },
  'python-fastapi': {
    dialect: dialects.python,
    title: 'Python, FastAPI',
    runtime: 'Python 3.9 or newer, FastAPI, uvicorn',
    file: 'receiver.py',
    run: 'python receiver.py',
    rawBody: 'await request.body(), without a model parameter',
  },
  'python-django': {
    dialect: dialects.python,
    title: 'Python, Django',
    runtime: 'Python 3.9 or newer, Django 4 or newer',
    file: 'receiver.py',
    run: 'python receiver.py',
    rawBody: 'request.body, before request.POST',
  },
  ruby: {
    dialect: dialects.ruby,
    title: 'Ruby, Rack',
    runtime: 'Ruby 3.0 or newer, Rack 2 or 3',
    file: 'config.ru',
    run: 'rackup --port {port}',
    rawBody: 'rack.input, rewound before Rack 3',
  },
  php: {
    dialect: dialects.php,
    title: 'PHP',
    runtime: 'PHP 8.0 or newer',
    file: 'receiver.php',
    run: 'php -d enable_post_data_reading=0 -S 127.0.0.1:{port} receiver.php',
    rawBody: 'php://input, which needs enable_post_data_reading=0 for multipart/form-data',
  },
  go: {
    dialect: dialects.go,
    title: 'Go',
    runtime: 'Go 1.19 or newer',
    file: 'receiver.go',
    run: 'go run receiver.go',
    rawBody: 'io.ReadAll(r.Body), before r.ParseForm',
  },
  java: {
    dialect: dialects.java,
    title: 'Java',
    runtime: 'JDK 17 or newer',
    file: 'Receiver.java',
    run: 'java Receiver.java',
    rawBody: 'exchange.getRequestBody().readAllBytes()',
  },
  csharp: {
    dialect: dialects.csharp,
    title: 'C#, ASP.NET Core',
    runtime: '.NET 8 or newer',
    file: 'Program.cs',
    run: 'dotnet run',
    rawBody: 'request.Body copied to a stream, with EnableBuffering() if middleware reads the body too',
  },
  rust: {
    dialect: dialects.rust,
    title: 'Rust, axum',
    runtime: 'Rust 1.80 or newer, axum 0.8',
    file: 'src/main.rs',
    run: 'cargo run',
    rawBody: 'body: Bytes as the last parameter, instead of Json<…>, which parses the body',
  },
} as const satisfies Record<string, Language>

export type LanguageName = keyof typeof languages
export const languageNames = Object.keys(languages) as readonly LanguageName[]

/** Common names that differ from the language's name. */
const alsoCalled: Partial<Record<LanguageName, string>> = {
  'node-express': 'js javascript ts typescript nodejs',
  'node-next': 'nextjs',
  'python-flask': 'py',
  ruby: 'rb rack',
  go: 'golang',
  csharp: 'c# cs dotnet .net asp.net',
  rust: 'rs axum',
}

/** The language that the user probably meant, by its name or by a word such as `flask`; undefined if none is close. */
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
