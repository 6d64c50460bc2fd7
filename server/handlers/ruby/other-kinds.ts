import { indent, type Line } from '../lines.ts'
import { says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import type { Verification } from '../verification.ts'
import { idText, quoted, refuse } from './statements.ts'

type Kind<Name extends Verification['kind']> = Extract<Verification, { kind: Name }>

export const verifyPassword = (verification: Kind<'password'>): Line => [
  'given = header.call("Authorization").to_s',
  refuse(400, says.missing('Authorization'), 'if given.empty?'),
  '',
  `credentials = ${quoted(`${verification.user}:`)} + SECRET`,
  '# Unlike ==, it takes as long wherever the two differ.',
  'fits = OpenSSL.secure_compare(given[6..].to_s, [credentials].pack("m0"))',
  '# The word before it may be written in any case.',
  refuse(401, says.wrongPassword, 'unless fits && given[0, 6].casecmp("Basic ") == 0'),
  '',
  idText(verification),
]

export const verifyJwt = (verification: Kind<'jwt'>): Line => [
  `given = header.call(${quoted(verification.header)}).to_s`,
  refuse(400, says.missing(verification.header), 'if given.empty?'),
  '',
  'decoded = ->(part) { part.to_s.tr("-_", "+/").unpack1("m") }',
  'head, payload, signature, *more = given.split(".", -1)',
  'begin',
  '  head_read, claims = [head, payload].map { |part| JSON.parse(decoded.call(part)) }',
  '  # Whoever signs must not choose the algorithm.',
  '  is_right = signature && more.empty? && head_read["alg"] == "ES256" && claims["iat"].is_a?(Integer)',
  '  is_right &&= claims["iat"] < 10**15',
  'rescue JSON::ParserError, TypeError, NoMethodError',
  '  is_right = false',
  'end',
  refuse(400, says.noJwt, 'unless is_right'),
  '',
  '# OpenSSL takes keys and signatures as DER, where a JWK and a JWT have the bare numbers.',
  'jwk = JSON.parse(SECRET)',
  'der = ["3059301306072a8648ce3d020106082a8648ce3d03010703420004"].pack("H*")',
  'key = OpenSSL::PKey.read(der + decoded.call(jwk["x"]) + decoded.call(jwk["y"]))',
  'bytes = decoded.call(signature)',
  'numbers = bytes.unpack("a32a32").map { |n| OpenSSL::ASN1::Integer(OpenSSL::BN.new(n, 2)) }',
  '# Ruby decodes what is no base64url, too.',
  'is_plain = bytes.bytesize == 64 && [bytes].pack("m0").tr("+/", "-_").delete("=") == signature',
  'fits = is_plain && key.verify("SHA256", OpenSSL::ASN1::Sequence(numbers).to_der, "#{head}.#{payload}")',
  refuse(401, says.wrong, 'unless fits'),
  '',
  'digest = OpenSSL::Digest::SHA256.hexdigest(body)',
  refuse(401, says.digest, 'unless OpenSSL.secure_compare(digest, claims["request_body_sha256"].to_s)'),
  refuse(
    401,
    says.old({ tolerance: verification.tolerance, pastOnly: true }),
    `if Time.now.to_i - claims["iat"] > ${verification.tolerance}`,
  ),
  '',
  idText(verification),
]

export const verifyMessage = (verification: Kind<'message'>): Line => [
  'inputs = header.call("Signature-Input").to_s',
  refuse(400, says.missing('Signature-Input'), 'if inputs.empty?'),
  '',
  'given = header.call("Signature").to_s',
  refuse(400, says.missing('Signature'), 'if given.empty?'),
  '',
  'digests = { "sha-256" => OpenSSL::Digest::SHA256.digest(body), "sha-512" => OpenSSL::Digest::SHA512.digest(body) }',
  `claimed = header.call("Content-Digest").to_s.scan(%r{${patterns.digest}})`,
  'fits = claimed.all? { |name, value| OpenSSL.secure_compare(value, [digests[name]].pack("m0")) }',
  refuse(401, says.digest, 'unless fits && claimed.any?'),
  '',
  'signatures = given.scan(%r{([a-z*][\\w.*-]*)=:([A-Za-z0-9+/=]*):}).to_h',
  `found = inputs.scan(/${patterns.input}/).find do |label, input, covered|`,
  indent('  ', [
    "names = covered.delete('\"').split",
    'next unless signatures.key?(label) && (%w[@method @target-uri content-digest] - names).empty?',
    '',
    'derived = { "@method" => request_method, "@target-uri" => WEBHOOK_URL }',
    'values = names.map { |name| derived[name] || header.call(name)&.strip }',
    'next unless values.all? # What is covered must be there.',
    '',
    'lines = names.zip(values).map { |name, value| "\\"#{name}\\": #{value}" }',
    'base = [*lines, "\\"@signature-params\\": #{input}"].join("\\n")',
    verification.key === 'ed25519'
      ? [
          'bytes = signatures[label].unpack1("m")',
          '[bytes].pack("m0") == signatures[label] && KEY.verify(nil, bytes, base)',
        ]
      : 'OpenSSL.secure_compare(signatures[label], [OpenSSL::HMAC.digest("SHA256", KEY, base)].pack("m0"))',
  ]),
  'end',
  refuse(401, says.wrong, 'unless found'),
  '',
  `params = found[1].scan(/${patterns.parameter}/).to_h`,
  `seconds = params.select { |_, value| value.match?(/\\A${patterns.seconds}\\z/) }.transform_values(&:to_i)`,
  refuse(
    401,
    says.old({ tolerance: verification.tolerance, pastOnly: false }),
    `if (Time.now.to_i - seconds.fetch("created", 0)).abs > ${verification.tolerance}`,
  ),
  refuse(401, says.expired, 'if params.key?("expires") && seconds.fetch("expires", 0) < Time.now.to_i'),
  '',
  idText(verification),
]
