/** Speaks MCP over stdin and stdout. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServers } from './server.ts'

/**
 * Serves one assistant.
 * @param needs.onEnd called when the assistant has closed stdin
 */
export function serveAssistant(
  needs: Parameters<typeof createServers>[0] & { onEnd(): void; onTrouble(error: Error): void },
) {
  class Ending extends StdioServerTransport {
    override async close() {
      await super.close()
      needs.onEnd()
    }
  }
  return serveStdio(createServers(needs), { transport: new Ending(), onerror: needs.onTrouble })
}
