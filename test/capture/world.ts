import { type Outside, realOutside } from '../../server/outside.ts'
import type { Capture } from '../../server/wire.ts'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { startSandbox } from '../helpers/sandbox.ts'

type Head = { method?: string; path?: string; version?: string; headers?: string[] }

/** A bare sandbox and a sender that writes its bytes itself. */
export async function startCaptures(config: Record<string, unknown> = {}, outside: Outside = realOutside()) {
  const sandbox = await startSandbox(config, outside)
  const port = portOf(sandbox.url)
  const host = `Host: 127.0.0.1:${port}`
  const head = ({ method = 'POST', path = '/in/demo', version = '1.1', headers = [] }: Head) =>
    [`${method} ${path} HTTP/${version}`, host, 'Connection: close', ...headers, '', ''].join('\r\n')

  return {
    ...sandbox,
    port,
    host,
    head,
    /** Writes parts as they stand and answers everything that comes back. */
    exchange: (...parts: (string | Buffer)[]) => rawExchange(port, ...parts),
    /** Sends one request and answers its capture. */
    async catch(request: Head, ...body: (string | Buffer)[]): Promise<Capture & { answer: string }> {
      const answer = await rawExchange(port, head(request), ...body)
      return { ...(await sandbox.newestCapture()), answer }
    },
    async bytesOf(id: string): Promise<Buffer> {
      return Buffer.from(await (await fetch(`${sandbox.url}/sandbox/captures/${id}/body`)).arrayBuffer())
    },
  }
}

export const sized = (body: Buffer | string) => `Content-Length: ${Buffer.byteLength(body)}`
export const statusOf = (answer: string) => Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1])

/** The refusal that an answer, or the last of several, carries. */
export const refusalIn = (answer: string): { code: string; message: string; fix: string } =>
  JSON.parse(answer.slice(answer.lastIndexOf('{"error"'))).error
