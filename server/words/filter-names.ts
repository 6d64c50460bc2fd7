/** The filters that each list accepts in its `q`. */
export const filterNames = {
  event: ['event', 'source', 'run_id', 'call_id', 'since', 'until'],
  delivery: [
    'state',
    'event',
    'status',
    'subscription_id',
    'event_id',
    'run_id',
    'call_id',
    'since',
    'until',
  ],
  capture: [
    'verdict',
    'event',
    'endpoint',
    'status',
    'cause',
    'mistake',
    'method',
    'path',
    'pinned',
    'webhook_id',
    'delivery_id',
    'run_id',
    'since',
    'until',
  ],
  call: ['method', 'path', 'status', 'code', 'identity', 'run_id', 'since', 'until'],
} as const

export type Listed = keyof typeof filterNames
export type FilterName<L extends Listed> = (typeof filterNames)[L][number]
