/**
 * Words for how a receiver's problem is mended, in general and in its framework, and why the problem matters.
 * Over 300 lines: one table, with a row for each problem and how each framework mends it.
 */

/** Named as their makers write them. The order has no meaning. */
export const frameworks = [
  'Express',
  'Fastify',
  'Next.js',
  'NestJS',
  'Hono',
  'Koa',
  'Flask',
  'FastAPI',
  'Django',
  'Rails',
  'Laravel',
  'Spring',
  'ASP.NET Core',
  'Go net/http',
  'PHP',
] as const
export type Framework = (typeof frameworks)[number]

/** What a fix says of the scheme. */
export interface SchemeLimits {
  /** How far a timestamp may be from now, in seconds; null sets no limit. */
  toleranceS: number | null
  /** The headers with the signature. */
  signature: readonly string[]
}

type Text = string | ((limits: SchemeLimits) => string)

interface FixWords {
  why: string
  /** What to do, in any language. */
  fix: Text
  /** How a framework does this. Others need no more than `fix`. */
  own?: Partial<Record<Framework, Text>>
}

const tolerance = ({ toleranceS }: SchemeLimits): string => `${toleranceS ?? 300} seconds`
const header = ({ signature }: SchemeLimits): string => signature.join(' and ') || 'signature'
/** An example with the name of the scheme's header in it. */
const naming =
  (example: (name: string) => string) =>
  ({ signature }: SchemeLimits): string =>
    example(signature[0] ?? 'webhook-signature')
/** A header as CGI and its heirs name it. */
const cgi = (name: string): string => `HTTP_${name.toUpperCase().replaceAll('-', '_')}`

/** How each framework hands over the bytes of the body. */
const rawBody: Record<Framework, string> = {
  Express:
    "app.post('/webhooks', express.raw({ type: 'application/json' }), handler)   // before app.use(express.json())\nreq.body is then the Buffer to verify.",
  Fastify:
    "app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body))\nrequest.body is then the Buffer to verify. Register both in a plugin, so that other routes keep their parser.",
  'Next.js':
    'const body = await request.text()   // in the route handler, instead of request.json()\nWith the Pages Router: export const config = { api: { bodyParser: false } }, and read the stream.',
  NestJS:
    'const app = await NestFactory.create(AppModule, { rawBody: true })\nVerify request.rawBody of @Req() request: RawBodyRequest<Request>.',
  Hono: 'const body = await c.req.text()   // instead of c.req.json(); then JSON.parse(body)',
  Koa: 'Verify ctx.request.rawBody of @koa/bodyparser, not ctx.request.body.',
  Flask: 'body = request.get_data()   # bytes; before request.get_json()',
  FastAPI:
    'async def webhook(request: Request):\n    body = await request.body()   # bytes; no model as a parameter of this route',
  Django: 'body = request.body   # bytes; verify these, then json.loads(body)',
  Rails: 'body = request.raw_post   # not params.to_json',
  Laravel: '$body = $request->getContent();   // not json_encode($request->all())',
  Spring: 'Take @RequestBody byte[] body, verify it, then objectMapper.readValue(body, Event.class).',
  'ASP.NET Core':
    'using var buffer = new MemoryStream();\nawait Request.Body.CopyToAsync(buffer);   // no [FromBody] parameter on this action\nvar body = buffer.ToArray();',
  'Go net/http': 'body, err := io.ReadAll(r.Body)   // verify these bytes, then json.Unmarshal(body, &event)',
  PHP: "$body = file_get_contents('php://input');   // not $_POST, not json_encode(json_decode(...))",
}

/** How each framework refuses with a status. */
const refusing: Record<Framework, string> = {
  Express: "catch { return res.status(401).send('invalid signature') }",
  Fastify: "catch { return reply.code(401).send({ error: 'invalid signature' }) }",
  'Next.js': "catch { return new Response('invalid signature', { status: 401 }) }",
  NestJS: "catch { throw new UnauthorizedException('invalid signature') }",
  Hono: "catch { return c.text('invalid signature', 401) }",
  Koa: "catch { ctx.throw(401, 'invalid signature') }",
  Flask: 'except InvalidSignature: return "invalid signature", 401',
  FastAPI: 'except InvalidSignature: raise HTTPException(401, "invalid signature")',
  Django: 'except InvalidSignature: return HttpResponse("invalid signature", status=401)',
  Rails: 'rescue InvalidSignature then head :unauthorized',
  Laravel: "catch (InvalidSignature $e) { return response('invalid signature', 401); }",
  Spring: 'catch (InvalidSignature e) { return ResponseEntity.status(401).body("invalid signature"); }',
  'ASP.NET Core':
    'catch (InvalidSignature) { return Unauthorized(); }   // minimal API: Results.Unauthorized()',
  'Go net/http': 'http.Error(w, "invalid signature", http.StatusUnauthorized); return',
  PHP: "catch (InvalidSignature $e) { http_response_code(401); exit('invalid signature'); }",
}

