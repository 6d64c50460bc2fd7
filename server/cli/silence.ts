import { StartError } from '../failures.ts'

/** After so long without an answer it is looked whether anybody answers at all, and so long that may take. Ms. */
const [lookMs, silentMs] = [3000, 7000]

/**
 * As `fetch`, given up where an address takes connections and answers nothing, as a process that was stopped does. A sandbox of
 * which much is asked, such as a wait, tells its health meanwhile.
 */
export async function fetchUnlessSilent(base: string, path: string, request: RequestInit): Promise<Response> {
  const silence = new AbortController()
  let isOver = false
  const lookLater = () => AbortSignal.timeout(lookMs).addEventListener('abort', look, { once: true })

  async function look() {
    if (isOver) return
    const isSilent = await fetch(`${base}/sandbox/health`, { signal: AbortSignal.timeout(silentMs) }).then(
      (answer) => answer.body?.cancel().then(() => false),
      // What is lost otherwise, the request that waits is told of as well.
      (error: unknown) => error instanceof Error && error.name === 'TimeoutError',
    )
    if (isOver) return
    if (!isSilent) return lookLater()
    silence.abort(
      new StartError(
        `${base} takes connections and answers nothing${request.method === 'GET' ? '' : '; what was asked may still be done there'}.`,
        'Look whether the sandbox was stopped, or name another with --url URL.',
      ),
    )
  }

  lookLater()
  try {
    return await fetch(`${base}${path}`, { ...request, signal: silence.signal })
  } finally {
    isOver = true
  }
}
