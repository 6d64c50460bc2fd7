/**
 * Writes the declarations of the library: one file that imports nothing, from the types, the tables and the schemas, and one for each
 * test runner. For the build.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { probes } from '../check/probes/table.ts'
import { configSchema, parseConfig } from '../config.ts'
import { platformCodes } from '../errors/dictionary.ts'
import { eventNames } from '../events/builders.ts'
import { faultNames } from '../faults/table.ts'
import { platformPrefix } from '../http/prefix.ts'
import { startSandbox } from '../sandbox.ts'
import { session } from '../session/session.ts'
import { schemeNames } from '../signing/recipes.ts'
import { version } from '../version.ts'
import * as wire from '../wire.ts'
import { createAsk } from './ask.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** Any text, in a template literal type. */
const textHole = '$' + '{string}'
const quoted = (text: unknown) => JSON.stringify(text)
const oneOf = (names: readonly string[]) => names.map(quoted).join(' | ')
const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text)

/** A JSON Schema as a type. */
function typeOf(schema: Schema | boolean): string {
  if (typeof schema === 'boolean') return 'unknown'
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return union.map((one) => bracketed(typeOf(one))).join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => bracketed(typeOf(one))).join(' & ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type } as Schema)).join(' | ')
  if (schema.type === 'array') {
    const { prefixItems, items } = schema
    if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`
    return `${bracketed(typeOf(Array.isArray(items) ? true : (items ?? true)))}[]`
  }
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'unknown'
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, one]) => {
    const said = typeof one === 'boolean' ? undefined : one.description
    const about = said === undefined ? '' : `/** ${said.replaceAll('*/', '* /')} */\n`
    return `${about}${isName(name) ? name : quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(one)}`
  })
  if (fields.length > 0) return `{\n${fields.join('\n')}\n}`
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties)}>`
    : 'Record<string, unknown>'
}

const bracketed = (type: string) => (/[|&]/.test(type) && !/^[[{"]/.test(type) ? `(${type})` : type)
const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** The paths of the emulated API behind its prefix, such as `/cards/{card_id}`. */
async function platformPaths(): Promise<string[]> {
  // The importer that the build uses cannot load modules any more, as a request over a socket would need.
  const config = parseConfig({ port: 0, data: ':memory:', bare: true })
  const { url, fetch, close } = await startSandbox(config, { version, pageFolder: undefined })
  try {
    const ask = createAsk({ base: url, fetch })
    const { paths } = await ask.get<{ paths: object }>('/sandbox/openapi/platform.json')
    return Object.keys(paths).map((path) => path.replace(platformPrefix, ''))
  } finally {
    await close()
  }
}

/** The text of the declarations, by file. */
export const declarations = async (): Promise<Record<string, string>> => ({
  'library.d.ts': await ofLibrary(),
  'vitest.d.ts': `import type { Assertion, ExpectStatic, TestAPI } from 'vitest'
import type { SandboxMatchers, TestFixtures, WorkerFixtures } from './library.js'

/** The \`test\` of vitest with a sandbox and a receiver. */
export declare const test: TestAPI<TestFixtures & WorkerFixtures>
/** The \`expect\` of vitest with the matchers of the sandbox. */
export declare const expect: {
  <T>(actual: T, message?: string): Assertion<T> & SandboxMatchers & { not: SandboxMatchers }
} & ExpectStatic
`,
  'playwright.d.ts': `import type {
  Expect,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import type { Assertions, TestFixtures, WorkerFixtures } from './library.js'

/** The \`test\` of Playwright with a sandbox and a receiver. */
export declare const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
>
/** The \`expect\` of Playwright with the matchers of the sandbox. */
export declare const expect: Expect<Assertions>
`,
  'node-test.d.ts': `import type { Assertions, SandboxClient, SandboxOptions } from './library.js'
${usingSandbox}`,
  // CommonJS, which needs the attribute to take types of a module.
  'jest.d.cts': `import type { Assertions, SandboxClient, SandboxMatchers, SandboxOptions } from './library.js' with { 'resolution-mode': 'import' }
${usingSandbox}
declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends SandboxMatchers {}
  }
}
`,
})

const usingSandbox = `
/** The sandbox of this file or of this \`describe\`. It starts before the first test, and each test leaves it empty. */
export declare function useSandbox(options?: SandboxOptions): SandboxClient
export declare const toBeVerified: Assertions['toBeVerified']
export declare const toBeDelivered: Assertions['toBeDelivered']
export declare const toBeRefused: Assertions['toBeRefused']
export declare const toBeDeliveredOnce: Assertions['toBeDeliveredOnce']
export declare const toPassCheck: Assertions['toPassCheck']
/** The opposite of each. */
export declare const not: Assertions
`

async function ofLibrary(): Promise<string> {
  const paths = await platformPaths()
  const shapes: Record<string, string> = {}
  function shape(name: string, schema: z.ZodType, io: 'input' | 'output' = 'output') {
    const { $defs = {}, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    for (const [id, one] of Object.entries($defs)) shapes[id] = typeOf(one)
    if (!(name in $defs)) shapes[name] = typeOf(whole)
  }
  shape('ConfigFile', configSchema, 'input')
  shape('SessionFile', session)
  for (const [name, schema] of Object.entries({
    ArmedError: wire.armedError,
    CallRow: wire.callRow,
    Capture: wire.capture,
    CaptureRow: wire.captureRow,
    Check: wire.checkReport,
    Clock: wire.clock,
    Delivery: wire.delivery,
    DeliveryRow: wire.deliveryRow,
    Event: wire.event,
    EventRow: wire.eventRow,
    FaultRule: wire.faultRule,
    Run: wire.run,
    Verdict: wire.verdict,
    Waited: wire.waited,
  }))
    shape(name, schema)
  const names = {
    EventName: oneOf(eventNames),
    ErrorCode: oneOf(platformCodes),
    SchemeName: oneOf(schemeNames),
    FaultName: oneOf(faultNames),
    ProbeName: oneOf(probes.map(({ id }) => id)),
    Method: oneOf(['GET', 'POST', 'PATCH', 'DELETE']),
    PlatformPath: paths.map((path) => `\`${path.replace(/\{\w+\}/g, textHole)}\``).join(' | '),
  }
  const [, types] = readFileSync(new URL('./types.ts', import.meta.url), 'utf8').split("from './names.ts'\n")
  return `/// <reference lib="esnext.disposable" />
${types}
${Object.entries({ ...names, ...shapes })
  .map(([name, type]) => `export type ${name} = ${type}\n`)
  .join('\n')}
/** Starts a sandbox in this process. Rejects with an error that names the setting at fault. */
export declare function createSandbox(options?: SandboxOptions): Promise<Sandbox>
/** A client of a sandbox that runs elsewhere. Its waits count from here. */
export declare function connect(url: string): SandboxClient
/** A refusal by the sandbox, or a sandbox that does not respond. */
export declare class SandboxError extends Error {
  /** The stable code of the refusal; \`unreachable\` if the sandbox does not respond. */
  readonly code: string
  /** The status of the response; 0 without one. */
  readonly status: number
  /** The message without the fix. */
  readonly reason: string
  /** What to do. */
  readonly fix: string
  /** The answer as the sandbox gave it. */
  readonly answer: unknown
}
/** A wait that was not met. Its message is what the command \`wait\` prints. */
export declare class Unmet extends Error implements UnmetFacts {
  readonly matched: UnmetFacts['matched']
  readonly arrivedInstead: UnmetFacts['arrivedInstead']
  readonly closest: UnmetFacts['closest']
}
`
}
