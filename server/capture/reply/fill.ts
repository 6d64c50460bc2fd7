import { Failure } from '../../failures.ts'
import { type ChosenReply, replyOf, typeOfJson } from './chosen.ts'
import { type Facts, makesJson, render } from './render.ts'

/**
 * The answer with its template filled in. Done before it is written down, so that what is recorded is what is answered:
 * also that a template could not be filled in.
 */
export function filled(reply: ChosenReply, facts: Facts): ChosenReply {
  const { template, headers } = reply
  if (template === null) return reply
  const json = makesJson(template, headers)
  try {
    const body = render(template, { facts, json })
    const isNew = json && !headers.some(([name]) => name.toLowerCase() === 'content-type')
    return {
      ...reply,
      template: null,
      body,
      headers: isNew ? [typeOfJson, ...headers] : headers,
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const failure = new Failure(
      'internal',
      `The template could not be filled in: ${why}.`,
      'Name less of the request in the template, or send less.',
    )
    return replyOf({
      why: { ...reply.why, template_problem: why },
      status: failure.status,
      headers: [typeOfJson],
      body: JSON.stringify(failure.body()),
      delayMs: reply.delayMs,
      step: reply.step,
    })
  }
}