/** The comparison in constant time of each language. */
const node =
  'const same = a.length === b.length && crypto.timingSafeEqual(a, b)   // Buffers of both signatures'
const python = 'same = hmac.compare_digest(expected, given)   # both as bytes'
const php = '$same = hash_equals($expected, $given);'
const comparing: Record<Framework, string> = {
  Express: node,
  Fastify: node,
  'Next.js': node,
  NestJS: node,
  Hono: node,
  Koa: node,
  Flask: python,
  FastAPI: python,
  Django: python,
  Rails: 'same = ActiveSupport::SecurityUtils.secure_compare(expected, given)',
  Laravel: php,
  Spring: 'boolean same = MessageDigest.isEqual(expected, given);   // byte[] of both signatures',
  'ASP.NET Core':
    'var same = CryptographicOperations.FixedTimeEquals(expected, given);   // bytes of both signatures',
  'Go net/http': 'same := hmac.Equal(expected, given)   // bytes of both signatures',
  PHP: php,
}

const bodyLimits: Partial<Record<Framework, string>> = {
  Express: "express.raw({ type: 'application/json', limit: '1mb' })   // the default is 100kb",
  Fastify:
    'Fastify({ bodyLimit: 1048576 })   // the default is 1 MiB; a proxy before the receiver may set less',
  'Next.js':
    "Route handlers set no limit of their own. With the Pages Router: export const config = { api: { bodyParser: { sizeLimit: '1mb' } } }",
  NestJS: "app.useBodyParser('json', { limit: '1mb' })   // of NestExpressApplication; the default is 100kb",
  Hono: 'bodyLimit({ maxSize: 1024 * 1024 })   // if the app uses the middleware bodyLimit',
  Koa: "bodyParser({ jsonLimit: '1mb' })",
  Flask: "app.config['MAX_CONTENT_LENGTH'] = 1024 * 1024",
  Django: 'DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024   # the default is 2.5 MB',
  Laravel: 'post_max_size = 1M   ; in php.ini',
  Spring:
    'Tomcat has no limit for JSON: look for a filter or a proxy.\nspring.http.codecs.max-in-memory-size=1MB   # WebFlux',
  'ASP.NET Core': '[RequestSizeLimit(1_048_576)]   // on the action; the default is about 30 MB',
  'Go net/http': 'r.Body = http.MaxBytesReader(w, r.Body, 1<<20)',
  PHP: 'post_max_size = 1M   ; in php.ini',
}

const guards: Partial<Record<Framework, string>> = {
  Express: "app.post('/webhooks', …) goes before app.use(csrf).",
  'Next.js':
    'Leave the path out in middleware.ts (proxy.ts since Next.js 16): the matcher of its config decides.',
  Fastify: 'Do not add fastify.csrfProtection as a hook of this route.',
  Hono: 'Do not apply the middleware csrf() to this path.',
  NestJS: "Apply the CSRF middleware with consumer.apply(…).exclude('webhooks').",
  Koa: 'Mount the webhook route before the CSRF middleware.',
  Flask: '@csrf.exempt   # above the view; csrf is the CSRFProtect of Flask-WTF',
  Django: '@csrf_exempt   # from django.views.decorators.csrf, above the view',
  Rails: 'skip_forgery_protection   # in the controller of the webhook',
  Laravel:
    "$middleware->validateCsrfTokens(except: ['webhooks/*']);   // in withMiddleware() of bootstrap/app.php\nOr put the route into routes/api.php.",
  Spring: 'http.csrf(csrf -> csrf.ignoringRequestMatchers("/webhooks/**"));',
  'ASP.NET Core': '[IgnoreAntiforgeryToken]   // on the action; minimal API: .DisableAntiforgery()',
}

const logins: Partial<Record<Framework, string>> = {
  'Next.js': 'Leave the path out in the matcher of middleware.ts (proxy.ts since Next.js 16).',
  NestJS: 'Mark the handler as public for your global AuthGuard.',
  Flask: 'Remove @login_required from the view, or exempt it in before_request.',
  FastAPI: 'Register the route without the authentication dependency of its router.',
  Django: 'Remove @login_required; since Django 5.1, put @login_not_required above the view.',
  Rails: 'skip_before_action :authenticate_user!   # Devise; in Rails 8: allow_unauthenticated_access',
  Laravel: "Move the route out of the group with middleware 'auth'.",
  Spring:
    'http.authorizeHttpRequests(a -> a.requestMatchers("/webhooks/**").permitAll().anyRequest().authenticated());',
  'ASP.NET Core': '[AllowAnonymous]   // on the action; minimal API: .AllowAnonymous()',
}

