# frozen_string_literal: true

# Receivers on WEBrick. Each has one defect, named by its key.
require "webrick"
require_relative "world"

def webrick(read: ->(request) { request.body.to_s }, **defect)
  handle = handler(**defect)
  lambda do |port, listening|
    server = WEBrick::HTTPServer.new(
      BindAddress: "127.0.0.1", Port: port, AccessLog: [], Logger: WEBrick::Log.new(File::NULL), ServerSoftware: "zoo"
    )
    server.mount_proc("/effects") { |_, response| response.body = EFFECTS.length.to_s }
    server.mount_proc("/webhooks") do |request, response|
      raise WEBrick::HTTPStatus::MethodNotAllowed unless request.request_method == "POST"

      response.status, response.body = handle.call(read.call(request), ->(name) { request[name] })
    end
    listening.call(server.listeners.first.addr[1])
    server.start
  end
end

# The parsed body, written again; a body that is not JSON as it is.
written = lambda do |body, &write|
  write.call(JSON.parse(body))
rescue JSON::ParserError
  body
end

# Looks, works and stores, each without the others: two copies at once both find nothing.
check_then_insert = lambda do |id, _event|
  next nil if SEEN[id]

  sleep 0.05
  SEEN[id] = true
  EFFECTS << id
  nil
end

DEFECTS = {
  "webrick-to-json" => -> { webrick(verify: verifier(body_of: ->(body) { written.call(body, &:to_json) })) },
  "webrick-hash-as-text" => -> { webrick(verify: verifier(body_of: ->(body) { written.call(body, &:to_s) })) },
  "webrick-pretty-generate" => -> { webrick(verify: verifier(body_of: ->(body) { written.call(body) { |event| JSON.pretty_generate(event) } })) },
  "webrick-as-ascii" => lambda do
    webrick(verify: verifier(body_of: ->(body) { body.dup.force_encoding("UTF-8").encode("US-ASCII", undef: :replace, replace: "?") }))
  end,
  "webrick-squeezed" => -> { webrick(verify: verifier(body_of: ->(body) { body.gsub(/\s+/, " ") })) },
  "webrick-hexdigest" => -> { webrick(verify: verifier(encode: ->(mac) { mac.unpack1("H*") })) },
  "webrick-secret-of-its-prefix" => -> { webrick(verify: verifier(key: -> { SECRET.delete_prefix("whsec_") })) },
  "webrick-start-with" => -> { webrick(verify: verifier(same: ->(given, expected) { expected.start_with?(given) })) },
  "webrick-casecmp" => -> { webrick(verify: verifier(same: ->(given, expected) { given.casecmp?(expected) })) },
  "webrick-first-signature" => lambda do
    webrick(verify: verifier(signatures_in: ->(header) { [header.split.first.to_s.delete_prefix("v1,")] }))
  end,
  "webrick-body-of-nil" => lambda do
    webrick(read: ->(request) { request.body.empty? ? request.body.fetch(0) : request.body })
  end,
  "webrick-duplicate-409" => lambda do
    webrick(work: ->(id, event) { SEEN[id] ? [409, "seen"] : ONCE.call(id, event) })
  end,
  "webrick-check-then-insert" => -> { webrick(work: check_then_insert) }
}.freeze
RIGHTS = { "webrick-right" => -> { webrick } }.freeze
