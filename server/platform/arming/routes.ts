/** The routes for the catalogue of platform errors and for armed errors. */
import { z } from 'zod'
import { plainListRoute } from '../../api/lists.ts'
import { type ControlRoute, route } from '../../api/route.ts'
import { failUnknown } from '../../api/unknown-id.ts'
import type { Database } from '../../database/open.ts'
import type { Writer } from '../../database/writer.ts'
import { armFields } from '../../errors/arm-fields.ts'
import {
  codesBeyondDictionary,
  dictionaryCodes,
  type PlatformCode,
  platformErrors,
} from '../../errors/dictionary.ts'
import * as wire from '../../wire.ts'
import type { PlatformOperation } from '../operation.ts'
import { armOrder } from './armed.ts'
import type { Armory } from './armory.ts'
import { type ArmedStore, armedWire } from './store.ts'

const one = z.object({ armed_error: wire.armedError })

/** The catalogue of the platform's errors, and arming them. */
export function errorRoutes(needs: {
  database: Database
  writer: Writer
  armed: ArmedStore
  armory: Armory
  operations: readonly PlatformOperation[]
  /** Why no operation matches this method and path pattern. Undefined if one may. */
  flawOfArming(armed: { method: string | undefined; path: string }): string | undefined
}): ControlRoute[] {
  const { writer, armed, armory, flawOfArming } = needs
  const answered = needs.database.prepare<[], { code: string; met: number }>(
    'SELECT error_code AS code, count(*) AS met FROM calls WHERE error_code IS NOT NULL GROUP BY error_code',
  )
  const operationsWith = (code: PlatformCode) =>
    needs.operations
      .filter(({ errors }) => errors.includes(code))
      .map(({ method, path }) => `${method} ${path}`)
  const found = (id: string) => armed.find(id) ?? failUnknown('armed_error_unknown', id)

  return [
    route({
      method: 'GET',
      path: '/catalogue/errors',
      operationId: 'listErrors',
      summary: "Every error code of the platform's dictionary, and how often a call returned it",
      success: {
        status: 200,
        description: 'In the order of the dictionary',
        schema: z.object({
          errors: z.array(wire.errorEntry),
          beyond_dictionary: z
            .array(wire.errorEntry)
            .meta({ description: "Error codes that the platform's reference names outside its dictionary" }),
        }),
      },
      run() {
        const met = new Map(answered.all().map((row) => [row.code, row.met]))
        const entry = (code: PlatformCode): wire.ErrorEntry => ({
          code,
          ...platformErrors[code],
          operations: operationsWith(code),
          met: met.get(code) ?? 0,
        })
        return { errors: dictionaryCodes.map(entry), beyond_dictionary: codesBeyondDictionary.map(entry) }
      },
    }),
    plainListRoute({
      path: '/armed-errors',
      operationId: 'listArmedErrors',
      summary: 'The armed errors, newest first, including used-up ones',
      row: wire.armedError,
      page: armed.page,
      told: armedWire,
    }),
    route({
      method: 'POST',
      path: '/armed-errors',
      operationId: 'armError',
      summary: 'Arm an error',
      description: 'Calls that match get this response, before anything changes.',
      body: armFields,
      success: {
        status: 201,
        description: 'It waits',
        schema: one.extend({
          note: z.string().nullable().meta({ description: 'Why no operation matches; null if one may' }),
        }),
      },
      run: ({ body, written }) =>
        writer.write((tx) => ({
          armed_error: armedWire(armory.arm(tx, armOrder(body, written('body')))),
          // A parameter in braces matches anything.
          note:
            flawOfArming({ method: body.method, path: (body.path ?? '*').replace(/\{\w+\}/g, '*') }) ?? null,
        })),
    }),
    route({
      method: 'DELETE',
      path: '/armed-errors/{id}',
      operationId: 'disarmError',
      summary: 'Disarm an error',
      success: { status: 200, description: 'The disarmed error', schema: one },
      errors: ['armed_error_unknown'],
      run: ({ params }) =>
        writer.write((tx) => {
          const record = found(params.id ?? '')
          armory.disarm(tx, record)
          return { armed_error: armedWire(record) }
        }),
    }),
  ]
}
