/** The JSON of the health of the sandbox. */
import { z } from 'zod'
import { mostFailing } from './deliveries.ts'
import { indexLag, named, time } from './parts.ts'

const counts = z.object({ events: z.int(), deliveries: z.int(), captures: z.int(), calls: z.int() })
const failing = z.int().max(mostFailing)
export const health = named(
  'Health',
  z.object({
    status: z.enum(['ok', 'failing']).meta({
      description:
        '`failing` while the database cannot be written, which refuses requests that change something, or while no file descriptor is free, which closes new connections',
    }),
    version: z.string(),
    seed: z.int(),
    now: time,
    uptime_ms: z.int(),
    pid: z.int().meta({ description: 'The process id of the sandbox' }),
    database: z.string().meta({ description: 'The database file, or `:memory:`' }),
    database_bytes: z.int(),
    counts,
    gone: counts.meta({
      description: 'How many records of each kind were deleted since the start',
    }),
    failing: z.object({ failed: failing, retrying: failing, wrongly_accepted: failing }).meta({
      description: `The number of deliveries that are failing, at most ${mostFailing} of each state: those that \`state=failing\` lists. A later delivery of the same event to the same subscription that succeeds resolves one`,
    }),
    seq: z.int().meta({ description: 'The newest sequence number' }),
    platform: z.object({ base_url: z.string(), identity: z.string(), authorization: z.string() }),
    event_loop: z.object({ p50_ms: z.number(), p99_ms: z.number(), max_ms: z.number(), since: time }).meta({
      description:
        'How long requests waited for other work of this process: the median, the 99th percentile and the longest wait, since the wall-clock time `since`',
    }),
    index_lag: indexLag,
    descriptor_shortages: z.object({ count: z.int(), last_at: time.nullable() }).meta({
      description:
        'How often a connection found no free file descriptor since the start, and when last, by the wall clock. Deliveries wait for a descriptor',
    }),
    delivery: z.object({
      success: z.array(z.int()).meta({ description: 'The statuses that count as delivered' }),
      timeout_ms: z.int().meta({
        description: 'The time limit of an attempt, unless the subscription sets its own; 0 waits forever',
      }),
    }),
    problem: z.object({ code: z.string(), message: z.string(), fix: z.string() }).nullable().meta({
      description:
        'Why the status is failing: `storage`, in the words of its refusals, or `descriptors`; null while ok',
    }),
  }),
)

export type Health = z.infer<typeof health>
