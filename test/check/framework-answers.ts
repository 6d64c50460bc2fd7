/** Answers of real servers for tests: what each sends for an unknown path, or for a body that is not JSON. */
import type { HeaderPair } from '../../server/wire.ts'
import type { Framework } from '../../server/words/check-fixes.ts'

export interface Recorded {
  /** The server and its version. */
  of: string
  status: number
  headers: HeaderPair[]
  body: string
}

export const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'
export const plain = 'text/plain; charset=utf-8'
/** As Node sends it with each answer. */
const node: HeaderPair[] = [
  ['Connection', 'keep-alive'],
  ['Keep-Alive', 'timeout=5'],
]

export const answer = (
  of: string,
  status: number,
  type: string,
  body: string,
  headers: HeaderPair[] = [],
): Recorded => ({ of, status, headers: [['Content-Type', type], ...headers], body })

const expressPage = (path: string) =>
  `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot GET ${path}</pre>\n</body>\n</html>\n`
const bySecurity: HeaderPair[] = [
  ['Content-Security-Policy', "default-src 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
]

/** Answers from which the framework is known. */
export const recognised: readonly [Framework, Recorded][] = [
  [
    'Express',
    answer('Express 5.3.0', 404, html, expressPage('/k3f9a'), [
      ['X-Powered-By', 'Express'],
      ...bySecurity,
      ...node,
    ]),
  ],
  [
    'Express',
    answer('Express 5.3.0 without x-powered-by', 404, html, expressPage('/k3f9a'), [...bySecurity, ...node]),
  ],
  [
    'Express',
    answer('Express 5.3.0, a route', 401, html, 'invalid signature', [['X-Powered-By', 'Express'], ...node]),
  ],
  [
    'Fastify',
    answer(
      'Fastify 5.12.8',
      404,
      json,
      '{"message":"Route GET:/k3f9a not found","error":"Not Found","statusCode":404}',
      node,
    ),
  ],
  [
    'Fastify',
    answer(
      'Fastify 5.12.8, not JSON',
      400,
      json,
      `{"statusCode":400,"code":"FST_ERR_CTP_INVALID_JSON_BODY","error":"Bad Request","message":"Body is not valid JSON but content-type is set to 'application/json'"}`,
      node,
    ),
  ],
  [
    'NestJS',
    answer(
      'NestJS 12.5.1 on Express',
      404,
      json,
      '{"message":"Cannot GET /k3f9a","error":"Not Found","statusCode":404}',
      [['X-Powered-By', 'Express'], ...node],
    ),
  ],
  ['Hono', answer('Hono 4.13.19', 404, 'text/plain; charset=UTF-8', '404 Not Found', node)],
  [
    'Koa',
    answer('Koa with koa-session', 200, plain, 'ok', [
      ['Set-Cookie', 'koa.sess=eyJ2aWV3cyI6MX0=; path=/; httponly'],
    ]),
  ],
  [
    'Next.js',
    answer('Next.js, a page', 404, html, '<script src="/_next/static/chunks/main.js"></script>', [
      ['X-Powered-By', 'Next.js'],
      ...node,
    ]),
  ],
  [
    'Flask',
    answer(
      'Flask 3.1.3 behind gunicorn',
      404,
      html,
      '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>\n',
      [['Server', 'gunicorn']],
    ),
  ],
  ['Flask', answer('Flask 3.1.3, a route', 200, html, 'ok', [['Server', 'Werkzeug/3.1.8 Python/3.11.7']])],
  [
    'FastAPI',
    answer('FastAPI on uvicorn', 404, 'application/json', '{"detail":"Not Found"}', [['server', 'uvicorn']]),
  ],
  [
    'FastAPI',
    answer(
      'FastAPI on uvicorn, a body without a field',
      422,
      'application/json',
      '{"detail":[{"type":"missing","loc":["body","id"],"msg":"Field required","input":{}}]}',
      [['server', 'uvicorn']],
    ),
  ],
  [
    'Django',
    answer(
      'Django',
      404,
      html,
      '\n<!doctype html>\n<html lang="en">\n<head>\n  <title>Not Found</title>\n</head>\n<body>\n  <h1>Not Found</h1><p>The requested resource was not found on this server.</p>\n</body>\n</html>\n',
    ),
  ],
  [
    'Rails',
    answer('Rails', 200, plain, '', [
      ['x-request-id', '7a1f6f0e-8f0b-4b57-9f7e-0a4b8c5c4a55'],
      ['x-runtime', '0.004211'],
    ]),
  ],
  [
    'Laravel',
    answer(
      'Laravel',
      404,
      'text/html; charset=UTF-8',
      '<!DOCTYPE html>\n<html lang="en">\n    <body class="antialiased">\n                    <div class="px-4 text-lg text-gray-500 border-r border-gray-400 tracking-wider">\n                        404                    </div>\n',
      [['X-Powered-By', 'PHP/8.2.36']],
    ),
  ],
  [
    'Laravel',
    answer('Laravel, an API', 404, 'application/json', '{"message":"The route k3f9a could not be found."}'),
  ],
  [
    'Laravel',
    answer('Laravel with an application name', 200, html, 'ok', [
      ['Set-Cookie', 'shop_session=eyJpdiI6Ik1qVkRtZz09IiwidmFsdWUiOiJ4In0%3D; path=/; httponly'],
    ]),
  ],
  [
    'Spring',
    answer(
      'Spring Boot 3',
      404,
      'application/json',
      '{"timestamp":"2026-01-01T09:00:00.000+00:00","status":404,"error":"Not Found","path":"/k3f9a"}',
    ),
  ],
  ['ASP.NET Core', answer('ASP.NET Core', 404, plain, '', [['Server', 'Kestrel']])],
  [
    'Go net/http',
    answer('Go 1.19.8', 404, plain, '404 page not found\n', [['X-Content-Type-Options', 'nosniff']]),
  ],
  [
    'PHP',
    answer(
      'PHP 8.2.36, its own server',
      404,
      'text/html; charset=UTF-8',
      '<h1>Not Found</h1><p>The requested resource <code class="url">/k3f9a</code> was not found on this server.</p>',
    ),
  ],
  ['PHP', answer('PHP 8.2.36, a script', 401, html, 'bad signature', [['X-Powered-By', 'PHP/8.2.36']])],
]

/** Answers that more than one kind of server may send. */
export const bare: readonly Recorded[] = [
  answer('Koa 3.3.0, or Node with the same words', 404, plain, 'Not Found', [
    ['Content-Length', '9'],
    ...node,
  ]),
  answer('Node, another text', 404, 'text/plain', '404 Not Found', node),
  answer('Node, JSON like that of FastAPI', 404, json, '{"detail":"Not Found"}', node),
  answer('Node, the same with its content type', 404, 'application/json', '{"detail":"Not Found"}', node),
  answer(
    'Node, JSON like that of Spring',
    500,
    json,
    '{"timestamp":"2026-01-01T09:00:00.000Z","status":500,"error":"Internal Server Error","path":"/hook"}',
    node,
  ),
  answer(
    'Django Ninja',
    422,
    json,
    '{"detail": [{"type": "missing", "loc": ["body"], "msg": "Field required"}]}',
  ),
  answer('Node, an unusual status', 419, plain, 'Page Expired', node),
  answer(
    'Python 3.11.7 http.server',
    404,
    'text/html;charset=utf-8',
    '<!DOCTYPE HTML>\n<html lang="en">\n    <head>\n        <title>Error response</title>\n    </head>\n    <body>\n        <h1>Error response</h1>\n        <p>Error code: 404</p>\n    </body>\n</html>\n',
    [['Server', 'SimpleHTTP/0.6 Python/3.11.7']],
  ),
  answer('IIS before Node', 404, plain, 'not found', [['X-Powered-By', 'ASP.NET']]),
  answer('nginx', 404, 'text/html', '<center>nginx/1.22.1</center>', [['Server', 'nginx/1.22.1']]),
  answer('an empty answer', 200, '', ''),
  answer('JSON that is no object', 200, json, 'null'),
  answer('JSON that breaks off', 400, json, '{"statusCode":'),
]
