/** Assistants of tests: the official client, connected to a sandbox at `/mcp`. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

/** Connects a client to a sandbox. `call` returns the text and the structured content of a tool's result. */
export async function connectAssistant(url: string) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))
  onTestFinished(() => client.close())
  return { client, call: callWith(client) }
}

export const callWith =
  (client: Client) =>
  async (name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args })
    const [first] = result.content
    return {
      result,
      isError: result.isError === true,
      text: first?.type === 'text' ? first.text : '',
      // The test knows the tool.
      answer: result.structuredContent as Record<string, never> & { [name: string]: never },
    }
  }
