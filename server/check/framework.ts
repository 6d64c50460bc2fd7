/** Recognises the web framework of a receiver by its answers. */
import type { HeaderPair } from '../wire.ts'
import { type Framework, frameworks } from '../words/check-fixes.ts'

interface Answer {
  status: number
  headers: readonly HeaderPair[]
  body: string
}

interface Seen extends Answer {
  /** The server and proxies that name themselves. */
  front: string
  /** All values of a header, joined; empty where it is absent. */
  header(name: string): string
  /** Whether a cookie is set whose text, `name=value; …`, matches. */
  sets(cookie: RegExp): boolean
  /** The fields of a JSON object in the body; empty where the body is anything else. */
  json: Readonly<Record<string, unknown>>
}

/**
 * What only this framework answers. Each sign is enough by itself: words that a server without a framework may write are none.
 * The page of Koa for an unknown path, `Not Found`, is such words.
 */
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
  Koa: ({ sets }) => sets(/^koa[.:]sess=/),
  // Its JSON has no white space, and its servers send no Keep-Alive header as Node does.
  FastAPI: ({ status, header, body, json }) =>
    header('content-type') === 'application/json' &&
    header('keep-alive') === '' &&
    ((status === 404 && body === '{"detail":"Not Found"}') ||
      (status === 422 &&
        body.startsWith('{"detail":[{') &&
        body.endsWith('}') &&
        [json.detail].flat().every((one) => ['type', 'loc', 'msg'].every((name) => name in Object(one))))),
  Flask: ({ header, status, body }) =>
    header('server').startsWith('Werkzeug/') ||
    (status === 404 && body.includes('not found on the server. If you entered the URL manually')),
  Django: ({ status, body, sets }) =>
    sets(/^csrftoken=/) ||
    body.includes('<code>DEBUG = True</code>') ||
    (status === 400 && body.includes('<h1>Bad Request (400)</h1><p></p>')) ||
    (status === 403 && body.includes('CSRF verification failed. Request aborted.')) ||
    (status === 404 &&
      body.includes('<h1>Not Found</h1><p>The requested resource was not found on this server.</p>')),
  Rails: ({ header, body }) =>
    (header('x-request-id') !== '' && /^\d+\.\d+$/.test(header('x-runtime'))) ||
    /\bAction(Controller|Dispatch)::/.test(body),
  // It encrypts cookies: the base64 of {"iv":
  Laravel: ({ status, json, body, sets }) =>
    sets(/^laravel[_-]session=|^[^=]+=eyJpdiI6/) ||
    (status === 419 && json.message === 'CSRF token mismatch.') ||
    (status === 404 && /^The route .+ could not be found\.$/.test(text(json.message))) ||
    (body.includes('<body class="antialiased">') &&
      /\bborder-r border-gray-400 tracking-wider">\s*\d{3}\s*</.test(body)),
  // Java writes the offset of a time; the time of JavaScript ends with Z.
  Spring: ({ status, json, body }) =>
    (json.status === status &&
      ['error', 'path'].every((name) => text(json[name]) !== '') &&
      /T.*[+-]\d\d:\d\d$/.test(text(json.timestamp))) ||
    body.includes('<h1>Whitelabel Error Page</h1>'),
  'ASP.NET Core': ({ header, json }) =>
    header('server') === 'Kestrel' ||
    (text(json.type).startsWith('https://tools.ietf.org/html/rfc') && 'traceId' in json),
  'Go net/http': ({ status, header, body }) =>
    status === 404 && body === '404 page not found\n' && header('x-content-type-options') === 'nosniff',
  PHP: ({ header, status, body, sets }) =>
    header('x-powered-by').includes('PHP/') ||
    sets(/^PHPSESSID=/) ||
    (status === 404 && /The requested resource <code class="url">.*<\/code> was not found/.test(body)),
}

/** Frameworks that are built on others, and so show the signs of these too. */
const builtOn: Partial<Record<Framework, readonly Framework[]>> = {
  NestJS: ['Express', 'Fastify'],
  'Next.js': ['Express'],
  Laravel: ['PHP'],
}

/**
 * The framework that the answers show; null where none shows, or where they point to several.
 * @param own what the receiver answers
 * @param beside what answers at an unknown path: a page of another server says nothing about the receiver
 */
export function frameworkOf(own: readonly Answer[], beside: readonly Answer[] = []): Framework | null {
  const mine = own.map(seen)
  const all = [...mine, ...beside.map(seen).filter((page) => mine.every(({ front }) => front === page.front))]
  const found = frameworks.filter((name) => all.some((answer) => signs[name](answer)))
  const [only, ...others] = found.filter((name) => !found.some((other) => builtOn[other]?.includes(name)))
  return others.length === 0 ? (only ?? null) : null
}

function seen(answer: Answer): Seen {
  const valuesOf = (name: string) =>
    answer.headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value)
  return {
    ...answer,
    front: [...valuesOf('server'), ...valuesOf('via')].join(', '),
    header: (name) => valuesOf(name).join(', '),
    sets: (cookie) => valuesOf('set-cookie').some((value) => cookie.test(value)),
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
