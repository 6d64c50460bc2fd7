import { file, indent, type Line, quoted } from '../lines.ts'
import { remarks, says } from '../messages.ts'
import { signsHeaders, type Verification } from '../verification.ts'
import { openingLines } from './verify.ts'

const done = (id: string): Line => [`# ${remarks.repeats('its id')}`, `print("webhook", ${id}, body)`]

/** What else `verify` takes, by how the framework calls it. */
function further(verification: Verification, { method, query }: { method: string; query: string }): string {
  if (verification.kind === 'message') return `, ${method}`
  return 'url' in verification && verification.url === 'with-query' ? `, ${query}` : ''
}

const guarded = ({ kind }: Verification, called: string, refused: string): Line =>
  kind === 'none' ? called : ['try:', `    ${called}`, 'except Refused as refused:', `    return ${refused}`]

/**
 * How a header is read, as `verify` is given it.
 * @param value what it is, None where there is none
 */
const reader = (verification: Verification, value: string, remark?: string): Line => [
  '',
  'def header(name):',
  indent('    ', [
    remark && `# ${remark}`,
    signsHeaders(verification)
      ? [
          `value = ${value}`,
          `# ${remarks.utf8('Python')}`,
          'return value and value.encode("latin-1").decode(errors="replace")',
        ]
      : `return ${value}`,
  ]),
  '',
]

export const writeFlask = (verification: Verification): string =>
  file(
    openingLines(verification, { standard: ['os'], imports: 'from flask import Flask, request' }),
    '',
    '',
    'app = Flask(__name__)',
    '',
    '',
    `@app.post(${quoted(verification.path)})`,
    'def webhooks():',
    indent('    ', [
      `# ${remarks.raw}`,
      'body = request.get_data(cache=False)',
      reader(
        verification,
        'request.headers.get(name, type=str.strip)',
        'The server of Flask leaves spaces at its end.',
      ),
      guarded(
        verification,
        `webhook_id = verify(header, body${further(verification, { method: 'request.method', query: 'request.query_string.decode(errors="replace")' })})`,
        'refused.message, refused.status, {"Content-Type": "text/plain"}',
      ),
      done('webhook_id'),
      'return "OK"',
    ]),
    '',
    '',
    'if __name__ == "__main__":',
    '    app.run(port=int(os.environ.get("PORT", "3000")))',
  )

export const writeFastapi = (verification: Verification): string =>
  file(
    openingLines(verification, {
      standard: ['os'],
      imports: [
        'from fastapi import FastAPI, Request',
        'from fastapi.responses import PlainTextResponse',
        'from starlette.requests import ClientDisconnect',
      ],
    }),
    '',
    '',
    'app = FastAPI()',
    '',
    '',
    `@app.post(${quoted(verification.path)})`,
    'async def webhooks(request: Request):',
    indent('    ', [
      '# The bytes as they came: a parameter of a model would have been parsed already.',
      [
        'try:',
        '    body = await request.body()',
        'except ClientDisconnect:',
        `    return PlainTextResponse(${quoted(says.cut)}, 400)`,
      ],
      reader(
        verification,
        '", ".join(request.headers.getlist(name)) if name in request.headers else None',
        'A header may be repeated, which is a list with commas between.',
      ),
      guarded(
        verification,
        `webhook_id = verify(header, body${further(verification, { method: 'request.method', query: 'request.scope["query_string"].decode(errors="replace")' })})`,
        'PlainTextResponse(refused.message, refused.status)',
      ),
      done('webhook_id'),
      'return PlainTextResponse("OK")',
    ]),
    '',
    '',
    'if __name__ == "__main__":',
    '    import uvicorn',
    '',
    '    uvicorn.run(app, port=int(os.environ.get("PORT", "3000")))',
  )

export const writeDjango = (verification: Verification): string =>
  file(
    openingLines(verification, {
      standard: ['os', 'sys'],
      imports: [
        'from django.conf import settings',
        'from django.core.management import execute_from_command_line',
        'from django.http import HttpResponse',
        'from django.urls import path',
        'from django.views.decorators.csrf import csrf_exempt',
        'from django.views.decorators.http import require_POST',
      ],
    }),
    '',
    '',
    '# A sender of webhooks has no CSRF token; the signature stands in for it.',
    '@csrf_exempt',
    '@require_POST',
    'def webhooks(request):',
    indent('    ', [
      '# The bytes as they came, to be read before request.POST, which would use them up.',
      'body = request.body',
      'if not body and "Transfer-Encoding" in request.headers:',
      '    # Django reads by the Content-Length under WSGI, whatever the server has put together.',
      `    return HttpResponse(${quoted(says.noLength)}, status=411, content_type="text/plain")`,
      reader(verification, 'request.headers.get(name)'),
      guarded(
        verification,
        `webhook_id = verify(header, body${further(verification, { method: 'request.method', query: 'request.META["QUERY_STRING"]' })})`,
        'HttpResponse(refused.message, status=refused.status, content_type="text/plain")',
      ),
      done('webhook_id'),
      'return HttpResponse("OK", content_type="text/plain")',
    ]),
    '',
    '',
    `urlpatterns = [path(${quoted(verification.path.slice(1))}, webhooks)]`,
    '',
    '# A project has its own settings and manage.py: there, keep verify, the view and its path.',
    'if __name__ == "__main__":',
    '    settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["localhost", "127.0.0.1"])',
    '    execute_from_command_line([sys.argv[0], "runserver", "--noreload", os.environ.get("PORT", "3000")])',
  )
