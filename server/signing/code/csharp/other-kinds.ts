import { indent, type Line, quoted } from '../lines.ts'
import { says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import type { Verification } from '../verification.ts'
import { idText, refusal, refuse } from './statements.ts'

type Kind<Name extends Verification['kind']> = Extract<Verification, { kind: Name }>

export const verifyPassword = (verification: Kind<'password'>): Line => [
  'var given = request.Headers.Authorization.ToString();',
  refuse(400, says.missing('Authorization'), 'given == ""'),
  `var credentials = ${quoted(`${verification.user}:`)} + secret;`,
  'var expected = Convert.ToBase64String(Encoding.UTF8.GetBytes(credentials));',
  '// The word before it may be written in any case.',
  'var isBasic = given.StartsWith("Basic ", StringComparison.OrdinalIgnoreCase);',
  refuse(401, says.wrongPassword, '!isBasic || !Same(given[6..], expected)'),
  `return ${idText(verification)};`,
]

export const verifyJwt = (verification: Kind<'jwt'>): Line => [
  `var given = request.Headers[${quoted(verification.header)}].ToString();`,
  refuse(400, says.missing(verification.header), 'given == ""'),
  'static byte[] Decoded(string text)',
  '{',
  "    var plain = text.Replace('-', '+').Replace('_', '/');",
  "    return Convert.FromBase64String(plain.PadRight((plain.Length + 3) / 4 * 4, '='));",
  '}',
  "var parts = given.Split('.');",
  'JsonElement claims;',
  'byte[] signature;',
  'try',
  '{',
  indent('    ', [
    'var head = JsonDocument.Parse(Decoded(parts[0])).RootElement;',
    '// Whoever signs must not choose the algorithm.',
    refuse(400, says.noJwt, 'parts.Length != 3 || head.GetProperty("alg").GetString() != "ES256"'),
    'claims = JsonDocument.Parse(Decoded(parts[1])).RootElement;',
    'signature = Decoded(parts[2]);',
  ]),
  '}',
  'catch (Exception malformed) when (malformed is FormatException or JsonException or KeyNotFoundException or InvalidOperationException)',
  '{',
  `    ${refusal(400, says.noJwt)}`,
  '}',
  'var jwk = JsonDocument.Parse(secret).RootElement;',
  'var point = new ECPoint { X = Decoded(jwk.GetProperty("x").GetString()!), Y = Decoded(jwk.GetProperty("y").GetString()!) };',
  'using var key = ECDsa.Create(new ECParameters { Curve = ECCurve.NamedCurves.nistP256, Q = point });',
  'var content = Encoding.ASCII.GetBytes($"{parts[0]}.{parts[1]}");',
  refuse(401, says.wrong, '!key.VerifyData(content, signature, HashAlgorithmName.SHA256)'),
  'var digest = Convert.ToHexString(SHA256.HashData(body)).ToLowerInvariant();',
  refuse(
    401,
    says.digest,
    '!claims.TryGetProperty("request_body_sha256", out var claimed) || !Same(digest, claimed.ToString())',
  ),
  'var isDated = claims.TryGetProperty("iat", out var iat) && iat.ValueKind == JsonValueKind.Number;',
  'var signedAt = isDated && iat.TryGetInt64(out var seconds) ? seconds : 0;',
  refuse(
    401,
    says.old({ tolerance: verification.tolerance, pastOnly: true }),
    `DateTimeOffset.UtcNow.ToUnixTimeSeconds() - signedAt > ${verification.tolerance}`,
  ),
  `return ${idText(verification)};`,
]

/** In @"", where a quote alone is doubled. */
const raw = (text: string) => `@"${text.replaceAll('"', '""')}"`

export const verifyMessage = (verification: Kind<'message'>): Line => [
  'var inputs = request.Headers["Signature-Input"].ToString();',
  refuse(400, says.missing('Signature-Input'), 'inputs == ""'),
  'var given = request.Headers["Signature"].ToString();',
  refuse(400, says.missing('Signature'), 'given == ""'),
  'var digests = new Dictionary<string, string>',
  '{',
  '    ["sha-256"] = Convert.ToBase64String(SHA256.HashData(body)),',
  '    ["sha-512"] = Convert.ToBase64String(SHA512.HashData(body)),',
  '};',
  `var claimed = Regex.Matches(request.Headers["Content-Digest"].ToString(), ${raw(patterns.digest)});`,
  'var digestsFit = claimed.All(found => Same(found.Groups[2].Value, digests[found.Groups[1].Value]));',
  refuse(401, says.digest, 'claimed.Count == 0 || !digestsFit'),
  'var signatures = Regex.Matches(given, @"([a-z*][\\w.*-]*)=:([A-Za-z0-9+/=]*):")',
  '    .GroupBy(found => found.Groups[1].Value, found => found.Groups[2].Value)',
  '    .ToDictionary(found => found.Key, found => found.First());',
  'string[] needed = ["@method", "@target-uri", "content-digest"];',
  'string? signedInput = null;',
  `foreach (Match found in Regex.Matches(inputs, ${raw(patterns.input)}))`,
  '{',
  indent('    ', [
    'var names = found.Groups[3].Value.Replace("\\"", "").Split(\' \');',
    'if (!signatures.TryGetValue(found.Groups[1].Value, out var signature) || needed.Except(names).Any()) continue;',
    'var lines = names.Select(name => $"\\"{name}\\": " + name switch',
    '{',
    '    "@method" => request.Method,',
    '    "@target-uri" => webhookUrl,',
    '    _ => request.Headers[name].ToString().Trim(),',
    '});',
    'var text = string.Join("\\n", lines.Append($"\\"@signature-params\\": {found.Groups[2].Value}"));',
    verification.key === 'ed25519'
      ? [
          'var bytes = new byte[signature.Length];',
          'var fits = Convert.TryFromBase64String(signature, bytes, out var length)',
          '    && SignatureAlgorithm.Ed25519.Verify(key, Encoding.UTF8.GetBytes(text), bytes.AsSpan(0, length));',
        ]
      : 'var fits = Same(signature, Convert.ToBase64String(HMACSHA256.HashData(key, Encoding.UTF8.GetBytes(text))));',
    'if (fits) signedInput = found.Groups[2].Value;',
  ]),
  '}',
  `var signedParameters = signedInput ?? ${refusal(401, says.wrong)}`,
  'long Seconds(string name) =>',
  '    long.TryParse(Regex.Match(signedParameters, $@";{name}=(\\d+)").Groups[1].Value, out var seconds) ? seconds : 0;',
  'var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();',
  refuse(
    401,
    says.old({ tolerance: verification.tolerance, pastOnly: false }),
    `Math.Abs(now - Seconds("created")) > ${verification.tolerance}`,
  ),
  refuse(401, says.expired, 'Seconds("expires") is > 0 and var expires && expires < now'),
  `return ${idText(verification)};`,
]
