/** Sentences that recommend calls of the API. Each surface writes a call in its own way. */

/** The calls that sentences recommend, by the id of their operation. */
export const requests = {
  changeSubscription: ['PATCH', '/subscriptions/{id}'],
  getCall: ['GET', '/calls/{id}'],
  getCapture: ['GET', '/captures/{id}'],
  getCaptureBody: ['GET', '/captures/{id}/body'],
  getCheck: ['GET', '/checks/{id}'],
  getDelivery: ['GET', '/deliveries/{id}'],
  getRun: ['GET', '/runs/{id}'],
  getSandboxDocument: ['GET', '/openapi/sandbox.json'],
  listArmedErrors: ['GET', '/armed-errors'],
  listCalls: ['GET', '/calls'],
  listCaptures: ['GET', '/captures'],
  listCauses: ['GET', '/catalogue/causes'],
  listChecks: ['GET', '/checks'],
  listDeliveries: ['GET', '/deliveries'],
  listEndpoints: ['GET', '/endpoints'],
  listErrors: ['GET', '/catalogue/errors'],
  listEventKinds: ['GET', '/catalogue/events'],
  listEvents: ['GET', '/events'],
  listFaultRules: ['GET', '/fault-rules'],
  listFaults: ['GET', '/catalogue/faults'],
  listKeys: ['GET', '/keys'],
  listLanguages: ['GET', '/catalogue/languages'],
  listObjects: ['GET', '/objects'],
  listRuns: ['GET', '/runs'],
  listScenarios: ['GET', '/scenarios'],
  listSubscriptions: ['GET', '/subscriptions'],
  makeEndpoint: ['POST', '/endpoints'],
  pauseRun: ['POST', '/runs/{id}/pause'],
  runScenario: ['POST', '/scenarios/{name}/run'],
  startCheck: ['POST', '/checks'],
  stopCheck: ['POST', '/checks/{id}/stop'],
} as const

type Given = Readonly<Record<string, string | true>>

/** A call that a sentence recommends, or a field of the same call if `operation` is null. */
export interface Act {
  operation: string | null
  /** The arguments, wherever the operation takes them. */
  given: Given
  /** The act as the API writes it. */
  request: string
}
/** A sentence, in parts if it recommends acts. An act that begins a sentence is its first part. */
export type Said = string | readonly (string | Act)[]

/** A call with the arguments that are known. */
export function call(operation: keyof typeof requests, given: Given = {}): Act {
  const [method, path] = requests[operation]
  const rest = Object.entries(given).filter(([name]) => !path.includes(`{${name}}`))
  const filled = path.replace(/\{(\w+)\}/g, (open, name: string) => String(given[name] ?? open))
  const behind =
    rest.length === 0
      ? ''
      : method === 'GET'
        ? `?${rest.map((pair) => pair.join('=')).join('&')}`
        : ` and {${fields(rest)}}`
  return { operation, given, request: `${method} /sandbox${filled}${behind}` }
}

/** A field of the call that was refused. */
export const field = (name: string, value: string | true): Act => ({
  operation: null,
  given: { [name]: value },
  request: fields([[name, value]]),
})

const fields = (pairs: readonly [string, string | true][]): string =>
  pairs.map((pair) => pair.map((one) => JSON.stringify(one)).join(': ')).join(', ')

/** A template for sentences with acts. */
export const said = (texts: TemplateStringsArray, ...inside: readonly (string | Act)[]): Said =>
  texts.flatMap((text, at) => [text, inside[at] ?? '']).filter((part) => part !== '')

/** A sentence as a surface says it. */
export const say = (sentence: Said, act: (act: Act, at: number) => string): string =>
  typeof sentence === 'string'
    ? sentence
    : sentence.map((part, at) => (typeof part === 'string' ? part : act(part, at))).join('')

/** A sentence as the API says it. */
export const inRequests = (sentence: Said): string => say(sentence, ({ request }) => request)

export const recommendsCall = (sentence: Said): boolean =>
  typeof sentence !== 'string' && sentence.some((part) => typeof part !== 'string' && part.operation !== null)
