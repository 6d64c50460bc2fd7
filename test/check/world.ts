/** Receivers for checks: a right one by the sandbox's own verification, and the parts of wrong ones. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import type { Recipe } from '../../server/signing/recipe.ts'
import type { SchemeName } from '../../server/signing/recipes.ts'
import { webhookIdIn } from '../../server/verification/read.ts'
import { verify } from '../../server/verification/verify.ts'
import type { Check, CheckProbe, HeaderPair } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import type { TestSandbox } from '../helpers/sandbox.ts'

export const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'

/** A request as it came. */
export interface Asked {
  method: string
  url: string
  headers: HeaderPair[]
  body: Buffer
}

export type Answer = number | { status: number; headers?: Record<string, string>; body?: string }

export const headerIn = ({ headers }: Pick<Asked, 'headers'>, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** A receiver that answers as the function says; undefined never answers. Closed when the test ends. */
export async function startAnswering(
  answer: (asked: Asked) => Answer | undefined | Promise<Answer | undefined>,
) {
  const asked: Asked[] = []
  const sockets = new Set<Socket>()
  let server: Server | undefined
  const serve = (port: number) =>
    new Promise<Server>((resolve) => {
      const one = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('error', () => {})
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', async () => {
          const { method = '', url = '', rawHeaders, headers } = request
          const pairs = rawHeaders.flatMap((name, at): HeaderPair[] =>
            at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
          )
          const here = {
            method,
            url: `http://${headers.host}${url}`,
            headers: pairs,
            body: Buffer.concat(chunks),
          }
          asked.push(here)
          const given = await answer(here)
          if (given === undefined || response.destroyed) return
          const {
            status,
            headers: own = {},
            body = '',
          } = typeof given === 'number' ? { status: given } : given
          response.writeHead(status, own).end(body)
        })
      })
      one.on('connection', (socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
      })
      one.listen(port, '127.0.0.1', () => resolve(one))
    })
  server = await serve(0)
  const { port } = server.address() as AddressInfo
  /** As a process dies: connections are reset, and nothing listens any more. */
  function die() {
    server?.close()
    server = undefined
    for (const socket of sockets) socket.resetAndDestroy()
  }
  /** Ends in good order: what was asked is answered, and nothing listens any more. */
  function leave() {
    server?.close()
    server = undefined
  }
  onTestFinished(die)
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    asked,
    die,
    leave,
    async rise() {
      server = await serve(port)
    },
  }
}

/** How a receiver verifies. */
export interface Verifying {
  scheme?: SchemeName
  recipe?: Recipe
  secrets?: readonly string[]
  /** What a wrong receiver makes of a request before it verifies. */
  before?(asked: Asked): Asked
}

/** Whether a request is rightly signed. Schemes without a signature take everything. */
export function isSigned(
  asked: Asked,
  { scheme = 'standard-webhooks', recipe = recipes[scheme], secrets = [secret], before }: Verifying = {},
): boolean {
  if (recipe.method === 'none') return true
  const { result } = verify(
    { ...recipes, [recipe.scheme]: recipe },
    {
      ...(before?.(asked) ?? asked),
      scheme: recipe.scheme as SchemeName,
      secrets: secrets.map((one) => ({ of: ownedBy('the receiver'), secret: one, recipe })),
      otherSecrets: [],
      now: Date.now() * 1000,
    },
    'quick',
  )
  return result === 'verified'
}

export const idIn = ({ headers }: Asked): string => webhookIdIn(recipes, headers, []) ?? ''

/** What a right receiver answers. */
export function rightAnswer(asked: Asked, verifying: Verifying = {}): number {
  if (asked.method !== 'POST') return 405
  if (!isSigned(asked, verifying)) return 401
  try {
    const value: unknown = JSON.parse(asked.body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? 200 : 422
  } catch {
    return 400
  }
}

/** A receiver that does everything right, except what is given. */
export const startRight = (verifying: Verifying = {}) =>
  startAnswering((asked) => rightAnswer(asked, verifying))

/** Starts a check and follows it to its end. */
export async function checked(sandbox: TestSandbox, order: Record<string, unknown>): Promise<Check> {
  return ended(sandbox, (await begun(sandbox, order)).id)
}

export async function begun(sandbox: TestSandbox, order: Record<string, unknown>): Promise<Check> {
  const given = { secret, seed: 7, ...order }
  const { status, body } = await sandbox.request<{ check: Check }>('POST', '/sandbox/checks', given)
  if (status !== 201) throw new Error(`POST /sandbox/checks: ${status} ${JSON.stringify(body)}`)
  return body.check
}

export async function ended(sandbox: TestSandbox, id: string): Promise<Check> {
  return until(sandbox, id, ({ state }) => state !== 'running')
}

/** The check as soon as this holds of it. */
export async function until(
  sandbox: TestSandbox,
  id: string,
  holds: (check: Check) => boolean,
): Promise<Check> {
  for (;;) {
    const { check } = await sandbox.get<{ check: Check }>(`/sandbox/checks/${id}`)
    if (holds(check)) return check
    if (check.state !== 'running') throw new Error(`The check ended: ${check.reason}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export function probeOf({ probes }: Check, id: string): CheckProbe {
  const found = probes.find((probe) => probe.id === id)
  if (!found) throw new Error(`The check has no probe ${id}: ${probes.map((probe) => probe.id).join(', ')}`)
  return found
}

/** What is wrong, by probe. */
export const wrongIn = ({ probes }: Check): Record<string, CheckProbe['fact']> =>
  Object.fromEntries(
    probes.filter(({ result }) => result !== 'pass' && result !== 'skip').map(({ id, fact }) => [id, fact]),
  )

/** The real world, with waits that take a hundredth of their time; all that is measured is as if they had taken all. */
export function hastened() {
  const real = realOutside()
  let skipped = 0
  return {
    ...real,
    elapsed: () => real.elapsed() + skipped,
    after(ms: number, run: () => void) {
      // The timeout of a request stays: its answers come in real time.
      const quick = ms === 250 || ms === 100
      if (quick) skipped += ms * 0.99
      return real.after(quick ? ms / 100 : ms, run)
    },
  }
}
