import { z } from 'zod'
import { named, time } from './parts.ts'

const counts = z.object({ events: z.int(), deliveries: z.int(), captures: z.int(), calls: z.int() })
export const health = named(
  'Health',
  z.object({
    status: z
      .enum(['ok', 'failing'])
      .meta({ description: '`failing` while the database cannot be written: nothing is taken then' }),
    version: z.string(),
    seed: z.int(),
    now: time,
    uptime_ms: z.int(),
    pid: z.int().meta({ description: 'The process that it runs in' }),
    database: z.string().meta({ description: 'The file, or `:memory:`' }),
    database_bytes: z.int(),
    counts,
    gone: counts.meta({
      description:
        'How many of each went since the start, by the retention or deleted; a list read before may hold some',
    }),
    seq: z.int().meta({ description: 'The newest number given out' }),
    platform: z.object({ base_url: z.string(), identity: z.string(), authorization: z.string() }),
    delivery: z.object({
      success: z.array(z.int()).meta({ description: 'The statuses that count as delivered' }),
      timeout_ms: z.int().meta({
        description: 'For a whole attempt where a subscription has none of its own; 0 waits for ever',
      }),
    }),
    problem: z
      .object({ code: z.string(), message: z.string(), fix: z.string() })
      .nullable()
      .meta({ description: 'Why it is failing, as what it refuses says it; null while it is ok' }),
  }),
)

export type Health = z.infer<typeof health>
