import type { Template } from '../../signing/template.ts'
import { indent, type Line, quoted } from '../lines.ts'
import { remarks, says } from '../messages.ts'
import type { ByTemplate, Place } from '../verification.ts'
import { idText, refuse } from './statements.ts'

export function byTemplate(verification: ByTemplate): Line {
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

const decoders = {
  hex: 'hex.DecodeString(signature)',
  base64: 'base64.StdEncoding.Strict().DecodeString(signature)',
  base64url: 'base64.RawURLEncoding.Strict().DecodeString(signature)',
}

const ed25519 = ({ pieces, encoding }: ByTemplate): Line => [
  'var signed []byte',
  pieces.map((piece) => `signed = append(signed, ${piece === 'body' ? 'body' : joined(piece, '+')}...)`),
  'fits := false',
  'for _, signature := range signatures {',
  `\tbytes, err := ${decoders[encoding]}`,
  encoding === 'hex' && '\t// Go decodes upper case, too.',
  `\tif err == nil && ${encoding === 'hex' ? 'hex.EncodeToString(bytes) == signature && ' : ''}ed25519.Verify(ed25519.PublicKey(key), signed, bytes) {`,
  '\t\tfits = true',
  '\t}',
  '}',
]

function age({ time }: ByTemplate): Line {
  if (!time) return undefined
  const { form, tolerance, pastOnly } = time
  const isMilliseconds = form === 'milliseconds'
  const name = tolerance === null ? '_' : form === 'iso' ? 'at' : form
  return [
    form === 'iso'
      ? [`${name}, err := time.Parse(time.RFC3339, timestamp)`, refuse(400, says.noTime(time), 'err != nil')]
      : [
          `${name}, err := strconv.ParseUint(timestamp, 10, 63)`,
          refuse(
            400,
            says.noTime(time),
            `err != nil || ${isMilliseconds ? 'len(timestamp) < 13 || ' : ''}len(timestamp) > 15`,
          ),
        ],
    tolerance === null
      ? `// ${remarks.noLimit}`
      : [
          `age := time.Since(${form === 'iso' ? 'at' : isMilliseconds ? 'time.UnixMilli(int64(milliseconds))' : 'time.Unix(int64(seconds), 0)'})`,
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
