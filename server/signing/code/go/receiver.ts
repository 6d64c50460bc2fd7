import type { Template } from '../../template.ts'
import { file, indent, type Line, quoted } from '../lines.ts'
import { remarks, says } from '../messages.ts'
import { type ByTemplate, needsUrl, type Place, type Verification } from '../verification.ts'
import { imports } from './imports.ts'
import { jwtHelpers, verifyJwt, verifyMessage, verifyPassword } from './other-kinds.ts'
import { idText, refuse } from './statements.ts'

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

const keys: Record<'whsec-base64' | 'text' | 'hex' | 'ed25519', Line> = {
  'whsec-base64': decoding('base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))', 'base64'),
  text: 'var key = []byte(secret)',
  hex: decoding('hex.DecodeString(secret)', 'hex'),
  ed25519: decoding('base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whpk_"))', 'base64'),
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

function byTemplate(verification: ByTemplate): Line {
  const { header, time, id, signsId, url } = verification
  const { separator, prefix } = header
  const whole = separator === null && prefix === ''
  const idAtStart = id !== null && (signsId || 'prefix' in id)
  const inItems = [time && { ...time, name: 'timestamp' }, idAtStart && { place: id, name: 'id' }].flatMap(
    (one) => (one && 'prefix' in one.place ? [{ name: one.name, prefix: one.place.prefix }] : []),
  )
  const fromHeader = (name: string, place: Place): Line =>
    'header' in place && [
      `${name} := header(r, ${quoted(place.header)})`,
      refuse(400, says.missing(place.header), `${name} == ""`),
    ]
  const cases = [...inItems, { name: 'signatures', prefix }].map(({ name, prefix }): Line => {
    const cut = prefix === '' ? 'item' : `item[${prefix.length}:]`
    return [
      `\tcase strings.HasPrefix(item, ${quoted(prefix)})${name === 'signatures' ? '' : ` && ${name} == ""`}:`,
      name === 'signatures' ? `\t\tsignatures = append(signatures, ${cut})` : `\t\t${name} = ${cut}`,
    ]
  })
  return [
    `given := header(r, ${quoted(header.name)})`,
    refuse(400, says.missing(header.name), 'given == ""'),
    time && fromHeader('timestamp', time.place),
    idAtStart && fromHeader('id', id),
    remarks.strongest(verification) && `// ${remarks.strongest(verification)}`,
    remarks.several(verification) && `// ${remarks.several(verification)}`,
    whole
      ? 'signatures := []string{given}'
      : [
          inItems.length > 0 && `var ${inItems.map(({ name }) => name).join(', ')} string`,
          'var signatures []string',
          `for _, item := range ${separator === null ? '[]string{given}' : `strings.Split(given, ${quoted(separator)})`} {`,
          separator !== null && '\titem = strings.TrimSpace(item)',
          inItems.length === 0
            ? [
                `\tif strings.HasPrefix(item, ${quoted(prefix)}) {`,
                `\t\tsignatures = append(signatures, item[${prefix.length}:])`,
                '\t}',
              ]
            : ['\tswitch {', cases, '\t}'],
          '}',
          refuse(
            400,
            says.malformed(header),
            [...inItems.map(({ name }) => `${name} == ""`), 'len(signatures) == 0'].join(' || '),
          ),
        ],
    url === 'with-query' && twilio,
    verification.kind === 'hmac' ? digest(verification) : ed25519(verification),
    refuse(401, says.wrong, '!fits'),
    age(verification),
    `return ${idAtStart ? 'id' : idText(verification)}, nil`,
  ]
}

const encoders = {
  hex: 'hex.EncodeToString(mac.Sum(nil))',
  base64: 'base64.StdEncoding.EncodeToString(mac.Sum(nil))',
  base64url: 'base64.RawURLEncoding.EncodeToString(mac.Sum(nil))',
}

const hashes = {
  md5: 'md5.New',
  sha1: 'sha1.New',
  sha256: 'sha256.New',
  sha384: 'sha512.New384',
  sha512: 'sha512.New',
}

const digest = ({ digest, encoding, pieces }: ByTemplate): Line => [
  `mac := hmac.New(${hashes[digest]}, key)`,
  pieces.map((piece) => (piece === 'body' ? 'mac.Write(body)' : `mac.Write([]byte(${joined(piece)}))`)),
  `expected := ${encoders[encoding]}`,
  'fits := false',
  'for _, signature := range signatures {',
  '\t// Unlike ==, hmac.Equal takes as long wherever the two differ.',
  '\tif hmac.Equal([]byte(signature), []byte(expected)) {',
  '\t\tfits = true',
  '\t}',
  '}',
]

const ed25519 = ({ pieces }: ByTemplate): Line => [
  'var signed []byte',
  pieces.map((piece) => `signed = append(signed, ${piece === 'body' ? 'body' : joined(piece, '+')}...)`),
  'fits := false',
  'for _, signature := range signatures {',
  '\tbytes, err := base64.StdEncoding.Strict().DecodeString(signature)',
  '\tif err == nil && ed25519.Verify(ed25519.PublicKey(key), signed, bytes) {',
  '\t\tfits = true',
  '\t}',
  '}',
]

function age({ time }: ByTemplate): Line {
  if (!time) return undefined
  const { form, tolerance, pastOnly } = time
  const name = tolerance === null ? '_' : form === 'iso' ? 'at' : 'seconds'
  return [
    form === 'iso'
      ? [`${name}, err := time.Parse(time.RFC3339, timestamp)`, refuse(400, says.noTime(time), 'err != nil')]
      : [
          `${name}, err := strconv.ParseUint(timestamp, 10, 63)`,
          refuse(400, says.noTime(time), 'err != nil || len(timestamp) > 15'),
        ],
    tolerance === null
      ? `// ${remarks.noLimit}`
      : [
          `age := time.Since(${form === 'iso' ? 'at' : 'time.Unix(int64(seconds), 0)'})`,
          refuse(
            401,
            says.old({ tolerance, pastOnly }),
            `${pastOnly ? 'age' : 'age.Abs()'} > ${tolerance}*time.Second`,
          ),
        ],
  ]
}

const twilio: Line = [
  `// ${remarks.formUrl}`,
  'address, form := webhookURL, ""',
  'if r.URL.RawQuery != "" {',
  '\taddress += "?" + r.URL.RawQuery',
  '}',
  'if strings.HasPrefix(strings.ToLower(header(r, "Content-Type")), "application/x-www-form-urlencoded") {',
  '\t// url.ParseQuery refuses a semicolon.',
  '\tvar fields [][2]string',
  '\tfor _, pair := range strings.Split(string(body), "&") {',
  '\t\tname, value, _ := strings.Cut(pair, "=")',
  '\t\tname, err := url.QueryUnescape(name)',
  indent('\t\t', refuse(401, says.noForm, 'err != nil')),
  '\t\tvalue, err = url.QueryUnescape(value)',
  indent('\t\t', refuse(401, says.noForm, 'err != nil')),
  '\t\tfields = append(fields, [2]string{name, value})',
  '\t}',
  '\tsort.Slice(fields, func(i, j int) bool {',
  '\t\ta, b := fields[i], fields[j]',
  '\t\treturn a[0] < b[0] || a[0] == b[0] && a[1] < b[1]',
  '\t})',
  '\tfor i, field := range fields {',
  '\t\tif i == 0 || field != fields[i-1] {',
  '\t\t\tform += field[0] + field[1]',
  '\t\t}',
  '\t}',
  '} else {',
  '\tdigest := sha256.Sum256(body)',
  indent('\t', refuse(401, says.digest, 'r.URL.Query().Get("bodySHA256") != hex.EncodeToString(digest[:])')),
  '}',
]

const names: Record<string, string> = { id: 'id', ts: 'timestamp', url: 'webhookURL', form: 'form' }

function joined({ texts, slots }: Template, by = ' + '): string {
  const own = (slot: string) => (slot === 'url' && slots.includes('form') ? 'address' : (names[slot] ?? slot))
  const parts = texts.flatMap((text, i) => [
    ...(text === '' ? [] : [quoted(text)]),
    ...(i < slots.length ? [own(slots[i] ?? '')] : []),
  ])
  return parts.join(by)
}