const redirects: Partial<Record<Framework, string>> = {
  'Next.js':
    'Use the URL without the slash at its end, or set skipTrailingSlashRedirect: true in next.config.',
  Flask: "@app.post('/webhooks', strict_slashes=False)",
  FastAPI: 'app = FastAPI(redirect_slashes=False), and use the path exactly as the route has it.',
  Django:
    'Give the URL the slash of the path in urls.py. APPEND_SLASH redirects; SECURE_SSL_REDIRECT does too.',
  Rails: 'config.force_ssl redirects http:// to https://. Use the https URL.',
  'ASP.NET Core': 'app.UseHttpsRedirection() redirects http:// to https://. Use the https URL.',
  'Go net/http':
    'A pattern that ends with a slash redirects the path without it. Register the path as the URL has it.',
}

const crashes: Partial<Record<Framework, string>> = {
  Express:
    'Express 4 does not catch a rejected promise: use Express 5, or await inside try/catch and call next(error).',
  Fastify:
    'Await all work in an async handler: Fastify answers 500 for its errors. Add .catch() to any promise that is not awaited.',
  'Next.js':
    'Await all work in the handler, or hand it to after(). Add .catch() to any promise that is not awaited.',
  NestJS: 'Await or return every promise of the handler, so that the exception filter sees the error.',
  Hono: 'Await all work in the handler: app.onError sees its errors. Add .catch() to any promise that is not awaited.',
  Koa: 'Await next() and all work: Koa answers 500 for errors of awaited code. Add .catch() to other promises.',
  'Go net/http':
    'net/http recovers a panic of the handler only. A goroutine that you start needs its own recover.',
}

const leaking: Partial<Record<Framework, string>> = {
  Express: 'NODE_ENV=production   # without this, Express sends the stack trace of an error',
  Fastify:
    "app.setErrorHandler((error, request, reply) => reply.code(error.statusCode ?? 500).send({ error: 'failed' }))",
  'Next.js': 'Run next build and next start, not next dev.',
  NestJS: 'Do not put error.stack or the cause into the answer of an exception filter.',
  Hono: "app.onError((error, c) => c.text('failed', 500))",
  Koa: 'ctx.throw(500) hides its message; an error with expose: true shows it.',
  Flask: 'Run with a WSGI server and without debug=True.',
  FastAPI: 'app = FastAPI(debug=False), and no traceback in an exception handler.',
  Django: 'DEBUG = False   # in settings.py',
  Rails: 'config.consider_all_requests_local = false   # as in the production environment',
  Laravel: 'APP_DEBUG=false   # in .env',
  Spring:
    'spring.web.error.include-stacktrace=never   # Spring Boot 4; before: server.error.include-stacktrace',
  'ASP.NET Core':
    'ASPNETCORE_ENVIRONMENT=Production, and app.UseDeveloperExceptionPage() only in development.',
  'Go net/http': 'http.Error(w, "failed", http.StatusInternalServerError)   // log err; do not send it',
  PHP: 'display_errors = Off   ; in php.ini',
}

const answeringFirst: Partial<Record<Framework, string>> = {
  'Next.js':
    "import { after } from 'next/server'; store the event, after(() => work(event)), return the response.",
  NestJS: "await this.queue.add('webhook', event)   // BullMQ; the processor does the work",
  FastAPI: 'Store the event, then background_tasks.add_task(work, event), or a queue such as Celery.',
  Flask: 'work.delay(event)   # Celery or RQ',
  Django: 'transaction.on_commit(lambda: work.delay(event_id))   # Celery or RQ',
  Rails: 'WebhookJob.perform_later(event_id); head :ok',
  Laravel: 'ProcessWebhook::dispatch($event);   // implements ShouldQueue; QUEUE_CONNECTION other than sync',
  Spring: 'Store the event and hand it to an @Async method or a queue.',
  'ASP.NET Core': 'Write the event to a Channel<T> that a BackgroundService reads.',
}

