import { file, indent, type Line } from '../lines.ts'
import { remarks } from '../messages.ts'
import { type ByTemplate, isEd25519, needsUrl, signsHeaders, type Verification } from '../verification.ts'
import { byTemplate, templateHelpers } from './by-template.ts'
import { imports } from './imports.ts'
import { jwtHelpers, verifyJwt, verifyMessage, verifyPassword } from './other-kinds.ts'
import { idText, quoted } from './statements.ts'

/** A receiver on the HTTP server of the JDK. */
export const writeJava = (verification: Verification): string =>
  file(
    imports(verification).map((name) => `import ${name};`),
    '',
    `/** ${remarks.head(verification)} */`,
    'public final class Receiver {',
    indent('    ', members(verification)),
    '}',
  )

function members(verification: Verification): Line {
  const isNone = verification.kind === 'none'
  const takesUrl = needsUrl(verification)
  const holds = 'key' in verification ? (isEd25519(verification) ? 'PublicKey' : 'byte[]') : undefined
  const parameters = [!isNone && 'String secret', takesUrl && 'String webhookUrl'].filter(Boolean).join(', ')
  const settings = [!isNone && 'setting("WEBHOOK_SECRET")', takesUrl && 'setting("WEBHOOK_URL")'].filter(
    Boolean,
  )
  return [
    !isNone && [
      '/** A webhook that is not taken, and the status to answer. */',
      'static final class Refused extends Exception {',
      '    final int status;',
      '',
      '    Refused(int status, String message) {',
      '        super(message);',
      '        this.status = status;',
      '    }',
      '}',
      '',
    ],
    holds ? `private final ${holds} key;` : !isNone && 'private final String secret;',
    takesUrl && [`/** ${remarks.url} */`, 'private final String webhookUrl;'],
    '',
    `Receiver(${parameters})${holds === 'PublicKey' ? ' throws GeneralSecurityException' : ''} {`,
    `    // ${remarks.trap(verification)}`,
    'key' in verification ? indent('    ', keys[verification.key]) : !isNone && '    this.secret = secret;',
    takesUrl && '    this.webhookUrl = webhookUrl;',
    '}',
    '',
    !isNone && [
      'static String setting(String name) {',
      '    String value = System.getenv(name);',
      '    if (value == null || value.isEmpty()) {',
      '        throw new IllegalStateException("Set " + name + ".");',
      '    }',
      '    return value;',
      '}',
      '',
    ],
    '/** Answers the id of the webhook; throws Refused where it is not genuine. */',
    `String verify(Headers headers, byte[] body${further(verification, 'String method', 'String query')})${isNone ? '' : ' throws Refused, GeneralSecurityException'} {`,
    indent('    ', body(verification)),
    '}',
    verification.kind === 'jwt' && jwtHelpers,
    templateHelpers(verification),
    '',
    '/** Joins what is repeated, as HTTP has it; what is not there is empty. */',
    'static String header(Headers headers, String name) {',
    ...(signsHeaders(verification)
      ? [
          '    String text = String.join(", ", headers.getOrDefault(name, List.of()));',
          `    // ${remarks.utf8('Java')}`,
          '    return new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);',
        ]
      : ['    return String.join(", ", headers.getOrDefault(name, List.of()));']),
    '}',
    '',
    'void handle(HttpExchange exchange) throws IOException {',
    '    try (exchange) {',
    '        if (!exchange.getRequestMethod().equals("POST")) {',
    '            answer(exchange, 405, "Send it by POST.");',
    '            return;',
    '        }',
    `        // ${remarks.raw}`,
    '        byte[] body = exchange.getRequestBody().readAllBytes();',
    indent('        ', guarded(verification)),
    '    }',
    '}',
    '',
    'static void answer(HttpExchange exchange, int status, String text) throws IOException {',
    '    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);',
    '    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");',
    '    exchange.sendResponseHeaders(status, bytes.length);',
    '    exchange.getResponseBody().write(bytes);',
    '}',
    '',
    '/** Listens on a port of this machine; 0 picks a free one. */',
    'HttpServer start(int port) throws IOException {',
    '    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);',
    `    server.createContext(${quoted(verification.path)}, this::handle);`,
    '    server.start();',
    '    return server;',
    '}',
    '',
    'public static void main(String[] args) throws Exception {',
    '    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));',
    `    HttpServer server = new Receiver(${settings.join(', ')}).start(port);`,
    `    System.out.printf("Listening on http://127.0.0.1:%d${verification.path}%n", server.getAddress().getPort());`,
    '}',
  ]
}

/** What else `verify` takes. */
function further(verification: Verification, method: string, query: string): string {
  if (verification.kind === 'message') return `, ${method}`
  return 'url' in verification && verification.url === 'with-query' ? `, ${query}` : ''
}

function guarded(verification: Verification): Line {
  const called = further(
    verification,
    'exchange.getRequestMethod()',
    'Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "")',
  )
  const taken: Line = [
    `String id = verify(exchange.getRequestHeaders(), body${called});`,
    `// ${remarks.repeats('its id')}`,
    'System.out.println("webhook " + id + " " + new String(body, StandardCharsets.UTF_8));',
    'answer(exchange, 200, "OK");',
  ]
  if (verification.kind === 'none') return taken
  return [
    'try {',
    indent('    ', taken),
    '} catch (Refused refused) {',
    '    answer(exchange, refused.status, refused.getMessage());',
    '} catch (GeneralSecurityException broken) {',
    '    answer(exchange, 500, "Something went wrong.");',
    '}',
  ]
}

const keys: Record<ByTemplate['key'], Line> = {
  'whsec-base64': 'key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));',
  text: 'key = secret.getBytes(StandardCharsets.UTF_8);',
  hex: 'key = HexFormat.of().parseHex(secret);',
  ed25519: [
    '// Java takes it as DER: a fixed head, and the 32 bytes.',
    'byte[] bare = Base64.getDecoder().decode(secret.replaceFirst("^whpk_", ""));',
    'String der = "302a300506032b6570032100" + HexFormat.of().formatHex(bare);',
    'key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(der)));',
  ],
  'ed25519-hex': [
    '// Java takes it as DER: a fixed head, and the 32 bytes.',
    'byte[] der = HexFormat.of().parseHex("302a300506032b6570032100" + secret);',
    'key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der));',
  ],
}

function body(verification: Verification): Line {
  switch (verification.kind) {
    case 'hmac':
    case 'ed25519':
      return byTemplate(verification)
    case 'message':
      return verifyMessage(verification)
    case 'jwt':
      return verifyJwt(verification)
    case 'password':
      return verifyPassword(verification)
    case 'none':
      return `return ${idText(verification)};`
  }
}
