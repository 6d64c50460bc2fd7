/**
 * The JSON under `/sandbox`: schemas for parsing and OpenAPI, and types for every client. The page only imports types. Times
 * are ISO 8601 UTC with microseconds and `Z`.
 */
export * from './wire/calls.ts'
export * from './wire/captures.ts'
export * from './wire/catalogue.ts'
export * from './wire/clock.ts'
export * from './wire/config.ts'
export * from './wire/deliveries.ts'
export * from './wire/endpoints.ts'
export * from './wire/errors.ts'
export * from './wire/events.ts'
export * from './wire/exchanges.ts'
export * from './wire/faults.ts'
export * from './wire/frames.ts'
export * from './wire/health.ts'
export * from './wire/outcomes.ts'
export type { HeaderPair } from './wire/parts.ts'
export * from './wire/replies.ts'
export * from './wire/scenarios.ts'
export * from './wire/subscriptions.ts'
export * from './wire/traffic.ts'
export * from './wire/verdicts.ts'
