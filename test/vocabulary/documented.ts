import { expect } from 'vitest'
import { createFaults, type Document, type Json, jsonOf, placesOf, readDocument } from '../helpers/openapi.ts'
import type { TestSandbox } from '../helpers/sandbox.ts'

/** A document of the sandbox, and whether what is really answered fits it. */
export const load = async (sandbox: TestSandbox, which: 'platform' | 'sandbox') => {
  const document = await readDocument(sandbox, which)
  const faultsOf = createFaults(document)
  const seen = new Set<string>()
  function check(schema: Json, value: unknown, about: string) {
    expect(faultsOf(schema, value), `${about}: ${JSON.stringify(value)?.slice(0, 500)}`).toEqual([])
  }
  return {
    document,
    seen,
    /** Checks a real answer against what is documented for its operation and status. */
    checkAnswer(method: string, path: string, answer: { status: number; body: unknown }) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      const response = operation?.responses[answer.status] ?? operation?.responses.default
      const schema = jsonOf(response?.content)
      if (!schema) throw new Error(`${method} ${path} ${answer.status} is not documented`)
      check(schema, answer.body, `${method} ${path} ${answer.status}`)
      const { Code, error } = answer.body as { Code?: string; error?: { code: string } }
      const code = Code ?? error?.code
      if (code !== undefined) expect(response?.['x-codes'], `${method} ${path}`).toContain(code)
      seen.add(`${method} ${path} ${answer.status < 400 ? 'ok' : 'refused'}`)
    },
    check,
  }
}

export const all = (document: Document) => placesOf(document).map(({ method, path }) => `${method} ${path}`)
