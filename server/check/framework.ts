/** Recognises the web framework of a receiver by its answers. */
import type { HeaderPair } from '../wire.ts'
import { type Framework, frameworks } from '../words/check-fixes.ts'

/** An answer of the receiver, or of the server beside it, such as the page for an unknown path. */
interface Answer {
  status: number
  headers: readonly HeaderPair[]
  body: string
}

interface Seen extends Answer {
  /** All values of a header, joined; empty where it is absent. */
  header(name: string): string
  /** Whether a cookie of this name is set. */
  sets(cookie: RegExp): boolean
  /** The fields of a JSON object in the body; empty where the body is anything else. */
  json: Readonly<Record<string, unknown>>
}

/** What only this framework answers. Each sign is enough by itself. */
const signs: Readonly<Record<Framework, (answer: Seen) => boolean>> = {
  'Next.js': ({ header, headers, body }) =>
    /\bNext\.js\b/.test(header('x-powered-by')) ||
    headers.some(([name]) => name.toLowerCase().startsWith('x-nextjs-')) ||
    /\/_next\/static\/|__NEXT_DATA__/.test(body),
  NestJS: ({ status, json }) =>
    status === 404 &&
    json.statusCode === 404 &&
    /^Cannot [A-Z]+ \//.test(text(json.message)) &&
    json.error === 'Not Found',
  Express: ({ header, status, body }) =>
    header('x-powered-by') === 'Express' ||
    (status === 404 && /<title>Error<\/title>[\s\S]*<pre>Cannot [A-Z]+ \//.test(body)),
  Fastify: ({ status, json }) =>
    text(json.code).startsWith('FST_ERR_') ||
    (status === 404 && json.statusCode === 404 && /^Route [A-Z]+:\/.* not found$/.test(text(json.message))),
  Hono: ({ status, header, body }) =>
    status === 404 && body === '404 Not Found' && header('content-type') === 'text/plain; charset=UTF-8',
  // Others write the same words: only the exact form without a header that Koa does not send.
  Koa: ({ status, header, body, sets }) =>
    sets(/^koa[.:]sess$/) ||
    (status === 404 &&
      body === 'Not Found' &&
      header('content-type') === 'text/plain; charset=utf-8' &&
      ['server', 'etag', 'x-powered-by', 'x-content-type-options'].every((name) => header(name) === '')),
  FastAPI: ({ status, json }) =>
    (status === 404 && Object.keys(json).length === 1 && json.detail === 'Not Found') ||
    (status === 422 && Array.isArray(json.detail) && json.detail.every((one) => 'loc' in Object(one))),
  Flask: ({ header, status, body }) =>
    header('server').startsWith('Werkzeug/') ||
    (status === 404 && body.includes('not found on the server. If you entered the URL manually')),
  Django: ({ status, body, sets }) =>
    sets(/^csrftoken$/) ||
    body.includes('<code>DEBUG = True</code>') ||
    (status === 400 && body.includes('<h1>Bad Request (400)</h1><p></p>')) ||
    (status === 403 && body.includes('CSRF verification failed. Request aborted.')) ||
    (status === 404 &&
      body.includes('<h1>Not Found</h1><p>The requested resource was not found on this server.</p>')),
  Rails: ({ header, body }) =>
    (header('x-request-id') !== '' && /^\d+\.\d+$/.test(header('x-runtime'))) ||
    /\bAction(Controller|Dispatch)::/.test(body),
  Laravel: ({ status, json, sets }) =>
    status === 419 ||
    sets(/^laravel[_-]session$/) ||
    (status === 404 && /^The route .+ could not be found\.$/.test(text(json.message))),
  Spring: ({ json, body }) =>
    ['timestamp', 'status', 'error', 'path'].every((name) => name in json) ||
    body.includes('<h1>Whitelabel Error Page</h1>'),
  'ASP.NET Core': ({ header, json }) =>
    header('server') === 'Kestrel' ||
    header('x-powered-by').includes('ASP.NET') ||
    (text(json.type).startsWith('https://tools.ietf.org/html/rfc') && 'traceId' in json),
  'Go net/http': ({ status, header, body }) =>
    status === 404 && body === '404 page not found\n' && header('x-content-type-options') === 'nosniff',
  PHP: ({ header, status, body, sets }) =>
    header('x-powered-by').includes('PHP/') ||
    sets(/^PHPSESSID$/) ||
    (status === 404 && /The requested resource <code class="url">.*<\/code> was not found/.test(body)),
}

/** Frameworks that are built on others, and so show the signs of these too. */
const builtOn: Partial<Record<Framework, readonly Framework[]>> = {
  NestJS: ['Express', 'Fastify'],
  'Next.js': ['Express'],
  Laravel: ['PHP'],
}

/** The framework that the answers show; null where none shows, or where they point to several. */
export function frameworkOf(answers: readonly Answer[]): Framework | null {
  const all = answers.map(seen)
  const found = frameworks.filter((name) => all.some((answer) => signs[name](answer)))
  const [only, ...others] = found.filter((name) => !found.some((other) => builtOn[other]?.includes(name)))
  return others.length === 0 ? (only ?? null) : null
}

function seen(answer: Answer): Seen {
  const valuesOf = (name: string) =>
    answer.headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value)
  return {
    ...answer,
    header: (name) => valuesOf(name).join(', '),
    sets: (cookie) =>
      valuesOf('set-cookie').some((value) => cookie.test(value.split('=', 1)[0]?.trim() ?? '')),
    json: fieldsOf(answer.body),
  }
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  if (!body.startsWith('{')) return {}
  try {
    return Object.fromEntries(Object.entries(Object(JSON.parse(body))))
  } catch {
    return {}
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
