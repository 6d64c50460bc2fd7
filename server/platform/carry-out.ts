/** Carries out a call: caller, idempotency, form, and then the operation. */
import type { Key } from '../api/given.ts'
import { knownCalls, routeMeant } from '../api/known-calls.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../database/writer.ts'
import type { PlatformCode } from '../errors/dictionary.ts'
import { platformPrefix, runHeader, runOf } from '../http/prefix.ts'
import { type Asked, bodyFields, queryFields } from './asked.ts'
import { admit, credentials } from './auth.ts'
import type { Doings } from './doing.ts'
import { Refusal } from './errors.ts'
import { type Idempotency, idempotencyHeader } from './idempotency.ts'
import type { TemporaryKeys } from './keys/store.ts'
import { noFields, type PlatformOperation, parseFields } from './operation.ts'

export interface Answer {
  status: number
  body: unknown
  code: PlatformCode | null
  /** Texts for the `Sandbox-Warning` header about accepted but probably unintended input. */
  warnings: string[]
}

/** A call with its id, which its effects name. */
interface Numbered {
  asked: Asked
  callId: string
}

/**
 * Carries out a call inside its transaction: checks the caller, the idempotency key and the form, then runs the operation.
 */
export function createCarrier(needs: {
  config: Config
  clock: Clock
  doings: Doings
  idempotency: Idempotency
  temporaryKeys: TemporaryKeys
  operations: readonly PlatformOperation[]
}) {
  const { config, clock, doings, idempotency, temporaryKeys } = needs
  const known = knownCalls({ operations: needs.operations, routes: [] })

  /** The accepted credentials: those of the config, and for a run its own. */
  const listed = ({ runPair }: Asked): readonly Key[] =>
    runPair && config.auth.keys.length > 0 ? [...config.auth.keys, runPair] : config.auth.keys

  /** The identity of a caller, or a refusal. With `use`, a temporary key counts the call, whatever its result. */
  function callerOf(asked: Asked, look: 'use' | 'check'): { identity: string; isTemporary: boolean } {
    const key = credentials(asked.header('authorization'), asked.header('identity'))
    const owner = temporaryKeys[look](key, clock.now())
    if (owner === undefined) admit(listed(asked), key)
    return { identity: owner ?? key.identity, isTemporary: owner !== undefined }
  }

  /** Uses up the key of a POST, whatever its result. */
  function useKey(identity: string, asked: Asked) {
    const key = asked.header(idempotencyHeader)
    if (asked.method !== 'POST' || !key) return
    idempotency.check(identity, key, clock.now())
    idempotency.use(identity, key, clock.now())
  }

  function run(
    tx: Transaction,
    operation: PlatformOperation,
    { asked, callId }: Numbered,
    warnings: string[],
  ): unknown {
    const { identity, isTemporary } = callerOf(asked, 'use')
    useKey(identity, asked)
    return tx.undoable(() => {
      const warn = (text: string) => void warnings.push(text)
      const { query, body } = operation
      operation.checkPath?.(asked.params)
      return operation.run({
        ...doings(tx, {
          identity,
          runId: runOf(asked.header(runHeader)),
          callId,
          traceparent: asked.header('traceparent'),
        }),
        params: asked.params,
        isTemporary,
        query: parseFields(operation, query ?? noFields, queryFields(asked, warn), warn),
        body: body
          ? parseFields(
              operation,
              body,
              bodyFields(asked, operation, { limit: config.body_limit_bytes, warn }),
              warn,
            )
          : {},
        warn,
      })
    })
  }

  return {
    carryOut(tx: Transaction, operation: PlatformOperation | undefined, call: Numbered): Answer {
      const { asked } = call
      if (!operation) {
        const message = `The requested URL was not found: ${asked.method} ${asked.url}`
        const meant = routeMeant(known, asked.method, platformPrefix + asked.path)
        return { status: 404, body: { message }, code: null, warnings: meant ? [meant] : [] }
      }
      const warnings: string[] = []
      try {
        const body = run(tx, operation, call, warnings)
        return { status: operation.success.status, body, code: null, warnings }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { status: error.status, body: error.body, code: error.code, warnings }
      }
    },
    /** The identity in a call's headers, without counting or refusing. */
    actsFor(asked: Asked): string | null {
      const identity = asked.header('identity')
      return temporaryKeys.ownerOf(asked.header('authorization'), identity) ?? identity
    },
    /** A response to an accepted caller uses up the key, even if an armed error answered. */
    answeredOtherwise(asked: Asked) {
      const key = asked.header(idempotencyHeader)
      if (asked.method !== 'POST' || !key) return
      try {
        idempotency.use(callerOf(asked, 'check').identity, key, clock.now())
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    },
  }
}
export type Carrier = ReturnType<typeof createCarrier>
