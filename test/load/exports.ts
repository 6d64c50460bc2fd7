import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { schemeNames } from '../../server/signing/recipes.ts'
import type { Load } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import type { TestSandbox } from '../helpers/sandbox.ts'

export type Engine = 'artillery' | 'k6' | 'locust'

/** A webhook that an exported script signed. */
export interface Signed {
  url: string
  headers: Record<string, string>
  body: string
}

/** A subscription's signing, and the secret that it has. */
interface Signing {
  name: string
  scheme: string
  scheme_options?: Record<string, unknown>
  secret?: string
}

const ownHeaders = { 'X-Own': 't={ts},s={signature}' }

/** Every scheme, then the forms of keys and options that change how a scheme signs. */
export const signings: Signing[] = [
  ...schemeNames.filter((name) => name !== 'custom').map((scheme) => ({ name: scheme, scheme })),
  {
    name: 'custom',
    scheme: 'custom',
    scheme_options: {
      headers: ownHeaders,
      signs: '{ts}:{url}:{body}',
      digest: 'sha512',
      time: 'milliseconds',
    },
  },
  {
    name: 'custom-base64url',
    scheme: 'custom',
    scheme_options: {
      headers: { 'X-Id': '{id}', 'X-Own': '{signature}' },
      signs: '{id}{body}',
      key: 'hex',
      encoding: 'base64url',
    },
    secret: '00112233445566778899aabbccddeeff',
  },
  {
    name: 'custom-ed25519',
    scheme: 'custom',
    scheme_options: { headers: ownHeaders, signs: '{ts}.{body}', key: 'ed25519-hex' },
  },
  {
    name: 'private-key',
    scheme: 'standard-webhooks-ed25519',
    secret: `whsk_${Buffer.alloc(32, 7).toString('base64')}`,
  },
  {
    name: 'message-ed25519',
    scheme: 'http-message-signatures',
    scheme_options: { algorithm: 'ed25519' },
  },
  {
    name: 'square-elsewhere',
    scheme: 'square',
    scheme_options: { notification_url: 'https://receiver.example/hook?a=1' },
  },
  { name: 'basic-password', scheme: 'basic', scheme_options: { user: 'Zoë', password: 'pass:word' } },
]

/** Those that k6 cannot sign with. */
export const notByK6 = [
  'standard-webhooks-ed25519',
  'plaid',
  'custom-ed25519',
  'private-key',
  'message-ed25519',
]

export interface Subscribed extends Signing {
  id: string
  secret: string
}

/** Subscribes an endpoint of the sandbox to every event, once for each signing. */
export async function subscribeAll(sandbox: TestSandbox): Promise<Subscribed[]> {
  const made: Subscribed[] = []
  for (const { name, scheme, scheme_options = {}, secret } of signings) {
    const subscription = await sandbox.subscribe(`${sandbox.url}/in/${name}?from=load`, {
      events: ['card.*'],
    })
    const changes = { scheme, scheme_options, ...(secret !== undefined && { secret }) }
    const path = `/sandbox/subscriptions/${subscription.id}`
    expect((await sandbox.request('PATCH', path, changes)).status, name).toBe(200)
    made.push({ name, scheme, id: subscription.id, secret: secret ?? subscription.secret })
  }
  return made
}

/** The signing secret, which the command shows in `run`. For a set password, the password. */
export const secretIn = ({ run }: Load): string =>
  /^WEBHOOK_SECRET=('[^']*'|\S+)/.exec(run)?.[1]?.replaceAll("'", '') ?? ''

export const loadOf = async (sandbox: TestSandbox, engine: Engine, id: string, more = '') =>
  (
    await sandbox.get<{ load: Load }>(
      `/sandbox/load?engine=${engine}&subscription_id=${id}&rate=20&for=5s${more}`,
    )
  ).load

/** Writes the files to a folder of the test, and returns the folder. */
export function written({ files }: Load): string {
  const folder = join(ownFolder(), 'files')
  mkdirSync(folder)
  for (const { name, text } of files) writeFileSync(join(folder, name), text)
  return folder
}

/** Sends what a script signed to the sandbox, and returns its captures. */
export async function capturesOf(sandbox: TestSandbox, name: string, webhooks: readonly Signed[]) {
  for (const { url, headers, body } of webhooks)
    expect((await fetch(url, { method: 'POST', headers, body })).status, name).toBe(200)
  return sandbox.captures(`?endpoint=${name}`)
}

/** The result of the verdict that each signing must get. */
export const resultOf = ({ scheme }: { scheme: string }) => (scheme === 'none' ? 'unsigned' : 'verified')
