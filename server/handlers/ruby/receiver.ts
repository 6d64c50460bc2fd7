import type { Template } from '../../signing/template.ts'
import { file, indent, type Line } from '../lines.ts'
import { remarks, says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import { type ByTemplate, needsUrl, type Place, type Verification } from '../verification.ts'
import { verifyJwt, verifyMessage, verifyPassword } from './other-kinds.ts'
import { idText, quoted, refuse } from './statements.ts'

/** A receiver for Rack, which Sinatra and Rails stand on. */
export const writeRuby = (verification: Verification): string =>
  file(
    '# frozen_string_literal: true',
    '',
    `# ${remarks.head(verification)}`,
    libraries(verification).map((name) => `require "${name}"`),
    '',
    verification.kind !== 'none' && 'SECRET = ENV.fetch("WEBHOOK_SECRET")',
    needsUrl(verification) && [`# ${remarks.url}`, 'WEBHOOK_URL = ENV.fetch("WEBHOOK_URL")'],
    `# ${remarks.trap(verification)}`,
    'key' in verification && keys[verification.key],
    '',
    verification.kind !== 'none' && [
      '# A webhook that is not taken, and the status to answer.',
      'class Refused < StandardError',
      '  attr_reader :status',
      '',
      '  def initialize(status, message)',
      '    super(message)',
      '    @status = status',
      '  end',
      'end',
      '',
    ],
    '# Answers the id of the webhook; raises Refused where it is not genuine.',
    `def verify(header, body${further(verification, '')})`,
    indent('  ', body(verification)),
    'end',
    '',
    'run lambda { |env|',
    `  next [404, {}, []] unless env["REQUEST_METHOD"] == "POST" && env["PATH_INFO"] == "${verification.path}"`,
    '',
    `  # ${remarks.raw}`,
    '  # Something in front may have read it: before Rack 3 it can be wound back.',
    '  input = env["rack.input"]',
    '  input.rewind if input.respond_to?(:rewind)',
    '  body = input.read',
    '  header = lambda do |name|',
    '    key = name.upcase.tr("-", "_")',
    '    env[%w[CONTENT_TYPE CONTENT_LENGTH].include?(key) ? key : "HTTP_#{key}"]',
    '  end',
    verification.kind === 'none'
      ? indent('  ', taken(verification))
      : [
          '  begin',
          indent('    ', taken(verification)),
          '  rescue Refused => e',
          '    [e.status, { "content-type" => "text/plain; charset=utf-8" }, [e.message]]',
          '  end',
        ],
    '}',
  )

const taken = (verification: Verification): Line => [
  `id = verify(header, body${further(verification, 'env["REQUEST_METHOD"]', 'env["QUERY_STRING"]')})`,
  `# ${remarks.repeats('its id')}`,
  'puts "webhook #{id}"',
  '[200, { "content-type" => "text/plain" }, ["OK"]]',
]

/** What else `verify` takes: as its parameters without a text, as what it is called with otherwise. */
function further(verification: Verification, method: string, query = ''): string {
  if (verification.kind === 'message') return `, ${method || 'request_method'}`
  return 'url' in verification && verification.url === 'with-query' ? `, ${query || 'query'}` : ''
}

function libraries(verification: Verification): string[] {
  switch (verification.kind) {
    case 'none':
      return []
    case 'jwt':
      return ['json', 'openssl']
    case 'hmac':
      return [
        'openssl',
        ...(verification.time?.form === 'iso' && verification.time.tolerance !== null ? ['time'] : []),
      ]
    default:
      return ['openssl']
  }
}

const keys = {
  'whsec-base64': 'KEY = SECRET.delete_prefix("whsec_").unpack1("m")',
  text: 'KEY = SECRET',
  hex: 'KEY = [SECRET].pack("H*")',
  ed25519: [
    '# OpenSSL takes it as DER: a fixed head, and the 32 bytes.',
    'DER = ["302a300506032b6570032100"].pack("H*") + SECRET.delete_prefix("whpk_").unpack1("m")',
    'KEY = OpenSSL::PKey.read(DER)',
  ],
  'ed25519-hex': [
    '# OpenSSL takes it as DER: a fixed head, and the 32 bytes.',
    'KEY = OpenSSL::PKey.read(["302a300506032b6570032100#{SECRET}"].pack("H*"))',
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
      return idText(verification)
  }
}

const start = (variable: string, place: Place): Line =>
  'header' in place
    ? `${variable} = header.call(${quoted(place.header)}).to_s`
    : `${variable} = items.find { |item| item.start_with?(${quoted(place.prefix)}) }.to_s.delete_prefix(${quoted(place.prefix)})`

function byTemplate(verification: ByTemplate): Line {
  const { header, time, id, signsId, url } = verification
  const { separator, prefix } = header
  const whole = separator === null && prefix === ''
  const inItem = [time?.place, id].some((place) => place && 'prefix' in place)
  const idAtStart = id !== null && (signsId || 'prefix' in id)
  const lacks = (place: Place) => ('header' in place ? says.missing(place.header) : says.malformed(header))
  return [
    `given = header.call(${quoted(header.name)}).to_s`,
    refuse(400, says.missing(header.name), 'if given.empty?'),
    '',
    separator === null
      ? (inItem || !whole) && 'items = [given]'
      : `items = given.split(${quoted(separator)}).map(&:strip)`,
    time && [start('timestamp', time.place), refuse(400, lacks(time.place), 'if timestamp.empty?')],
    idAtStart && [start('id', id), refuse(400, lacks(id), 'if id.empty?')],
    remarks.strongest(verification) && `# ${remarks.strongest(verification)}`,
    remarks.several(verification) && `# ${remarks.several(verification)}`,
    whole
      ? 'signatures = [given]'
      : [
          `signatures = items.select { |item| item.start_with?(${quoted(prefix)}) }.map { |item| item.delete_prefix(${quoted(prefix)}) }`,
          refuse(400, says.malformed(header), 'if signatures.empty?'),
        ],
    '',
    url === 'with-query' && twilio,
    verification.kind === 'hmac' ? digest(verification) : ed25519(verification),
    refuse(401, says.wrong, 'unless fits'),
    '',
    age(verification),
    idAtStart ? 'id' : idText(verification),
  ]
}

function digest({ digest, encoding, pieces }: ByTemplate): Line {
  const encoded =
    encoding === 'hex'
      ? 'mac.hexdigest'
      : `[mac.digest].pack("m0")${encoding === 'base64url' ? '.tr("+/", "-_").delete("=")' : ''}`
  return [
    `mac = OpenSSL::HMAC.new(KEY, ${quoted(digest.toUpperCase())})`,
    pieces.map((piece) => `mac << ${piece === 'body' ? 'body' : interpolated(piece)}`),
    `expected = ${encoded}`,
    '# Unlike ==, it takes as long wherever the two differ.',
    'fits = signatures.any? { |signature| OpenSSL.secure_compare(signature, expected) }',
  ]
}

const decoded = {
  hex: { from: '[signature].pack("H*")', again: 'bytes.unpack1("H*")' },
  base64: { from: 'signature.unpack1("m")', again: '[bytes].pack("m0")' },
  base64url: {
    from: 'signature.tr("-_", "+/").unpack1("m")',
    again: '[bytes].pack("m0").tr("+/", "-_").delete("=")',
  },
}

const ed25519 = ({ pieces, encoding }: ByTemplate): Line => [
  `signed = ${pieces.map((piece) => (piece === 'body' ? 'body' : `${interpolated(piece)}.b`)).join(' + ')}`,
  'fits = signatures.any? do |signature|',
  `  bytes = ${decoded[encoding].from}`,
  `  # ${remarks.decodesMore('Ruby', encoding)}`,
  `  ${decoded[encoding].again} == signature && KEY.verify(nil, bytes, signed)`,
  'end',
]

function age({ time }: ByTemplate): Line {
  if (!time) return undefined
  const { form, tolerance, pastOnly } = time
  const noTime = refuse(400, says.noTime(time), `unless timestamp.match?(/\\A${patterns[form]}\\z/)`)
  if (tolerance === null) return [noTime, `# ${remarks.noLimit}`]
  const tooOld = refuse(
    401,
    says.old({ tolerance, pastOnly }),
    `if ${pastOnly ? 'age' : 'age.abs'} > ${tolerance}`,
  )
  if (form !== 'iso')
    return [
      noTime,
      `age = Time.now.to_f - timestamp.to_i${form === 'milliseconds' ? ' / 1000.0' : ''}`,
      tooOld,
      '',
    ]
  return [
    noTime,
    'begin',
    '  age = Time.now - Time.iso8601(timestamp)',
    'rescue ArgumentError',
    `  raise Refused.new(400, ${quoted(says.noTime(time))})`,
    'end',
    tooOld,
    '',
  ]
}

const twilio: Line = [
  `# ${remarks.formUrl}`,
  'url = query.empty? ? WEBHOOK_URL : "#{WEBHOOK_URL}?#{query}"',
  '# URI.decode_www_form refuses what is not ASCII.',
  'decoded = ->(text) { text.tr("+", " ").gsub(/%(\\h\\h)/) { $1.hex.chr }.force_encoding("UTF-8").scrub }',
  'fields = ->(text) { text.b.split("&").map { |pair| pair.partition("=").values_at(0, 2).map(&decoded) } }',
  'form = ""',
  'if header.call("Content-Type").to_s.downcase.start_with?("application/x-www-form-urlencoded")',
  '  form = fields.call(body).sort.uniq.join',
  'else',
  '  digest = fields.call(query).to_h["bodySHA256"].to_s',
  '  fits = OpenSSL.secure_compare(digest, OpenSSL::Digest::SHA256.hexdigest(body))',
  `  ${refuse(401, says.digest, 'unless fits')}`,
  'end',
]

const names: Record<string, string> = { id: 'id', ts: 'timestamp', url: 'WEBHOOK_URL', form: 'form' }

function interpolated({ texts, slots }: Template): string {
  const own = (slot: string) => (slot === 'url' && slots.includes('form') ? 'url' : (names[slot] ?? slot))
  const [first = ''] = slots
  if (slots.length === 1 && texts.join('') === '') return own(first)
  const parts = texts.map((text, i) => {
    const literal = quoted(text).slice(1, -1)
    return i < slots.length ? `${literal}#{${own(slots[i] ?? '')}}` : literal
  })
  return `"${parts.join('')}"`
}
