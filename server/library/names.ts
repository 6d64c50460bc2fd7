/** The names in the library's types, from the tables of events, errors, schemes, faults, probes and settings. */
import type { z } from 'zod'
import type { configSchema } from '../config.ts'
import type { PlatformCode } from '../errors/dictionary.ts'
import type { Session } from '../session/session.ts'

export type { EventName } from '../events/builders.ts'
export type { FaultName } from '../faults/table.ts'
export type { SchemeName } from '../signing/recipes.ts'
export type ErrorCode = PlatformCode
export type ConfigFile = z.input<typeof configSchema>
export type SessionFile = Session
// The tables of these hold no literal types; the declarations list their names.
export type ProbeName = string
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type PlatformPath = string
