import { file, indent, type Line, quoted } from '../lines.ts'
import { remarks } from '../messages.ts'
import { signsHeaders, type Verification } from '../verification.ts'
import { cryptoNames, verifyLines } from './verify.ts'

function opening(verification: Verification, imports: Line, atStart: boolean): Line {
  const names = cryptoNames(verification)
  return [
    `// ${remarks.head(verification)}`,
    names.length > 0 && `import { ${names.join(', ')} } from "node:crypto";`,
    imports,
    '',
    verifyLines(verification, { atStart }),
    '',
  ]
}

const done: Line = [`// ${remarks.repeats('its id')}`, 'console.log("webhook", id, body.toString());']

/** `lines` where the webhook is genuine, and what is answered where it is not. */
function guarded(verification: Verification, by: string, lines: Line[], refused: string): Line {
  if (verification.kind === 'none') return indent(by, lines)
  return indent(by, [
    'try {',
    indent('  ', lines),
    '} catch (error) {',
    '  if (!(error instanceof Refused)) throw error;',
    `  ${refused}`,
    '}',
  ])
}

/** Whether the query is signed, as it came; whether the method is. */
const query = (verification: Verification) => 'url' in verification && verification.url === 'with-query'
const method = ({ kind }: Verification) => kind === 'message'

/** The text of a header, where that is signed as its bytes have it. */
const header = (verification: Verification, called: string) =>
  `header: (name) => ${signsHeaders(verification) ? `utf8(${called})` : called},`

const listening = (ready: string, { path }: Verification) =>
  `console.log(\`Listening on http://127.0.0.1:\${${ready}}${path}\`)`

export const writeExpress = (verification: Verification): string =>
  file(
    opening(verification, 'import express from "express";', true),
    'const app = express();',
    '',
    '// The raw bytes, for this path alone: express.json() in front of it would use them up. Nothing is unzipped, since',
    '// the signature is of what was sent.',
    'const raw = express.raw({ type: () => true, inflate: false, limit: "5mb" });',
    '',
    `app.post(${quoted(verification.path)}, raw, (request, response) => {`,
    '  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);',
    guarded(
      verification,
      '  ',
      [
        'const id = verify({',
        `  ${header(verification, 'request.get(name)')}`,
        '  body,',
        method(verification) && '  method: request.method,',
        query(verification) && '  query: request.originalUrl.split("?")[1] ?? "",',
        '});',
        done,
        'response.sendStatus(200);',
      ],
      'response.status(error.status).type("text").send(error.message);',
    ),
    '});',
    '',
    'const server = app.listen(process.env.PORT ?? 3000, "127.0.0.1", () =>',
    `  ${listening('server.address().port', verification)},`,
    ');',
  )

export const writeHono = (verification: Verification): string =>
  file(
    opening(
      verification,
      ['import { serve } from "@hono/node-server";', 'import { Hono } from "hono";'],
      true,
    ),
    'const app = new Hono();',
    '',
    `app.post(${quoted(verification.path)}, async (c) => {`,
    `  // ${remarks.raw}`,
    '  const body = Buffer.from(await c.req.arrayBuffer());',
    guarded(
      verification,
      '  ',
      [
        'const id = verify({',
        `  ${header(verification, 'c.req.header(name)')}`,
        '  body,',
        method(verification) && '  method: c.req.method,',
        query(verification) && '  query: new URL(c.req.url).search.slice(1),',
        '});',
        done,
        'return c.text("OK");',
      ],
      'return c.text(error.message, error.status);',
    ),
    '});',
    '',
    'serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 3000) }, ({ port }) =>',
    `  ${listening('port', verification)},`,
    ');',
  )

export const writeFastify = (verification: Verification): string =>
  file(
    opening(verification, 'import Fastify from "fastify";', true),
    'const app = Fastify();',
    '',
    '// In a scope of its own, so that other routes keep their parsers.',
    'app.register(async (scope) => {',
    '  scope.removeAllContentTypeParsers();',
    `  // ${remarks.raw}`,
    '  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));',
    '',
    `  scope.post(${quoted(verification.path)}, async (request, reply) => {`,
    '    const body = request.body ?? Buffer.alloc(0);',
    guarded(
      verification,
      '    ',
      [
        'const id = verify({',
        `  ${header(verification, 'request.headers[name.toLowerCase()]')}`,
        '  body,',
        method(verification) && '  method: request.method,',
        query(verification) && '  query: request.url.split("?")[1] ?? "",',
        '});',
        done,
        'return reply.send("OK");',
      ],
      'return reply.code(error.status).send(error.message);',
    ),
    '  });',
    '});',
    '',
    'await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT ?? 3000) });',
    `${listening('app.server.address().port', verification)};`,
  )

export const writeNext = (verification: Verification): string =>
  file(
    opening(verification, undefined, false),
    '// Where package.json says "type": "commonjs", as npm init -y writes it, Next takes no import and no export:',
    '// npm pkg delete type',
    '// node:crypto is not there in the edge runtime.',
    `export const runtime = ${quoted('nodejs')};`,
    '',
    'export async function POST(request) {',
    verification.kind !== 'none' &&
      '  if (!secret) throw new Error("Set WEBHOOK_SECRET, for example in .env.local.");',
    `  // ${remarks.raw}`,
    '  const body = Buffer.from(await request.arrayBuffer());',
    guarded(
      verification,
      '  ',
      [
        'const id = verify({',
        `  ${header(verification, 'request.headers.get(name) ?? undefined')}`,
        '  body,',
        method(verification) && '  method: request.method,',
        query(verification) && '  query: new URL(request.url).search.slice(1),',
        '});',
        done,
        'return new Response("OK");',
      ],
      'return new Response(error.message, { status: error.status });',
    ),
    '}',
  )
