/** The command `mcp`: an assistant's way to a sandbox over stdin and stdout. */
import { findRunning } from '../database/lock.ts'
import { PortTaken } from '../failures.ts'
import { createAsk } from '../library/ask.ts'
import { drawSecretBytes } from '../outside.ts'
import { version } from '../version.ts'
import type { ProgramNeeds } from './command.ts'
import { closing, type ServeFlags, startServed } from './serve.ts'
import { configFor } from './settings.ts'
import { fetchUnlessSilent } from './silence.ts'
import { targetOf } from './target.ts'

export interface McpFlags extends ServeFlags {
  url?: string
}

/** Serves the tools until the assistant closes stdin. */
export async function mcp(flags: McpFlags, needs: ProgramNeeds): Promise<void> {
  const { terminal, outside, environment, calledAs } = needs
  const isChosen = flags.url !== undefined || (flags.data === undefined && Boolean(environment.SANDBOX_URL))
  const running = isChosen
    ? targetOf({ ...flags, calledAs }, environment).base
    : await runningOn(configFor({ flags, environment }).config.data)
  const sandbox = running === undefined ? (await startFree(flags, needs)).sandbox : undefined
  const way = sandbox
    ? { base: sandbox.url, fetch: sandbox.fetch }
    : { base: running ?? '', fetch: fetchUnlessSilent }
  terminal.log(`Webhook Sandbox at ${way.base}`)

  // Loaded late: other commands do not need the SDK.
  const [{ serveAssistant }, { inSession }] = await Promise.all([
    import('../mcp/stdio.ts'),
    import('../mcp/server.ts'),
  ])
  const session = `mcp-${drawSecretBytes().toString('hex')}`
  const ask = createAsk({ ...way, fetch: inSession(way.fetch, session) })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= sandbox ? closing(sandbox, terminal) : Promise.resolve())
  needs.onRunning({ close })
  serveAssistant({
    ask,
    outside,
    version,
    onEnd: () => void close(),
    onTrouble: (error) => terminal.log(error.message),
  })
}

/** The address of the sandbox that runs on a database. A sandbox that was killed leaves its address behind. */
async function runningOn(file: string): Promise<string | undefined> {
  const running = findRunning(file)
  if (running === undefined) return undefined
  const health = await fetchUnlessSilent(new Request(`${running.url}/sandbox/health`))
    .then((response): Promise<{ pid?: unknown }> => response.json())
    .catch(() => undefined)
  return health?.pid === running.pid ? running.url : undefined
}

/** Starts a sandbox; on a free port if another program has the port of the configuration. */
async function startFree(flags: ServeFlags, needs: ProgramNeeds) {
  try {
    return await startServed(flags, needs)
  } catch (error) {
    const { origins } = configFor({ flags, environment: needs.environment })
    const isChosen = ['flag', 'environment'].includes(origins.get('port')?.origin ?? '')
    if (!(error instanceof PortTaken) || isChosen) throw error
    return startServed(flags, needs, { port: 0 })
  }
}
