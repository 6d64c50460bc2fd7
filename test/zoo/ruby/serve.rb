# frozen_string_literal: true

# `ruby test/zoo/ruby/serve.rb NAME` starts a receiver of the zoo and prints its port. It reads WEBHOOK_SECRET, and PORT to start
# again at the same port. `/effects` answers the number of its effects.
name = ARGV.fetch(0)
require_relative "#{name[/\A[a-z]+/]}_receivers"
listening = lambda do |port|
  $stdout.puts port
  $stdout.flush
end
DEFECTS.merge(RIGHTS).fetch(name).call.call(Integer(ENV.fetch("PORT", "0")), listening)
