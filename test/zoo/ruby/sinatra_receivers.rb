# frozen_string_literal: true

# Receivers on Sinatra, served by Puma.
require "sinatra/base"
require "puma"
require_relative "world"

# Reads the body for a log, and leaves it read.
class LogsBody
  def initialize(app)
    @app = app
  end

  def call(env)
    env["rack.input"].read
    @app.call(env)
  end
end

def sinatra(read: nil, before: nil, middleware: nil, environment: :production, **defect)
  handle = handler(**defect)
  app = Sinatra.new do
    set :environment, environment
    set :show_exceptions, environment == :development
    set :raise_errors, false
    set :dump_errors, false
    use middleware if middleware
    get("/effects") { EFFECTS.length.to_s }
    post "/webhooks" do
      instance_exec(&before) if before
      body = read ? instance_exec(&read) : request.body.read
      status_of, text = handle.call(body, ->(name) { request.get_header("HTTP_#{name.upcase.tr('-', '_')}") })
      content_type "text/plain"
      [status_of, text]
    end
  end
  lambda do |port, listening|
    listener = TCPServer.new("127.0.0.1", port)
    server = Puma::Server.new(app.new, Puma::Events.strings, min_threads: 0, max_threads: 8)
    server.binder.ios << listener
    listening.call(listener.addr[1])
    server.run.join
  end
end

name_of_event = lambda do |id, event|
  event["event"].split(".")
  ONCE.call(id, event)
end
known = /\A(card|account|customer|payment)/

DEFECTS = {
  "sinatra-params-to-json" => -> { sinatra(read: -> { params.to_json }) },
  "sinatra-body-read-before" => -> { sinatra(middleware: LogsBody) },
  "sinatra-field-of-nil" => -> { sinatra(valid: ->(_) { true }, work: name_of_event) },
  "sinatra-development" => -> { sinatra(environment: :development, valid: ->(_) { true }, work: name_of_event) },
  "sinatra-halt-on-unknown" => lambda do
    sinatra(work: ->(id, event) { event["event"].match?(known) ? ONCE.call(id, event) : [404, "unknown event"] })
  end,
  "sinatra-rescued-verification" => lambda do
    sinatra(verify: ->(body, header) { verifier.call(body, header) rescue header.call("webhook-id") })
  end,
  "sinatra-content-type" => lambda do
    sinatra(before: -> { halt 415 unless request.content_type == "application/json" })
  end
}.freeze
RIGHTS = { "sinatra-right" => -> { sinatra } }.freeze
