import { join } from 'node:path'
import { ownFolder } from '../helpers/folder.ts'
import { type Json, placesOf, readDocument } from '../helpers/openapi.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { watchChanges } from './changes.ts'
import { type Answered, createJudge } from './judge.ts'
import { createKnownIds, type KnownIds } from './known-ids.ts'
import { createMakers, type Do, type Makers } from './makers.ts'
import { identityOf, type OddRequest } from './odd-requests.ts'
import { bySocket, inMemory, type Sender } from './senders.ts'

/** A card program with limits that are soon met. */
const short = {
  program_id: '5f0c0c52-6a2b-4f0e-9a63-0d8f6c1f7f10',
  name: 'Short',
  bin: '411111',
  max_cards: 2,
  parent_child: true,
  months_valid: 1,
}

/** Objects in all the states that there are. */
async function furnish({ act, ...make }: Makers) {
  for (const ssn of ['111-11-1111', '444-44-4444', '000-00-0000', '999-99-0000']) await make.verification(ssn)
  await make.customer({ addresses: [{ street: '1 Harbour Row', city: 'Portsmouth', zip_code: '03801' }] })
  await make.passed()
  await make.business()
  const business_id = await make.business()
  await act('POST', `/businesses/${business_id}/verification-kyb`)
  await make.account({ type: 'credit', apr: '19.99' })
  await act('DELETE', `/accounts/${await make.account()}`)
  await act('PATCH', `/accounts/${await make.account()}`, { load_funds: false })
  for (let i = 0; i < 3; i++) await make.funded()
  const { card_id: closed } = await make.card()
  await act('POST', `/cards/${closed}/close`, { reason: 'fraud' })
  const { card_id: inactive } = await make.card()
  await act('PATCH', `/cards/${inactive}`, { status: 'inactive' })
  await make.card({ card_type: 'physical' })
  const { account_id, card_id: parent_card_id } = await make.card({ program_id: short.program_id })
  await make.card({ program_id: short.program_id, account_id, parent_card_id })
  await make.payment('pending')
  await make.payment('settled')
  for (let i = 0; i < 2; i++) await make.transfer()
  await make.external()
  await make.external({ link_type: 'vendor' })
  const { linked_account_id } = await make.external()
  await act('DELETE', `/accounts/external/${linked_account_id}`)
  await make.restriction()
  await make.related()
  await act('GET', '/card-programs')
}

/** Calls as an identity, whose answers tell ids. */
const learner =
  (send: Sender, ids: KnownIds, identity: string): Do =>
  async (method, path, body) => {
    const headers = { authorization: 'demo', identity, 'content-type': 'application/json' }
    const { status, text } = await send({ method, path, headers, body: body && JSON.stringify(body) })
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
    const answer = JSON.parse(text)
    ids.learn(answer, identity === 'other' ? 'other' : 'own')
    return answer
  }

const shown = (request: OddRequest, answer: Answered) =>
  `${request.method} ${request.path.slice(0, 500)} ${JSON.stringify(request.headers)} ${String(request.body).slice(0, 1000)}\n-> ${answer.status} ${answer.text.slice(0, 1000)}`

/** How often the objects are made anew, in requests: many are closed, deleted or used up on the way. */
const newWorldEvery = 1000

/** A sandbox full of objects, which tries requests out and throws where an answer is not as documented. */
export async function startStage() {
  const data = join(ownFolder(), 'sandbox.db')
  // Nothing is to happen by itself while changes are counted.
  const sandbox = await startSandbox({ data, kyc: { delay: '30s' }, card_programs: [short] })
  await sandbox.clock({ mode: 'manual', set: '2026-03-10T12:00:00Z' })
  const document = await readDocument(sandbox, 'platform')
  const judge = createJudge(document)
  const watched = watchChanges(data)
  const ids = createKnownIds()
  const senders: Record<'memory' | 'socket', Sender> = {
    memory: inMemory(sandbox.fetch),
    socket: bySocket(sandbox.url),
  }
  const makers = (identity: string) => createMakers(learner(senders.memory, ids, identity))
  /** How each operation was answered, and how often. */
  const met = new Map(placesOf(document).map(({ operationId }) => [operationId, new Map<string, number>()]))
  let tried = 0

  async function renew() {
    await furnish(makers('demo'))
    // An older account has a statement, and an older card of the short program has expired.
    await sandbox.clock({ advance: '32d' })
    await furnish(makers('demo'))
    // Verifications are decided; transfers are still pending.
    await sandbox.clock({ advance: '45s' })
    await makers(identityOf('/webhooks')).webhook()
    if (tried === 0) await furnish(makers('other'))
  }

  const placeOf = ({ method, path }: OddRequest) => judge.placeOf(method, `/api/v0.1${path}`)

  function judged(request: OddRequest, answer: Answered): 'refused' | 'done' {
    // The port refuses a path that climbs before any route sees it. In memory, the address is already resolved.
    if (/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(request.path) && answer.text.includes('request_malformed'))
      return 'refused'
    const place = placeOf(request)
    const isTaken = place !== undefined && answer.status < 300
    const fault = judge.faultOf(place, answer) ?? (isTaken ? judge.askedFault(place, request) : undefined)
    if (fault !== undefined) throw new Error(`${fault}: ${shown(request, answer)}`)
    const body = JSON.parse(answer.text) as Json
    const outcome = answer.status < 300 ? 'ok' : String(body.Code ?? answer.status)
    const outcomes = met.get(place?.operationId ?? '')
    outcomes?.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (answer.status < 300 && request.headers.identity !== 'other') ids.learn(body)
    // The first who asks for a history has it prepared.
    const reads = place?.method === 'GET' && place.operationId !== 'getAccountHistory'
    return outcome === 'ok' && !reads ? 'done' : 'refused'
  }

  function readied(request: OddRequest): OddRequest {
    if (typeof request.body !== 'string')
      return { ...request, ...ids.put(request.path, undefined), body: request.body }
    return { ...request, ...ids.put(request.path, request.body) }
  }

  return {
    sandbox,
    document,
    met,
    tried: () => tried,
    /** Sends requests at once; throws unless each is answered as documented and what is refused, or read, changes nothing. */
    async attempt(requests: readonly OddRequest[], over: 'memory' | 'socket') {
      if (tried % newWorldEvery < requests.length) await renew()
      tried += requests.length
      const ready = requests.map(readied)
      const [before, lastEvent] = [watched.count(), watched.lastEvent()]
      const answers = await Promise.all(ready.map(senders[over]))
      const [after, events] = [watched.count(), watched.eventsAfter(lastEvent)]
      const outcomes = ready.map((request, i) => judged(request, answers[i] as Answered))
      if (after !== before && !outcomes.includes('done'))
        throw new Error(
          `${after - before} changes by ${ready.map((request, i) => shown(request, answers[i] as Answered)).join('\n')}`,
        )
      const documented = ready.flatMap((request) => placeOf(request)?.['x-events'] ?? [])
      const others = events.filter((event) => !documented.includes(event))
      if (others.length > 0)
        throw new Error(
          `events that are not documented, ${others}: ${shown(ready[0] as OddRequest, answers[0] as Answered)}`,
        )
    },
  }
}
export type Stage = Awaited<ReturnType<typeof startStage>>