const lenient: Partial<Record<Framework, string>> = {
  Express: 'zod: z.object() or z.looseObject(), not z.strictObject(). Joi: .unknown(true).',
  Fastify:
    "No additionalProperties: false in the route's body schema. (Fastify's default removes such fields.)",
  'Next.js': 'zod: z.object() or z.looseObject(), not z.strictObject().',
  NestJS: 'new ValidationPipe({ whitelist: true })   // without forbidNonWhitelisted: true',
  Hono: 'zod: z.object() or z.looseObject(), not z.strictObject().',
  Koa: 'zod: z.object() or z.looseObject(), not z.strictObject(). Joi: .unknown(true).',
  FastAPI: "model_config = ConfigDict(extra='ignore')   # not 'forbid'",
  Flask: 'marshmallow: class Meta: unknown = EXCLUDE. pydantic: extra="ignore".',
  Rails:
    'Use params.permit with config.action_controller.action_on_unpermitted_parameters = :log, not :raise.',
  Spring: 'spring.jackson.deserialization.fail-on-unknown-properties=false   # the default of Spring Boot',
  'ASP.NET Core': '[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Skip)]   // on the class',
  'Go net/http': 'Remove decoder.DisallowUnknownFields().',
}

const parsing: Partial<Record<Framework, string>> = {
  'Next.js': "try { event = JSON.parse(body) } catch { return new Response('not JSON', { status: 400 }) }",
  Express: "try { event = JSON.parse(req.body) } catch { return res.status(400).send('not JSON') }",
  Fastify: "try { event = JSON.parse(body) } catch { return reply.code(400).send({ error: 'not JSON' }) }",
  NestJS: "try { event = JSON.parse(body) } catch { throw new BadRequestException('not JSON') }",
  Hono: "try { event = JSON.parse(body) } catch { return c.text('not JSON', 400) }",
  Koa: "try { event = JSON.parse(body) } catch { ctx.throw(400, 'not JSON') }",
  Flask: 'event = request.get_json()   # answers 400 by itself; json.loads needs try/except ValueError',
  FastAPI: 'except ValueError: raise HTTPException(400, "not JSON")   # around json.loads(body)',
  Django:
    'except ValueError: return HttpResponse("not JSON", status=400)   # around json.loads(request.body)',
  Rails: 'rescue JSON::ParserError then head :bad_request',
  Laravel: '$event = json_decode($body, true); if (! is_array($event)) abort(400);',
  Spring: 'catch (JacksonException e) { return ResponseEntity.badRequest().build(); }',
  'ASP.NET Core': 'catch (JsonException) { return BadRequest(); }',
  'Go net/http':
    'if err := json.Unmarshal(body, &event); err != nil { http.Error(w, "not JSON", 400); return }',
  PHP: '$event = json_decode($body, true); if (!is_array($event)) { http_response_code(400); exit; }',
}

const routing: Partial<Record<Framework, string>> = {
  Express: "app.post('/webhooks', handler)",
  Fastify: "app.post('/webhooks', handler)",
  'Next.js': 'export async function POST(request: Request) { … }   // app/webhooks/route.ts',
  NestJS: "@Controller('webhooks') with @Post()   // a global prefix is part of the path",
  Hono: "app.post('/webhooks', handler)",
  Koa: "router.post('/webhooks', handler); app.use(router.routes()).use(router.allowedMethods())",
  Flask: "@app.post('/webhooks')",
  FastAPI: "@app.post('/webhooks')   # the prefix of a router is part of the path",
  Django: "path('webhooks/', webhook)   # with @require_POST above the view",
  Rails: "post '/webhooks', to: 'webhooks#create'",
  Laravel: "Route::post('/webhooks', …)   // in routes/api.php the path begins with /api",
  Spring: '@PostMapping("/webhooks")',
  'ASP.NET Core': 'app.MapPost("/webhooks", …), or [HttpPost("/webhooks")] on the action',
  'Go net/http': 'mux.HandleFunc("POST /webhooks", handler)   // since Go 1.22; before: compare r.Method',
  PHP: "if ($_SERVER['REQUEST_METHOD'] !== 'POST') { http_response_code(405); exit; }",
}

const headerReading: Partial<Record<Framework, Text>> = {
  Express: naming((name) => `req.get('${name}')`),
  Fastify: naming(
    (name) => `request.headers['${name.toLowerCase()}']   // in small letters; not request.raw.rawHeaders`,
  ),
  'Next.js': naming((name) => `request.headers.get('${name}')`),
  NestJS: naming((name) => `@Headers('${name}') signature: string`),
  Hono: naming((name) => `c.req.header('${name}')`),
  Koa: naming((name) => `ctx.get('${name}')`),
  Flask: naming((name) => `request.headers.get('${name}')`),
  FastAPI: naming((name) => `request.headers.get('${name}')`),
  Django: naming((name) => `request.headers.get('${name}')   # or request.META['${cgi(name)}']`),
  Rails: naming((name) => `request.headers['${name}']`),
  Laravel: naming((name) => `$request->header('${name}')`),
  Spring: naming((name) => `@RequestHeader("${name}") String signature`),
  'ASP.NET Core': naming((name) => `Request.Headers["${name}"]`),
  'Go net/http': naming((name) => `r.Header.Get("${name}")   // not r.Header["${name}"]`),
  PHP: naming((name) => `$_SERVER['${cgi(name)}']`),
}

