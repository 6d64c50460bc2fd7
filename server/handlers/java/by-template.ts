import type { Template } from '../../signing/template.ts'
import { indent, type Line } from '../lines.ts'
import { remarks, says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import { type ByTemplate, isEd25519, type Place, type Verification } from '../verification.ts'
import { idText, quoted, refusal, refuse } from './statements.ts'

export function byTemplate(verification: ByTemplate): Line {
  const { header, time, id, signsId, url } = verification
  const { separator, prefix } = header
  const whole = separator === null && prefix === ''
  const idAtStart = id !== null && (signsId || 'prefix' in id)
  const inItems = [
    time && { place: time.place, name: 'timestamp' },
    idAtStart && { place: id, name: 'id' },
  ].flatMap((one) => (one && 'prefix' in one.place ? [{ name: one.name, prefix: one.place.prefix }] : []))
  const fromHeader = (name: string, place: Place): Line =>
    'header' in place && [
      `String ${name} = header(headers, ${quoted(place.header)});`,
      refuse(400, says.missing(place.header), `${name}.isEmpty()`),
    ]
  const branches = [...inItems, { name: 'signatures', prefix }].map(({ name, prefix }, i) => {
    const cut = prefix === '' ? 'item' : `item.substring(${prefix.length})`
    return [
      `    ${i === 0 ? '' : '} else '}if (item.startsWith(${quoted(prefix)})${name === 'signatures' ? '' : ` && ${name}.isEmpty()`}) {`,
      name === 'signatures' ? `        signatures.add(${cut});` : `        ${name} = ${cut};`,
    ]
  })
  return [
    `String given = header(headers, ${quoted(header.name)});`,
    refuse(400, says.missing(header.name), 'given.isEmpty()'),
    time && fromHeader('timestamp', time.place),
    idAtStart && fromHeader('id', id),
    remarks.strongest(verification) && `// ${remarks.strongest(verification)}`,
    remarks.several(verification) && `// ${remarks.several(verification)}`,
    whole
      ? 'List<String> signatures = List.of(given);'
      : [
          inItems.map(({ name }) => `String ${name} = "";`),
          'List<String> signatures = new ArrayList<>();',
          separator === null
            ? 'for (String item : List.of(given)) {'
            : [`for (String part : given.split(${quoted(separator)})) {`, '    String item = part.strip();'],
          branches,
          '    }',
          '}',
          refuse(
            400,
            says.malformed(header),
            [...inItems.map(({ name }) => `${name}.isEmpty()`), 'signatures.isEmpty()'].join(' || '),
          ),
        ],
    url === 'with-query' && twilio,
    verification.kind === 'hmac' ? digest(verification) : ed25519(verification),
    refuse(401, says.wrong, '!fits'),
    age(verification),
    `return ${idAtStart ? 'id' : idText(verification)};`,
  ]
}

const encoders = {
  hex: 'HexFormat.of().formatHex(mac.doFinal())',
  base64: 'Base64.getEncoder().encodeToString(mac.doFinal())',
  base64url: 'Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal())',
}

function digest({ digest, encoding, pieces }: ByTemplate): Line {
  const algorithm = quoted(`Hmac${digest.toUpperCase()}`)
  return [
    `Mac mac = Mac.getInstance(${algorithm});`,
    `mac.init(new SecretKeySpec(key, ${algorithm}));`,
    pieces.map((piece) => `mac.update(${piece === 'body' ? 'body' : bytesOf(piece)});`),
    `String expected = ${encoders[encoding]};`,
    'boolean fits = false;',
    'for (String signature : signatures) {',
    '    fits |= equal(expected, signature);',
    '}',
  ]
}

const ed25519 = ({ pieces }: ByTemplate): Line => [
  'ByteArrayOutputStream signed = new ByteArrayOutputStream();',
  pieces.map((piece) => `signed.writeBytes(${piece === 'body' ? 'body' : bytesOf(piece)});`),
  'boolean fits = false;',
  'for (String signature : signatures) {',
  '    fits |= fits(signed.toByteArray(), signature);',
  '}',
]

const decoded = {
  hex: {
    from: 'HexFormat.of().parseHex(signature)',
    again: 'HexFormat.of().formatHex(bytes)',
    also: 'upper case',
  },
  base64: {
    from: 'Base64.getDecoder().decode(signature)',
    again: 'Base64.getEncoder().encodeToString(bytes)',
    also: 'what lacks its padding',
  },
  base64url: {
    from: 'Base64.getUrlDecoder().decode(signature)',
    again: 'Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)',
    also: 'what has its padding',
  },
}

/** The methods that {@link byTemplate} and the others call. */
export function templateHelpers(verification: Verification): Line {
  const { from, again, also } = decoded['encoding' in verification ? verification.encoding : 'base64']
  return [
    verification.kind !== 'none' &&
      verification.kind !== 'ed25519' && [
        '',
        `/** ${remarks.constantTime} */`,
        'static boolean equal(String a, String b) {',
        '    return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));',
        '}',
      ],
    isEd25519(verification) && [
      '',
      'boolean fits(byte[] signed, String signature) throws GeneralSecurityException {',
      '    Signature verifier = Signature.getInstance("Ed25519");',
      '    verifier.initVerify(key);',
      '    verifier.update(signed);',
      '    try {',
      `        byte[] bytes = ${from};`,
      `        // Java decodes ${also}, too.`,
      `        return ${again}.equals(signature) && verifier.verify(bytes);`,
      '    } catch (SignatureException | IllegalArgumentException malformed) {',
      '        return false;',
      '    }',
      '}',
    ],
  ]
}

function age({ time }: ByTemplate): Line {
  if (!time) return undefined
  const { form, tolerance, pastOnly } = time
  const noTime = refuse(400, says.noTime(time), `!timestamp.matches(${quoted(patterns[form])})`)
  if (tolerance === null) return [noTime, `// ${remarks.noLimit}`]
  const tooOld = refuse(
    401,
    says.old({ tolerance, pastOnly }),
    `${pastOnly ? 'age' : 'Math.abs(age)'} > ${tolerance}`,
  )
  if (form !== 'iso')
    return [
      noTime,
      `long age = Instant.now().getEpochSecond() - Long.parseLong(timestamp)${form === 'milliseconds' ? ' / 1000' : ''};`,
      tooOld,
    ]
  return [
    noTime,
    'long age;',
    'try {',
    '    age = Instant.now().getEpochSecond() - Instant.parse(timestamp).getEpochSecond();',
    '} catch (DateTimeParseException malformed) {',
    `    ${refusal(400, says.noTime(time))}`,
    '}',
    tooOld,
  ]
}

const twilio: Line = [
  `// ${remarks.formUrl}`,
  'String url = query.isEmpty() ? webhookUrl : webhookUrl + "?" + query;',
  'StringBuilder form = new StringBuilder();',
  'String type = header(headers, "Content-Type").toLowerCase(Locale.ROOT);',
  'if (type.startsWith("application/x-www-form-urlencoded")) {',
  '    TreeMap<String, TreeSet<String>> fields = new TreeMap<>();',
  '    for (String pair : new String(body, StandardCharsets.UTF_8).split("&")) {',
  '        int end = pair.contains("=") ? pair.indexOf("=") : pair.length();',
  '        String rest = pair.substring(Math.min(end + 1, pair.length()));',
  '        try {',
  '            String name = URLDecoder.decode(pair.substring(0, end), StandardCharsets.UTF_8);',
  '            String value = URLDecoder.decode(rest, StandardCharsets.UTF_8);',
  '            fields.computeIfAbsent(name, key -> new TreeSet<>()).add(value);',
  '        } catch (IllegalArgumentException malformed) {',
  `            ${refusal(401, says.noForm)}`,
  '        }',
  '    }',
  '    fields.forEach((name, values) -> values.forEach(value -> form.append(name).append(value)));',
  '} else {',
  '    byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);',
  '    String claim = "bodySHA256=" + HexFormat.of().formatHex(digest);',
  indent('    ', refuse(401, says.digest, '!List.of(query.split("&")).contains(claim)')),
  '}',
]

const names: Record<string, string> = { id: 'id', ts: 'timestamp', url: 'webhookUrl', form: 'form' }

function bytesOf({ texts, slots }: Template): string {
  const own = (slot: string) => (slot === 'url' && slots.includes('form') ? 'url' : (names[slot] ?? slot))
  const parts = texts.flatMap((text, i) => [
    ...(text === '' ? [] : [quoted(text)]),
    ...(i < slots.length ? [own(slots[i] ?? '')] : []),
  ])
  const joined = parts.join(' + ')
  return `${parts.length === 1 ? joined : `(${joined})`}.getBytes(StandardCharsets.UTF_8)`
}
