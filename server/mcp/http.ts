/** Speaks MCP over Streamable HTTP. Loaded at the first request, since the SDK is large. */
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createAsk } from '../library/ask.ts'
import type { Outside } from '../outside.ts'
import { createServers, inSession } from './server.ts'

/** Makes the handler of requests to `/mcp`. */
export function createHandler(needs: {
  base: string
  outside: Outside
  version: string
  fetch: (request: Request) => Promise<Response>
}): (request: Request) => Promise<Response> {
  const ask = createAsk({ base: needs.base, fetch: inSession(needs.fetch, 'mcp') })
  const handler = createMcpHandler(createServers({ ...needs, ask }))
  return (request) => handler.fetch(request)
}
