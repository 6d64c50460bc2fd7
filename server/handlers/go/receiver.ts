import { file, indent, type Line, quoted } from '../lines.ts'
import { remarks } from '../messages.ts'
import { type ByTemplate, needsUrl, type Verification } from '../verification.ts'
import { byTemplate } from './by-template.ts'
import { imports } from './imports.ts'
import { jwtHelpers, verifyJwt, verifyMessage, verifyPassword } from './other-kinds.ts'
import { idText } from './statements.ts'

/** A receiver on net/http, of the standard library alone. */
export const writeGo = (verification: Verification): string =>
  file(
    `// ${remarks.head(verification)}`,
    'package main',
    '',
    'import (',
    imports(verification).map((name) => `\t"${name}"`),
    ')',
    '',
    verification.kind !== 'none' && [
      'var secret = setting("WEBHOOK_SECRET")',
      '',
      needsUrl(verification) && [`// ${remarks.url}`, 'var webhookURL = setting("WEBHOOK_URL")', ''],
    ],
    verification.kind !== 'none' && [
      'func setting(name string) string {',
      '\tvalue := os.Getenv(name)',
      '\tif value == "" {',
      '\t\tlog.Fatalf("Set %s.", name)',
      '\t}',
      '\treturn value',
      '}',
      '',
    ],
    `// ${remarks.trap(verification)}`,
    'key' in verification ? [keys[verification.key], ''] : '',
    verification.kind !== 'none' && [
      '// refused is a webhook that is not taken, and the status to answer.',
      'type refused struct {',
      '\tstatus  int',
      '\tmessage string',
      '}',
      '',
      'func (r *refused) Error() string { return r.message }',
      '',
    ],
    '// header joins what is repeated, as HTTP has it: a list with commas between.',
    'func header(r *http.Request, name string) string {',
    '\treturn strings.Join(r.Header.Values(name), ", ")',
    '}',
    '',
    '// verify answers the id of the webhook, or why it is not genuine.',
    'func verify(r *http.Request, body []byte) (string, error) {',
    indent('\t', body(verification)),
    '}',
    verification.kind === 'jwt' && jwtHelpers,
    '',
    'func webhooks(w http.ResponseWriter, r *http.Request) {',
    '\tif r.Method != http.MethodPost {',
    '\t\thttp.Error(w, "Send it by POST.", http.StatusMethodNotAllowed)',
    '\t\treturn',
    '\t}',
    `\t// ${remarks.raw}`,
    '\tbody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 5<<20))',
    '\tif err != nil {',
    '\t\thttp.Error(w, "The body is too large or was cut.", http.StatusBadRequest)',
    '\t\treturn',
    '\t}',
    '\tid, err := verify(r, body)',
    verification.kind !== 'none' && [
      '\tvar no *refused',
      '\tif errors.As(err, &no) {',
      '\t\thttp.Error(w, no.message, no.status)',
      '\t\treturn',
      '\t}',
    ],
    '\tif err != nil {',
    '\t\thttp.Error(w, "Something went wrong.", http.StatusInternalServerError)',
    '\t\treturn',
    '\t}',
    `\t// ${remarks.repeats('its id')}`,
    '\tlog.Printf("webhook %s %s", id, body)',
    '\tfmt.Fprint(w, "OK")',
    '}',
    '',
    'func main() {',
    '\tport := os.Getenv("PORT")',
    '\tif port == "" {',
    '\t\tport = "3000"',
    '\t}',
    '\tlistener, err := net.Listen("tcp", "127.0.0.1:"+port)',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    `\thttp.HandleFunc(${quoted(verification.path)}, webhooks)`,
    `\tlog.Printf("Listening on http://%s${verification.path}", listener.Addr())`,
    '\tlog.Fatal(http.Serve(listener, nil))',
    '}',
  )

const decoding = (call: string, said: string): Line => [
  'var key = decodedKey()',
  '',
  'func decodedKey() []byte {',
  `\tkey, err := ${call}`,
  '\tif err != nil {',
  `\t\tlog.Fatal("WEBHOOK_SECRET is no ${said}: ", err)`,
  '\t}',
  '\treturn key',
  '}',
]

const keys: Record<ByTemplate['key'], Line> = {
  'whsec-base64': decoding('base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))', 'base64'),
  text: 'var key = []byte(secret)',
  hex: decoding('hex.DecodeString(secret)', 'hex'),
  ed25519: decoding('base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whpk_"))', 'base64'),
  'ed25519-hex': decoding('hex.DecodeString(secret)', 'hex'),
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
      return `return ${idText(verification)}, nil`
  }
}
