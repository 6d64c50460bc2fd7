# frozen_string_literal: true

# What all Ruby receivers of the zoo share: the secret, the effects, a right verification and a right way to handle an event.
require "json"
require "openssl"

SECRET = ENV.fetch("WEBHOOK_SECRET")

class Refused < StandardError; end

# The ids of the events whose work was done. A receiver without a defect has each once.
EFFECTS = []
SEEN = {}
LOCK = Mutex.new

# The steps of a verification of Standard Webhooks. A defect replaces one of them.
STEPS = {
  key: -> { SECRET.delete_prefix("whsec_").unpack1("m") },
  encode: ->(mac) { [mac].pack("m0") },
  body_of: ->(body) { body },
  signatures_in: ->(header) { header.split.select { |one| one.start_with?("v1,") }.map { |one| one.delete_prefix("v1,") } },
  same: ->(given, expected) { OpenSSL.secure_compare(given, expected) }
}.freeze

# Returns a verification: it returns the id of the event, and raises Refused if the request is not genuine.
def verifier(**defect)
  way = STEPS.merge(defect)
  lambda do |body, header|
    id, timestamp, signature = %w[id timestamp signature].map { |part| header.call("webhook-#{part}").to_s }
    raise Refused, "a header is missing" if [id, timestamp, signature].any?(&:empty?)
    raise Refused, "the timestamp is too old" unless timestamp.match?(/\A\d+\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300

    signed = "#{id}.#{timestamp}.".b + way[:body_of].call(body).b
    expected = way[:encode].call(OpenSSL::HMAC.digest("SHA256", way[:key].call, signed))
    raise Refused, "the signature does not match" unless way[:signatures_in].call(signature).any? { |given| way[:same].call(given, expected) }

    id
  end
end

ONCE = lambda do |id, _event|
  LOCK.synchronize do
    next if SEEN[id]

    SEEN[id] = true
    EFFECTS << id
  end
  nil
end
IS_EVENT = ->(event) { event.is_a?(Hash) && event["event"].is_a?(String) }

# What a receiver does with a request, whatever its framework: verify, parse, work, answer.
def handler(verify: verifier, parse: ->(body) { JSON.parse(body) }, valid: IS_EVENT, work: ONCE)
  lambda do |body, header|
    begin
      id = verify.call(body, header)
    rescue Refused => e
      next [401, e.message]
    end
    begin
      event = parse.call(body)
    rescue JSON::ParserError
      next [400, "The body is not JSON."]
    end
    next [422, "The body is not an event."] unless valid.call(event)

    work.call(id, event) || [200, "ok"]
  end
end
