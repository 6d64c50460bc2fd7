/** Gives up requests to an address that accepts connections and never responds. */
import { StartError } from '../failures.ts'

/** After how long without a response the sandbox is probed, and how long the probe may take. Ms. */
const [lookMs, silentMs] = [3000, 7000]

/**
 * As `fetch`, but fails if the address accepts connections and never responds, such as a suspended process. During a long
 * request, such as a wait, a sandbox still reports its health.
 */
export async function fetchUnlessSilent(request: Request): Promise<Response> {
  const base = new URL(request.url).origin
  const silence = new AbortController()
  let isOver = false
  const lookLater = () => AbortSignal.timeout(lookMs).addEventListener('abort', look, { once: true })

  async function look() {
    if (isOver) return
    const isSilent = await fetch(`${base}/sandbox/health`, { signal: AbortSignal.timeout(silentMs) }).then(
      (answer) => answer.body?.cancel().then(() => false),
      // The waiting request meets any other error, too.
      (error: unknown) => error instanceof Error && error.name === 'TimeoutError',
    )
    if (isOver) return
    if (!isSilent) return lookLater()
    silence.abort(
      new StartError(
        `${base} accepts connections, but does not respond.${request.method === 'GET' ? '' : ' The request may still take effect.'}`,
        'Check whether the sandbox is suspended, or choose another sandbox with --url URL.',
      ),
    )
  }

  lookLater()
  try {
    return await fetch(request, { signal: silence.signal })
  } finally {
    isOver = true
  }
}