const digestOfNode = "crypto.createHmac('sha256', key).update(signed).digest('base64')"
const digestOfPython = 'base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())   # not hexdigest()'
const digestOfPhp = "base64_encode(hash_hmac('sha256', $signed, $key, true))   // true: bytes, not hex"
const hexInBase64: Partial<Record<Framework, string>> = {
  Express: digestOfNode,
  Fastify: digestOfNode,
  'Next.js': digestOfNode,
  NestJS: digestOfNode,
  Hono: digestOfNode,
  Koa: digestOfNode,
  Flask: digestOfPython,
  FastAPI: digestOfPython,
  Django: digestOfPython,
  Rails: "Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', key, signed))   # not hexdigest",
  Laravel: digestOfPhp,
  PHP: digestOfPhp,
}

const unixOfNode = 'Date.now() / 1000'
const unixOfPython = 'time.time()   # not datetime.utcnow().timestamp(), which takes UTC for local time'
const unixTime: Record<Framework, string> = {
  Express: unixOfNode,
  Fastify: unixOfNode,
  'Next.js': unixOfNode,
  NestJS: unixOfNode,
  Hono: unixOfNode,
  Koa: unixOfNode,
  Flask: unixOfPython,
  FastAPI: unixOfPython,
  Django: unixOfPython,
  Rails: 'Time.now.to_i   # not Time.parse of a text without a zone',
  Laravel: 'time()',
  Spring: 'Instant.now().getEpochSecond()   // not LocalDateTime.now()',
  'ASP.NET Core': 'DateTimeOffset.UtcNow.ToUnixTimeSeconds()   // not DateTime.Now',
  'Go net/http': 'time.Now().Unix()',
  PHP: 'time()   // not strtotime() of a text without a zone',
}

const chunked: Partial<Record<Framework, string>> = {
  Flask:
    'Serve with gunicorn or waitress. Flask reads no body without a content-length, unless the server sets wsgi.input_terminated.',
  Django:
    'Serve with waitress, or behind a proxy that buffers requests, such as nginx: under WSGI, Django reads no body without a content-length.',
  'Go net/http': 'io.ReadAll(r.Body)   // r.ContentLength is -1 here; do not make the buffer from it',
  PHP: "file_get_contents('php://input')   // not fread by $_SERVER['CONTENT_LENGTH']",
  'ASP.NET Core': 'Request.Body.CopyToAsync(…)   // Request.ContentLength is null here',
  Rails: 'request.raw_post   # not request.body.read(request.content_length)',
}

const charsets: Partial<Record<Framework, string>> = {
  Express: "req.is('application/json')   // takes the parameter; a comparison with === does not",
  Fastify: "Register the parser for 'application/json' as a string: this matches with parameters too.",
  'Next.js': "request.headers.get('content-type')?.startsWith('application/json')",
  Hono: "c.req.header('content-type')?.startsWith('application/json')",
  Koa: "ctx.is('application/json')",
  Flask: "request.mimetype == 'application/json', or request.is_json",
  FastAPI: "request.headers['content-type'].startswith('application/json')",
  Django: "request.content_type == 'application/json'   # comes without parameters",
  Rails: "request.media_type == 'application/json'   # not request.headers['Content-Type']",
  Laravel: '$request->isJson()',
  Spring: '@PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)   // takes parameters',
  'ASP.NET Core': 'Request.HasJsonContentType()',
  'Go net/http': 'mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))',
}

const hosts: Partial<Record<Framework, string>> = {
  Django: "ALLOWED_HOSTS = ['localhost', '127.0.0.1', 'hooks.example.com']",
  Rails: "config.hosts << 'hooks.example.com'",
  'ASP.NET Core': '"AllowedHosts": "localhost;hooks.example.com"   in appsettings.json',
}

const uniqueKey =
  'Store the id of the event under a unique key, in the transaction of the work. If the key exists, answer 200 and do nothing.'

/** How each framework processes an event once. */
const storingOnce: FixWords['own'] = {
  Django: 'with transaction.atomic(): _, created = Event.objects.get_or_create(id=event_id)   # primary key',
  Rails: 'Event.create!(webhook_id: id)   # unique index; rescue ActiveRecord::RecordNotUnique then head :ok',
  Laravel: "if (DB::table('events')->insertOrIgnore(['id' => $id]) === 0) return response('', 200);",
  Spring:
    'In one @Transactional method: insert the id first, and catch DuplicateKeyException around the call.',
}

