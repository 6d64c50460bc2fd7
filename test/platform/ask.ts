import { expect } from 'vitest'
import reference from '../../fixtures/reference/webhooks.json'
import type { TestSandbox } from '../helpers/sandbox.ts'

interface PlatformSubscription {
  id: string
  url: string
  description: string
  events: string[]
  version: string
  secret: string
  status: string
  created_time: string
  updated_time: string
}
export interface One {
  webhook_subscription: PlatformSubscription
}
export interface Many {
  webhook_subscriptions: PlatformSubscription[]
}

export const demo = { authorization: 'demo', identity: 'demo' }
export const json = { ...demo, 'content-type': 'application/json' }

/** A call to the emulated API with exactly these bytes and headers. */
export async function ask(
  { url }: Pick<TestSandbox, 'url'>,
  request: { method?: string; path?: string; body?: BodyInit; headers?: Record<string, string> },
) {
  const { method = 'POST', path = '/webhooks', body, headers = json } = request
  const response = await fetch(`${url}${reference.prefix}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body, ...(body instanceof ReadableStream && { duplex: 'half' }) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  }
}

/** The four keys in their order, the type that goes with the status, and what the message must say. */
export function expectRefused(
  answer: { status: number; headers: Headers; body: unknown },
  { status, code, says = [] }: { status: number; code: string; says?: (string | RegExp)[] },
) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/json')
  const body = answer.body as Record<string, unknown>
  expect(Object.keys(body)).toEqual(reference.error_keys)
  expect(body).toMatchObject({
    Status: status,
    Code: code,
    Type: reference.error_types[String(status) as '400'],
  })
  for (const part of says) expect(body.Message).toMatch(part)
}

export const listOf = async (sandbox: Pick<TestSandbox, 'call'>, headers = demo) =>
  (await sandbox.call<Many>('GET', '/webhooks', undefined, headers)).body.webhook_subscriptions

/** One subscription, made through the API as the identity `demo`. */
export async function made(
  sandbox: Pick<TestSandbox, 'call'>,
  over: Record<string, unknown> = {},
  headers = demo,
) {
  const answer = await sandbox.call<One>(
    'POST',
    '/webhooks',
    { url: 'http://localhost:9/hook', events: ['card*'], ...over },
    headers,
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.webhook_subscription
}
