import { createFaults, type Document, jsonOf, type Place, placesOf } from '../helpers/openapi.ts'
import { isJson, type OddRequest } from './odd-requests.ts'

export interface Answered {
  status: number
  type: string | null
  text: string
}

const prefix = '/api/v0.1'
/** The statuses of the platform's reference. */
const statuses = [200, 201, 400, 403, 404, 424, 500, 503, 504]

/** Judges answers by the document of the API: whose they are, and whether they are among what it says. */
export function createJudge(document: Document) {
  const faultsOf = createFaults(document)
  const routes = placesOf(document).map((place) => ({
    place,
    form: new RegExp(`^${place.path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`),
  }))

  /** Which operation a request is to; paths are told apart as the document orders them. */
  function placeOf(method: string, url: string): Place | undefined {
    const { pathname } = new URL(url, 'http://localhost')
    const path = pathname.slice(prefix.length)
    return routes.find(({ place, form }) => place.method === method && form.test(path))?.place
  }

  /** What is wrong with an answer; nothing when it is as documented. */
  function faultOf(place: Place | undefined, answer: Answered): string | undefined {
    if (!statuses.includes(answer.status)) return `status ${answer.status}`
    if (answer.status >= 500) return 'a failure that nobody armed'
    if (answer.type !== 'application/json') return `content type ${answer.type}`
    const body: unknown = JSON.parse(answer.text)
    if (!isJson(body)) return 'no object'
    if (!place)
      return answer.status === 404 && Object.keys(body).join() === 'message'
        ? undefined
        : 'an unknown route answered'
    const response = place.responses[answer.status]
    const schema = jsonOf(response?.content)
    if (!response || !schema) return `status ${answer.status} is not documented`
    const faults = faultsOf(schema, body)
    if (faults.length > 0) return `not the documented form: ${JSON.stringify(faults)}`
    if (!('Code' in body)) return undefined
    if (!response['x-codes']?.includes(String(body.Code))) return `the code ${body.Code} is not documented`
    return body.Status === answer.status ? undefined : 'another Status'
  }

  /** What of a request that was taken the document does not allow. */
  function askedFault(place: Place, { path, body }: OddRequest): string | undefined {
    const query = new URL(path, 'http://localhost').searchParams
    const wrong = (place.parameters ?? [])
      .filter((one) => one.in === 'query' && query.has(one.name))
      .flatMap((one) => faultsOf(one.schema, query.getAll(one.name).at(-1)))
    const schema = jsonOf(place.requestBody?.content)
    const sent = () => (typeof body === 'string' && body !== '' ? JSON.parse(body) : {})
    const faults = [...wrong, ...(schema ? faultsOf(schema, sent()) : [])]
    return faults.length > 0 ? `taken though it is not documented: ${JSON.stringify(faults)}` : undefined
  }

  return { placeOf, faultOf, askedFault }
}