const table = {
  valid_refused: {
    why: 'The receiver loses real events.',
    fix: 'Read the answer and the log of the receiver. Compare the secret, the scheme and the URL with those of this check.',
  },
  raw_body: {
    why: 'A parser changes white space, order, escapes and numbers. The signature covers the bytes as sent.',
    fix: 'Verify the bytes of the body as they arrived. Parse them afterwards.',
    own: rawBody,
  },
  missing_signature_check: {
    why: 'Anyone who knows the URL can send you events.',
    fix: (limits) =>
      `Compute the signature over the bytes of the body, compare the whole in constant time, and refuse a missing or wrong ${header(limits)} header.`,
    own: comparing,
  },
  partial_comparison: {
    why: 'A comparison of a part, or without letter case, makes a signature easier to guess.',
    fix: 'Compare the whole signature, exactly and in constant time.',
    own: comparing,
  },
  header_name_case: {
    why: 'Header names have no letter case. Proxies and HTTP/2 write them in small letters.',
    fix: 'Look headers up without regard to letter case.',
    own: headerReading,
  },
  secret_form: {
    why: 'With another key, no signature matches.',
    fix: 'Use the key in the form of the scheme. With Standard Webhooks: remove whsec_ and decode the rest from base64. Other schemes mostly use the text as is.',
  },
  other_secret: {
    why: 'With another secret, no signature matches.',
    fix: 'Compare the secrets, also for white space and quotation marks at their ends. Restart the receiver after a change.',
  },
  wrong_encoding: {
    why: 'The same signature in another notation is another text.',
    fix: 'Write the digest as the scheme does: base64 with Standard Webhooks, hex with Stripe, GitHub and Slack.',
  },
  hex_in_base64: {
    why: 'The base64 of a hex text is another text than the base64 of the bytes.',
    fix: 'Encode the bytes of the digest once: ask the HMAC for bytes, not for hex.',
    own: hexInBase64,
  },
  wrong_digest: {
    why: 'Another hash function gives another signature.',
    fix: 'Use the hash function of the scheme. Most schemes use HMAC with SHA-256.',
  },
  signed_content: {
    why: 'The signature covers an exact text. Any other text has another signature.',
    fix: 'Sign exactly what the scheme signs. Standard Webhooks: the id, the timestamp in seconds and the body, joined by dots.',
  },
  signed_url: {
    why: 'This scheme signs the URL. Behind a proxy, the receiver sees another one than the sender.',
    fix: 'Verify with the public URL, exactly as it is registered: scheme, host, port, path and query.',
    own: {
      Express: "app.set('trust proxy', 1)   // then req.protocol is that of the proxy's client",
      Fastify: 'Fastify({ trustProxy: true })',
      Koa: 'app.proxy = true',
      Flask: 'app.wsgi_app = ProxyFix(app.wsgi_app, x_proto=1, x_host=1)',
      FastAPI: 'uvicorn --proxy-headers --forwarded-allow-ips=ADDRESS',
      Django: "SECURE_PROXY_SSL_HEADER = ('HTTP_X_FORWARDED_PROTO', 'https'); USE_X_FORWARDED_HOST = True",
      Laravel: "$middleware->trustProxies(at: 'ADDRESS');   // in bootstrap/app.php",
      Spring: 'server.forward-headers-strategy=framework',
      'ASP.NET Core': 'app.UseForwardedHeaders();   // with XForwardedProto and XForwardedHost',
    },
  },
  other_header: {
    why: 'Without the right header, the receiver finds no signature.',
    fix: (limits) => `Read the signature from ${header(limits)}.`,
  },
  other_scheme: {
    why: 'Each vendor signs in a way of its own.',
    fix: 'Verify with the scheme of the sender, or check with the scheme of your receiver: --scheme.',
  },
  version_prefix: {
    why: 'The version says how a signature is made. A receiver that ignores it may take an old or weak signature.',
    fix: 'Split each signature into version and value. Accept only the versions you know, and pass over the others.',
  },
  several_signatures: {
    why: 'During a rotation, the header has one signature for each secret.',
    fix: 'Split the header, and accept if any signature matches any of your secrets.',
  },
  timestamp_tolerance: {
    why: 'Anyone who records a delivery can send the same request again later.',
    fix: (limits) =>
      `After the signature is verified, refuse a timestamp older than ${tolerance(limits)}. Compare seconds with seconds.`,
  },
  clock: {
    why: 'A receiver with another time takes every delivery for an old one.',
    fix: 'Compare Unix seconds, which have no time zone. Set the clock of the machine with NTP.',
    own: unixTime,
  },
  future_tolerance: {
    why: 'A timestamp far ahead stays valid for as long.',
    fix: (limits) =>
      `Refuse a timestamp more than ${tolerance(limits)} ahead: compare the absolute difference.`,
  },
  id_not_signed: {
    why: 'With another id, a recorded delivery passes for a new event.',
    fix: 'Include the id from the header in the signed text: id, timestamp and body, joined by dots.',
  },
  timestamp_not_signed: {
    why: 'With a new timestamp, a recorded delivery stays valid for ever.',
    fix: 'Include the timestamp from the header in the signed text, exactly as written there.',
  },
  refuse_with_4xx: {
    why: 'HTTP 5xx means that your receiver is broken: the sender sends the forged request again and again.',
    fix: 'Catch the error of the verification, and answer 401 (or 400, 403).',
    own: refusing,
  },
  refused_with_success: {
    why: 'HTTP 2xx tells the sender that your receiver accepted the forged request.',
    fix: 'Catch the error of the verification, and answer 401 (or 400, 403).',
    own: refusing,
  },
  server_error: {
    why: 'The sender repeats the delivery, and gives up in the end.',
    fix: 'Read the error in the log of the receiver, and handle it. A valid delivery gets HTTP 2xx.',
  },
  success_status: {
    why: 'The sender takes any other status for a failure, and sends the event again.',
    fix: 'Answer 200 when the event is stored.',
  },
  body_limit: {
    why: 'Large events are lost.',
    fix: 'Collect all chunks of the body before you verify. Raise its limit to 1 MB, also in a proxy before the receiver.',
    own: bodyLimits,
  },
  content_type: {
    why: 'The receiver refuses the delivery before it reads the body.',
    fix: 'Accept the content type application/json, with or without parameters.',
    own: charsets,
  },
  charset_parameter: {
    why: 'Senders and proxies add "; charset=utf-8". The meaning is the same.',
    fix: 'Compare the media type without its parameters.',
    own: charsets,
  },
  chunked: {
    why: 'Proxies and HTTP libraries send bodies without a content-length.',
    fix: 'Read the body to its end. Do not ask for a content-length header.',
    own: chunked,
  },
  non_ascii: {
    why: 'Names and texts of real events have accents, other scripts and emoji.',
    fix: 'Verify the bytes of the body, and read them as UTF-8. Collect all chunks before you decode.',
    own: rawBody,
  },
  unknown_event: {
    why: 'Platforms add events. A refusal is repeated, and may disable your subscription.',
    fix: 'Answer 200 to an event that you do not know, and ignore it: let the default branch return.',
  },
  unknown_field: {
    why: 'Platforms add fields without notice.',
    fix: 'Ignore fields that you do not know.',
    own: lenient,
  },
  null_or_type: {
    why: 'One unusual event breaks the receiver, and comes again with each retry.',
    fix: 'Validate the parsed event before use, also that it is an object. Answer 400 or 422 where it does not fit.',
    own: {
      Express: 'const parsed = schema.safeParse(event); if (!parsed.success) return res.status(422).end()',
      'Next.js':
        'const parsed = schema.safeParse(event); if (!parsed.success) return new Response(null, { status: 422 })',
      Hono: 'const parsed = schema.safeParse(event); if (!parsed.success) return c.body(null, 422)',
      Fastify: 'const parsed = schema.safeParse(event); if (!parsed.success) return reply.code(422).send()',
      Koa: 'const parsed = schema.safeParse(event); if (!parsed.success) ctx.throw(422)',
      NestJS: 'Validate with ValidationPipe and a class, or throw new UnprocessableEntityException().',
      FastAPI: 'except ValidationError: raise HTTPException(422)   # around Event.model_validate_json(body)',
      Flask: 'if not isinstance(event, dict): abort(422)',
      Django: 'if not isinstance(event, dict): return HttpResponse(status=422)',
      Rails: 'return head 422 unless event.is_a?(Hash)   # event.dig for nested fields',
      Laravel: "Validator::make($event, ['data.id' => 'required|string'])->validate();",
      Spring:
        'Use Optional or null checks for fields of the event; answer ResponseEntity.unprocessableEntity().',
      'ASP.NET Core': 'if (event?.Data is null) return UnprocessableEntity();',
      'Go net/http':
        'if event.Data == nil { http.Error(w, "no data", http.StatusUnprocessableEntity); return }',
      PHP: "if (!isset($event['data']['id'])) { http_response_code(422); exit; }",
    },
  },
  malformed_json: {
    why: 'A body that cannot be read is no event. HTTP 2xx loses it, and HTTP 5xx repeats it for nothing.',
    fix: 'Catch the error of the JSON parser, and answer 400.',
    own: parsing,
  },
  empty_body: {
    why: 'An empty body is no event. HTTP 2xx hides a proxy that drops bodies.',
    fix: 'Answer 400 to an empty body, before you parse it.',
    own: parsing,
  },
  redirect: {
    why: 'Webhook senders do not follow redirects: the event is lost.',
    fix: 'Register the final URL: https, and with or without the slash at the end, as the route has it.',
    own: redirects,
  },
  slow_answer: {
    why: 'A sender that waits too long gives up, and sends the event again.',
    fix: 'Verify, store the event, answer 200, and do the work afterwards in a queue.',
    own: answeringFirst,
  },
  dedupe: {
    why: 'Senders deliver at least once. Without a check, the same work is done twice.',
    fix: uniqueKey,
    own: storingOnce,
  },
  duplicate_refused: {
    why: 'HTTP 4xx tells the sender that the event failed, although your receiver has it: the sender sends it again.',
    fix: uniqueKey,
    own: storingOnce,
  },
  concurrent_duplicate: {
    why: 'Two copies at the same moment both pass a check that only reads.',
    fix: `${uniqueKey}\nInsert first (INSERT … ON CONFLICT DO NOTHING), and look at the number of rows. Do not select first.`,
  },
  retry: {
    why: 'The answer to the first attempt was lost. The sender repeats the event.',
    fix: `${uniqueKey}\nDo not mark an event as seen before its work is committed.`,
  },
  lost_effect: {
    why: 'The answer was HTTP 2xx, so the sender does not send the event again. Its work is lost.',
    fix: 'Do the work, or store the event for it, before you answer. Mark an event as seen in the same transaction.',
  },
  out_of_order: {
    why: 'Retries and parallel deliveries change the order of events.',
    fix: 'Accept an event whose earlier event has not arrived. Compare the times of the events before you overwrite newer data.',
  },
  rate_limit: {
    why: 'Senders deliver many events at once. An event that is refused too often is lost.',
    fix: 'Leave the path of the webhook out of the rate limit.',
  },
  burst: {
    why: 'Senders deliver many events at once, for example after an outage.',
    fix: 'Store each event and answer at once. Leave webhooks out of the rate limit, and give the database pool a queue.',
  },
  stays_alive: {
    why: 'While the receiver is down, it loses events, and anyone can cause that with one request.',
    fix: 'Catch errors of all work that one request starts, and restart the process when it ends.',
    own: crashes,
  },
  leaks: {
    why: 'A stack trace, a path or a secret in an answer helps an attacker.',
    fix: 'Answer with a short text, and write the details to the log.',
    own: leaking,
  },
  effect_on_refused: {
    why: 'A forged request changes your data although the answer says no.',
    fix: 'Verify first. Do no work, and store nothing, before the signature is verified.',
  },
  effect_later: {
    why: 'If the process ends between the answer and the work, the event is lost, unless it was stored.',
    fix: 'Store the event before you answer, if the queue does not survive a restart.',
  },
  csrf_guard: {
    why: 'A sender has no token for your forms. The guard refuses each delivery.',
    fix: 'Exempt the path of the webhook from the guard against forged forms. The signature protects it.',
    own: guards,
  },
  login_guard: {
    why: 'A sender cannot log in.',
    fix: 'Exempt the path of the webhook from the login. The signature protects it.',
    own: logins,
  },
  unknown_host: {
    why: 'The receiver answers only for host names that it knows.',
    fix: 'Add the host of the URL to the host names that the receiver answers for.',
    own: hosts,
  },
  not_found: {
    why: 'Nothing receives the events.',
    fix: 'Compare the path of the URL with the route, also its prefix and the slash at the end.',
    own: routing,
  },
  method: {
    why: 'Webhooks come by POST. Other methods have no signed meaning.',
    fix: 'Accept POST at this path. Answer 405 to other methods.',
    own: routing,
  },
} as const satisfies Record<string, FixWords>
export type Problem = keyof typeof table
export const problems = Object.keys(table) as Problem[]

const rows: Readonly<Record<Problem, FixWords>> = table

/** The general fix; below it, how the receiver's framework does this. */
export function sayFix(problem: Problem, framework: Framework | null, limits: SchemeLimits): string {
  const { fix, own } = rows[problem]
  const say = (text: Text) => (typeof text === 'string' ? text : text(limits))
  if (framework === null || own?.[framework] === undefined) return say(fix)
  return `${say(fix)}\n${inFramework(framework, say(own[framework]))}`
}

/** Lines of code are indented. Prose ends with a full stop, and code does not. */
function inFramework(framework: string, special: string): string {
  const lines = special.split('\n')
  if (lines.every(isProse)) return `${framework}: ${special}`
  return [`${framework}:`, ...lines.map((line) => (isProse(line) ? line : `  ${line}`))].join('\n')
}
const isProse = (line: string) => line.endsWith('.')

/** One sentence, or two: what happens if nothing is done. */
export const sayWhy = (problem: Problem): string => rows[problem].why
