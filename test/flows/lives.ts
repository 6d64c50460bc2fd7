import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { startProgram } from '../helpers/program.ts'
import { type ReceivedRequest, startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { waitFor } from '../helpers/waiting.ts'

/** One life of the built program: it ends by a kill or in order, and the next one goes on with the same file. */
export async function startLife(folder: string, ...args: string[]) {
  const running = await startProgram(
    ['--port', '0', '--data', `${folder}/sandbox.db`, '--config', `${folder}/config.json`, '--bare', ...args],
    { cwd: folder },
  )

  async function ask<Body>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Body }> {
    const headers = { 'content-type': 'application/json', authorization: 'demo', identity: 'demo' }
    const response = await fetch(`${running.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const get = async <Body>(path: string) => (await ask<Body>('GET', path)).body
  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    running.process.kill(signal)
    return running.ended
  }
  return {
    ...running,
    ask,
    get,
    /** Waits until so many records match as the query asks for, and answers them. */
    waitFor: <Row = unknown>(query: string) => waitFor<Row>(get, query),
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
  }
}
export type Life = Awaited<ReturnType<typeof startLife>>

export type LifeHere = Pick<Life, 'url' | 'ask' | 'get' | 'waitFor'> & { terminate(): Promise<unknown> }

/** A further life that is not killed: in this process, to which it costs a tenth. */
export async function startLifeHere(folder: string): Promise<LifeHere> {
  const config = JSON.parse(readFileSync(`${folder}/config.json`, 'utf8'))
  const { url, request, get, waitFor, close } = await startSandbox({
    data: `${folder}/sandbox.db`,
    ...config,
  })
  return {
    url,
    ask: <Body>(method: string, path: string, body?: unknown) =>
      request<Body>(method, path, body, { authorization: 'demo', identity: 'demo' }),
    get,
    waitFor,
    terminate: close,
  }
}

/** A receiver that outlives the sandboxes: it answers, refuses, or keeps every answer back, as it is told. */
export async function startMoodyReceiver() {
  let mood: 'answer' | 'refuse' | 'hold' = 'answer'
  let waiters: { count: number; resolve: () => void }[] = []
  let sinceMood: ReceivedRequest[] = []
  const receiver = await startReceiver([
    (response: ServerResponse) => {
      const newest = receiver.requests.at(-1)
      if (newest) sinceMood.push(newest)
      if (mood !== 'hold') response.writeHead(mood === 'answer' ? 200 : 503).end()
      for (const { count, resolve } of waiters) if (sinceMood.length >= count) resolve()
      waiters = waiters.filter(({ count }) => sinceMood.length < count)
    },
  ])
  return {
    url: receiver.url,
    ids: () => receiver.requests.map(({ headers }) => String(headers['webhook-id'])),
    /** The ids of the requests since the last change of mood. */
    idsNow: () => sinceMood.map(({ headers }) => String(headers['webhook-id'])),
    feel(next: typeof mood) {
      mood = next
      sinceMood = []
    },
    /** Fulfilled when so many requests have come in this mood. */
    hasGot: (count: number) =>
      new Promise<void>((resolve) => {
        if (sinceMood.length >= count) resolve()
        else waiters.push({ count, resolve })
      }),
  }
}
