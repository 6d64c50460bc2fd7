/** Makes the response of an armed error. */
import { STATUS_CODES } from 'node:http'
import { errorBody, platformErrors } from '../../errors/dictionary.ts'
import type { Sent } from '../calls/record.ts'
import type { Fired } from './armory.ts'

/** Statuses that allow neither a body nor a content type. */
const withoutBody = [204, 205, 304]

/** The response of an armed error. Status 0 means no response. */
export function armedAnswer({ effect, by }: Fired): Sent {
  switch (effect.kind) {
    case 'code': {
      const { status, message } = platformErrors[effect.code]
      const body = JSON.stringify(errorBody(effect.code, message))
      return { status, headers: [['content-type', 'application/json']], body, code: effect.code, armed: by }
    }
    case 'raw':
      if (withoutBody.includes(effect.status))
        return { status: effect.status, headers: [], body: '', code: null, armed: by }
      return { ...rawBody(effect.status, effect.body), status: effect.status, code: null, armed: by }
    case 'reset':
    case 'hang':
      return { status: 0, headers: [], body: '', code: null, armed: by, outcome: effect.kind }
  }
}

function rawBody(status: number, json: string | undefined): Pick<Sent, 'headers' | 'body'> {
  if (json === undefined) return { headers: [['content-type', 'text/html']], body: gatewayPage(status) }
  const body: unknown = JSON.parse(json)
  if (typeof body !== 'string') return { headers: [['content-type', 'application/json']], body: json }
  return {
    headers: [['content-type', body.trimStart().startsWith('<') ? 'text/html' : 'text/plain; charset=utf-8']],
    body,
  }
}

/** The page of a load balancer without a backend: no JSON, to test how a client copes. */
function gatewayPage(status: number): string {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`
}
