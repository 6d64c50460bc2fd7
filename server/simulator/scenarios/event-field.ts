/** The field for an event name or pattern. */
import { z } from 'zod'
import { flawOfEvent } from '../../events/patterns.ts'

/** The name of an event, or a pattern that matches some. */
export const eventField = z
  .string('must be the name of an event, or a pattern such as card.*')
  .superRefine((name, context) => {
    const flaw = flawOfEvent(name)
    if (flaw) context.addIssue(flaw)
  })
