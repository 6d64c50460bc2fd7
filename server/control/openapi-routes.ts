/** The routes that return the OpenAPI documents of both APIs and the AsyncAPI document of the events. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import { eventsDocument } from '../docs/asyncapi.ts'
import { controlDocument, platformDocument } from '../docs/openapi.ts'
import type { Json } from '../docs/openapi-schemas.ts'
import { type Pausable, runInSlices, sliceMs } from '../memory/in-slices.ts'
import type { Outside } from '../outside.ts'
import type { PlatformOperation } from '../platform/operation.ts'

/** The documents of both APIs and of the events. `routes` are those of the control API; the routes made here are added. */
export function openapiRoutes(needs: {
  operations: readonly PlatformOperation[]
  routes: readonly ControlRoute[]
  version: string
  outside: Outside
  baseUrl(): string
}): ControlRoute[] {
  const document = (description: string) =>
    ({ status: 200, description, schema: z.record(z.string(), z.unknown()) }) as const
  const inSlices = (work: Pausable<Json>) => runInSlices(work, sliceMs, needs.outside.elapsed)
  const about = () => ({ version: needs.version, url: needs.baseUrl() })
  const own: ControlRoute[] = [
    route({
      method: 'GET',
      path: '/openapi/platform.json',
      operationId: 'getPlatformDocument',
      summary: 'OpenAPI document of the emulated API and its webhooks',
      success: document('An OpenAPI 3.1 document'),
      run: () => inSlices(platformDocument(needs.operations, about())),
    }),
    route({
      method: 'GET',
      path: '/openapi/sandbox.json',
      operationId: 'getSandboxDocument',
      summary: "OpenAPI document of the sandbox's own API",
      success: document('An OpenAPI 3.1 document'),
      run: () => inSlices(controlDocument(needs.routes, about())),
    }),
    route({
      method: 'GET',
      path: '/asyncapi.json',
      operationId: 'getEventsDocument',
      summary: 'AsyncAPI document of the events that the sandbox sends',
      success: document('An AsyncAPI 3.0 document'),
      run: () => inSlices(eventsDocument(about())),
    }),
  ]
  return own
}
