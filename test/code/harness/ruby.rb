# Loads receivers for Rack, each with the environment of its own, and serves them all on one port; without Rack itself.
require "json"
require "socket"
require "stringio"

receivers = JSON.parse(ARGV.fetch(0))
apps = receivers.map do |receiver|
  ENV.update(receiver["env"])
  found = nil
  world = Module.new
  world.define_method(:run) { |app| found = app }
  world.define_method(:puts) { |*| nil }
  load(receiver["file"], world)
  found
end

server = TCPServer.new("127.0.0.1", 0)
receivers.each_with_index do |receiver, number|
  url = "http://127.0.0.1:#{server.addr[1]}/#{number}/webhooks"
  $stdout.puts JSON.generate({ scheme: receiver["scheme"], url: url })
end
$stdout.flush

loop do
  client = server.accept
  method, target, = client.gets.split
  headers = []
  while (line = client.gets.chomp) != ""
    headers << line.split(/:\s*/, 2)
  end
  path, query = target.split("?", 2)
  _, number, rest = path.split("/", 3)
  env = {}
  headers.each do |name, value|
    key = name.upcase.tr("-", "_")
    key = "HTTP_#{key}" unless %w[CONTENT_TYPE CONTENT_LENGTH].include?(key)
    # As Puma does.
    env[key] = [env[key], value].compact.join(", ")
  end
  body = client.read(env["CONTENT_LENGTH"].to_i)
  env.update("REQUEST_METHOD" => method, "PATH_INFO" => "/#{rest}", "QUERY_STRING" => query.to_s,
             "rack.input" => StringIO.new(body.to_s))
  status, _, parts = apps.fetch(number.to_i).call(env)
  text = parts.join
  client.write("HTTP/1.1 #{status} X\r\nConnection: close\r\nContent-Length: #{text.bytesize}\r\n\r\n#{text}")
  client.close
end
