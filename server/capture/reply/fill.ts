/** Fills the template of a reply. */
import { Failure } from '../../failures.ts'
import { type ChosenReply, replyOf, typeOfJson } from './chosen.ts'
import { type Facts, makesJson, render } from './render.ts'

/**
 * The reply with its template filled. This happens before recording, so that the record shows the reply as sent, including a
 * failed template.
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
      `The template could not be filled: ${why}.`,
      'Use fewer parts of the request in the template, or send a smaller request.',
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
