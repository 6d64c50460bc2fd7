/** Reads the content of a request and verifies it. */
import { meantBytes } from '../body/decode/meant.ts'
import { type Pausable, runAtOnce, runInSlices, sliceMs } from '../memory/in-slices.ts'
import type { Outside } from '../outside.ts'
import type { Arrived } from './arrived.ts'
import type { EndpointRecord } from './endpoints.ts'
import type { Judge, Judgement } from './judge.ts'
import { type Payload, payloadIn } from './payload.ts'

/** The content of a request and the quick verdict on it. */
export interface Examined {
  quick: Judgement
  meant: Buffer | null
  payload: Payload | undefined
}

export function createExaminer({ judge, outside }: { judge: Judge; outside: Pick<Outside, 'elapsed'> }) {
  function* examining(endpoint: EndpointRecord, arrived: Arrived): Pausable<Examined> {
    const { body, headers } = arrived
    const meant = body && meantBytes({ body, headers })
    yield
    const payload = meant ? payloadIn(meant) : undefined
    yield
    return { quick: yield* judge.judging(endpoint, arrived), meant, payload }
  }

  return {
    /** Examines a request that takes long, with turns for other work. Undefined for one that does not. */
    before: async (endpoint: EndpointRecord, arrived: Arrived): Promise<Examined | undefined> =>
      judge.takesLong(endpoint, arrived)
        ? runInSlices(examining(endpoint, arrived), sliceMs, outside.elapsed)
        : undefined,
    /** Examines a request as part of recording it. */
    atOnce: (endpoint: EndpointRecord, arrived: Arrived): Examined => runAtOnce(examining(endpoint, arrived)),
  }
}
