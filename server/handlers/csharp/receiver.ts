import type { Template } from '../../signing/template.ts'
import { file, indent, type Line, quoted } from '../lines.ts'
import { remarks, says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import { type ByTemplate, isEd25519, needsUrl, type Place, type Verification } from '../verification.ts'
import { verifyJwt, verifyMessage, verifyPassword } from './other-kinds.ts'
import { idText, refuse, verbatim } from './statements.ts'

/** A receiver as a minimal API of ASP.NET Core. */
export const writeCsharp = (verification: Verification): string => {
  const isNone = verification.kind === 'none'
  return file(
    `// ${remarks.head(verification)}`,
    usings(verification).map((name) => `using ${name};`),
    '',
    'var app = WebApplication.CreateBuilder(args).Build();',
    '',
    !isNone && 'var secret = Setting("WEBHOOK_SECRET");',
    needsUrl(verification) && [`// ${remarks.url}`, 'var webhookUrl = Setting("WEBHOOK_URL");'],
    `// ${remarks.trap(verification)}`,
    'key' in verification && keys[verification.key],
    '',
    `app.MapPost(${quoted(verification.path)}, async (HttpRequest request) =>`,
    '{',
    `    // ${remarks.raw}`,
    '    // A parameter of a model would have read them already; where a middleware reads them too, call',
    '    // request.EnableBuffering() in front of it and set request.Body.Position to 0 behind it.',
    '    using var buffer = new MemoryStream();',
    '    await request.Body.CopyToAsync(buffer);',
    '    var body = buffer.ToArray();',
    indent('    ', guarded(verification)),
    '});',
    '',
    'app.Run($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT") ?? "3000"}");',
    '',
    !isNone && [
      'static string Setting(string name) =>',
      '    Environment.GetEnvironmentVariable(name) is { Length: > 0 } value',
      '        ? value',
      '        : throw new InvalidOperationException($"Set {name}.");',
      '',
    ],
    '// Joins what is repeated, as HTTP has it; what is not there is empty.',
    'static string Header(HttpRequest request, string name) => string.Join(", ", request.Headers[name].ToArray());',
    '',
    usesEqual(verification) && [
      `// ${remarks.constantTime}`,
      'static bool Same(string a, string b) =>',
      '    CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(a), Encoding.UTF8.GetBytes(b));',
      '',
    ],
    '// Answers the id of the webhook; throws Refused where it is not genuine.',
    'string? Verify(HttpRequest request, byte[] body)',
    '{',
    indent('    ', body(verification)),
    '}',
    !isNone && [
      '',
      '/// <summary>A webhook that is not taken, and the status to answer.</summary>',
      'sealed class Refused(int status, string message) : Exception(message)',
      '{',
      '    public int Status { get; } = status;',
      '}',
    ],
  )
}

const guarded = (verification: Verification): Line => {
  const taken: Line = [
    'var id = Verify(request, body);',
    `// ${remarks.repeats('its id')}`,
    'app.Logger.LogInformation("webhook {Id}", id);',
    'return Results.Text("OK");',
  ]
  if (verification.kind === 'none') return taken
  return [
    'try',
    '{',
    indent('    ', taken),
    '}',
    'catch (Refused refused)',
    '{',
    '    return Results.Text(refused.Message, statusCode: refused.Status);',
    '}',
  ]
}

const usesEqual = (verification: Verification) =>
  verification.kind !== 'none' && verification.kind !== 'ed25519'

function usings(verification: Verification): string[] {
  if (verification.kind === 'none') return []
  const time = 'time' in verification ? verification.time : null
  return [
    ...(time?.form === 'iso' ? ['System.Globalization'] : []),
    ...(verification.kind === 'ed25519' ? [] : ['System.Security.Cryptography']),
    'System.Text',
    ...(verification.kind === 'jwt' ? ['System.Text.Json'] : []),
    ...(verification.kind === 'message' || time ? ['System.Text.RegularExpressions'] : []),
    ...(isEd25519(verification) ? ['NSec.Cryptography'] : []),
  ]
}

const keys: Record<ByTemplate['key'], Line> = {
  'whsec-base64':
    'var key = Convert.FromBase64String(secret.StartsWith("whsec_", StringComparison.Ordinal) ? secret[6..] : secret);',
  text: 'var key = Encoding.UTF8.GetBytes(secret);',
  hex: 'var key = Convert.FromHexString(secret);',
  ed25519: [
    'var bare = Convert.FromBase64String(secret.StartsWith("whpk_", StringComparison.Ordinal) ? secret[5..] : secret);',
    '// .NET itself has no Ed25519: NSec has.',
    'var key = PublicKey.Import(SignatureAlgorithm.Ed25519, bare, KeyBlobFormat.RawPublicKey);',
  ],
  'ed25519-hex': [
    '// .NET itself has no Ed25519: NSec has.',
    'var key = PublicKey.Import(SignatureAlgorithm.Ed25519, Convert.FromHexString(secret), KeyBlobFormat.RawPublicKey);',
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

const starts = (prefix: string) => `item.StartsWith(${quoted(prefix)}, StringComparison.Ordinal)`

function byTemplate(verification: ByTemplate): Line {
  const { header, time, id, signsId, url } = verification
  const { separator, prefix } = header
  const whole = separator === null && prefix === ''
  const inItem = [time?.place, id].some((place) => place && 'prefix' in place)
  const idAtStart = id !== null && (signsId || 'prefix' in id)
  const start = (variable: string, place: Place): Line =>
    'header' in place
      ? [
          `var ${variable} = Header(request, ${quoted(place.header)});`,
          refuse(400, says.missing(place.header), `${variable} == ""`),
        ]
      : [
          `var ${variable} = items.FirstOrDefault(item => ${starts(place.prefix)})?[${place.prefix.length}..] ?? "";`,
          refuse(400, says.malformed(header), `${variable} == ""`),
        ]
  return [
    `var given = Header(request, ${quoted(header.name)});`,
    refuse(400, says.missing(header.name), 'given == ""'),
    separator === null
      ? (inItem || !whole) && 'string[] items = [given];'
      : `var items = given.Split('${separator}', StringSplitOptions.TrimEntries);`,
    time && start('timestamp', time.place),
    idAtStart && start('id', id),
    remarks.strongest(verification) && `// ${remarks.strongest(verification)}`,
    remarks.several(verification) && `// ${remarks.several(verification)}`,
    whole
      ? 'string[] signatures = [given];'
      : [
          `var signatures = items.Where(item => ${starts(prefix)}).Select(item => item[${prefix.length}..]).ToArray();`,
          refuse(400, says.malformed(header), 'signatures.Length == 0'),
        ],
    url === 'with-query' && twilio,
    verification.kind === 'hmac' ? digest(verification) : ed25519(verification),
    refuse(401, says.wrong, '!fits'),
    age(verification),
    `return ${idAtStart ? 'id' : idText(verification)};`,
  ]
}

const encoders = {
  hex: 'Convert.ToHexString(mac.GetHashAndReset()).ToLowerInvariant()',
  base64: 'Convert.ToBase64String(mac.GetHashAndReset())',
  base64url: `Convert.ToBase64String(mac.GetHashAndReset()).TrimEnd('=').Replace('+', '-').Replace('/', '_')`,
}

const digest = ({ digest, encoding, pieces }: ByTemplate): Line => [
  `using var mac = IncrementalHash.CreateHMAC(HashAlgorithmName.${digest.toUpperCase()}, key);`,
  pieces.map((piece) => `mac.AppendData(${piece === 'body' ? 'body' : bytesOf(piece)});`),
  `var expected = ${encoders[encoding]};`,
  'var fits = signatures.Any(signature => Same(signature, expected));',
]

const ed25519 = ({ pieces, encoding }: ByTemplate): Line => [
  `byte[] signed = [${pieces.map((piece) => `.. ${piece === 'body' ? 'body' : bytesOf(piece)}`).join(', ')}];`,
  'var fits = signatures.Any(signature =>',
  encoding === 'hex'
    ? [
        '    // .NET decodes upper case, too.',
        '    signature.Length == 128 && signature.All(char.IsAsciiHexDigitLower)',
        '        && SignatureAlgorithm.Ed25519.Verify(key, signed, Convert.FromHexString(signature)));',
      ]
    : [
        '{',
        '    var bytes = new byte[signature.Length];',
        '    // .NET decodes what has spaces in it, too.',
        encoding === 'base64'
          ? [
              '    return Convert.TryFromBase64String(signature, bytes, out var length)',
              '        && Convert.ToBase64String(bytes, 0, length) == signature',
            ]
          : [
              `    var padded = signature.Replace('-', '+').Replace('_', '/').PadRight((signature.Length + 3) / 4 * 4, '=');`,
              '    return Convert.TryFromBase64String(padded, bytes, out var length)',
              `        && Convert.ToBase64String(bytes, 0, length).TrimEnd('=').Replace('+', '-').Replace('/', '_') == signature`,
            ],
        '        && SignatureAlgorithm.Ed25519.Verify(key, signed, bytes.AsSpan(0, length));',
        '});',
      ],
]

const signedAt = {
  seconds: 'long.Parse(timestamp)',
  milliseconds: 'long.Parse(timestamp) / 1000',
  iso: 'at.ToUnixTimeSeconds()',
}

function age({ time }: ByTemplate): Line {
  if (!time) return undefined
  const { form, tolerance, pastOnly } = time
  const noTime = refuse(
    400,
    says.noTime(time),
    `!Regex.IsMatch(timestamp, ${verbatim(`^${patterns[form]}$`)})`,
  )
  if (tolerance === null) return [noTime, `// ${remarks.noLimit}`]
  const parsed =
    'DateTimeOffset.TryParse(timestamp, CultureInfo.InvariantCulture, DateTimeStyles.None, out var at)'
  return [
    noTime,
    form === 'iso' && refuse(400, says.noTime(time), `!${parsed}`),
    `var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - ${signedAt[form]};`,
    refuse(401, says.old({ tolerance, pastOnly }), `${pastOnly ? 'age' : 'Math.Abs(age)'} > ${tolerance}`),
  ]
}

const twilio: Line = [
  `// ${remarks.formUrl}`,
  'var url = webhookUrl + request.QueryString.Value;',
  'var form = "";',
  'if (Header(request, "Content-Type").StartsWith("application/x-www-form-urlencoded", StringComparison.OrdinalIgnoreCase))',
  '{',
  '    // QueryHelpers.ParseQuery would take two names for one that differ in upper and lower case alone.',
  "    var fields = Encoding.UTF8.GetString(body).Split('&').Select(pair => pair.Split('=', 2))",
  '        .Select(pair => (Name: System.Net.WebUtility.UrlDecode(pair[0]), Value: System.Net.WebUtility.UrlDecode(pair.ElementAtOrDefault(1) ?? "")))',
  '        .Distinct()',
  '        .OrderBy(field => field.Name, StringComparer.Ordinal)',
  '        .ThenBy(field => field.Value, StringComparer.Ordinal);',
  '    form = string.Concat(fields.Select(field => field.Name + field.Value));',
  '}',
  'else',
  '{',
  '    var claimed = Convert.ToHexString(SHA256.HashData(body)).ToLowerInvariant();',
  `    ${refuse(401, says.digest, '!Same(request.Query["bodySHA256"].ToString(), claimed)')}`,
  '}',
]

const names: Record<string, string> = { id: 'id', ts: 'timestamp', url: 'webhookUrl', form: 'form' }

function bytesOf({ texts, slots }: Template): string {
  const own = (slot: string) => (slot === 'url' && slots.includes('form') ? 'url' : (names[slot] ?? slot))
  const [first = ''] = slots
  if (slots.length === 1 && texts.join('') === '') return `Encoding.UTF8.GetBytes(${own(first)})`
  const parts = texts.map((text, i) => {
    const literal = quoted(text).slice(1, -1).replace(/[{}]/g, '$&$&')
    return i < slots.length ? `${literal}{${own(slots[i] ?? '')}}` : literal
  })
  return `Encoding.UTF8.GetBytes($"${parts.join('')}")`
}
