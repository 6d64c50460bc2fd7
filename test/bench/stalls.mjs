/** Measures how long a second client waits beside long work. Over 300 lines: one table holds every kind of long work. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import WebSocket from 'ws'
import { ms } from './figures.mjs'
import { addCaptures } from './lists-file.mjs'
import { demo, startBareClient, startProgram, startWaitingClient } from './processes.mjs'
import { connections, eventPost, inFolder, pause, plainPost } from './work.mjs'

/** @typedef {import('./processes.mjs').Program} Program */
/** @typedef {import('./figures.mjs').Sizes} Sizes */
/** @typedef {{ program: Program, sizes: Sizes, send(path: string, count: number, headers?: Record<string, string>): Promise<number> }} World */

const secret = 'whsec_d2ViaG9vayBzYW5kYm94IGJlbmNobWFyaw=='
/** What the project asks for, ms. */
const asked = 50
const idleMs = 1000
const manyBytes = 1_000_000

/** @param {string} origin @param {string} path @param {string | Uint8Array<ArrayBuffer>} body @param {Record<string, string>} [headers] */
async function post(origin, path, body, headers = {}) {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  await response.arrayBuffer()
}

/** @param {string} origin @param {string} path */
const get = async (origin, path) => void (await (await fetch(origin + path)).arrayBuffer())

/** Reconnects a page that missed every frame since a number, and waits until it has them all. @param {string} origin @param {number} since @param {number} upTo @returns {Promise<void>} */
const reconnect = (origin, since, upTo) =>
  new Promise((resolve, reject) => {
    const client = new WebSocket(`${origin.replace('http', 'ws')}/sandbox/live?since=${since}`)
    client.on('error', reject)
    client.on('close', () => resolve())
    client.on('message', (/** @type {Buffer} */ message) => {
      const seqs = [...message.toString().matchAll(/\{"seq":(\d+),"kind":/g)]
      if (Number(seqs.at(-1)?.[1]) >= upTo && !message.includes('"hello"')) client.close()
    })
  })

/** @param {World} world @param {number} pages @param {number} since */
async function reconnectAll({ program: { url, ask } }, pages, since) {
  const { seq } = await ask('GET', '/sandbox/health')
  await Promise.all(Array.from({ length: pages }, () => reconnect(url, since, seq)))
}

/** @param {number} i */
const bigBody = (i) =>
  JSON.stringify({
    event: 'card.created',
    rows: Array.from({ length: manyBytes / 100 }, (_, at) => ({
      id: `row_${i}_${at}`,
      amount: at * 37,
      text: `${'word'.repeat(1 + (at % 9))} of ${at}`,
    })),
  }).slice(0, -2)
const whole = (/** @type {number} */ i) => `${bigBody(i)}]}`

const fat = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`x-fat-${i}`, 'f'.repeat(1000)]))

/** Different beginnings of one and two letters. */
const beginnings = Array.from({ length: 50 }, (_, i) =>
  i < 26 ? `${String.fromCharCode(97 + i)}*` : `${String.fromCharCode(71 + i)}${i % 2 === 0 ? 'a' : 'e'}*`,
)

const harEntries = Array.from({ length: 4000 }, (_, i) => ({
  startedDateTime: '2026-01-01T09:00:00Z',
  request: {
    method: 'POST',
    url: `https://example.com/hook?n=${i}`,
    headers: [{ name: 'content-type', value: 'application/json' }],
    postData: { text: `{"event":"card.created","n":${i}}` },
  },
}))

/** Subscriptions to addresses of the sandbox, 50 at a time. @param {Program} program @param {number} count @param {string} event @param {string} [path] @returns {Promise<{ id: string }[]>} */
async function subscribe(program, count, event, path) {
  const all = []
  for (let from = 0; from < count; from += 50)
    all.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, count - from) }, async (_, i) => {
          const url = program.url + (path ?? `/in/far-${from + i}`)
          const response = await fetch(`${program.url}/api/v0.1/webhooks`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...demo },
            body: JSON.stringify({ url, events: [event] }),
          })
          return (await response.json()).webhook_subscription
        }),
      )),
    )
  return all
}

/**
 * Each kind of work that may hold others up: `load` is measured, and returns after its end.
 * @type {Record<string, { before?(world: World): Promise<unknown>, load(world: World): Promise<unknown> }>}
 */
const kinds = {
  'a page reconnects': {
    before: ({ send, sizes }) => send('/in/bench', sizes.requests * 2),
    load: (world) => reconnectAll(world, 1, 1),
  },
  'ten pages reconnect': { load: (world) => reconnectAll(world, 10, 1) },
  'twenty pages reconnect, headers of 20 KB': {
    before: ({ send, sizes }) => send('/in/bench', Math.ceil(sizes.requests / 10), fat),
    load: async (world) => {
      const { seq } = await world.program.ask('GET', '/sandbox/health')
      return reconnectAll(world, 20, seq - Math.ceil(world.sizes.requests / 10))
    },
  },
  'signature of 4,000 candidates over 900 kB': {
    load: ({ program }) =>
      post(program.url, '/in/signed', whole(1).slice(0, 900_000), {
        ...plainPost.headers,
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': Array.from({ length: 3700 }, () => 'v1,AAAA').join(' '),
      }),
  },
  '50 captures of 1 MB': {
    load: async ({ program }) => {
      const bodies = Array.from({ length: 50 }, (_, i) => whole(i))
      await Promise.all(bodies.map((body) => post(program.url, '/in/big', body)))
      // The word index follows after the answers.
      await get(program.url, '/sandbox/captures?q=nowhere')
    },
  },
  '20 captures of 1 MB of an unknown sender beside 100 subscriptions': {
    before: ({ program }) => subscribe(program, 100, 'kyc.*'),
    load: ({ program }) => {
      const headers = {
        ...plainPost.headers,
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      }
      const bodies = Array.from({ length: 20 }, (_, i) => whole(i))
      return Promise.all(bodies.map((body) => post(program.url, '/in/unknown', body, headers)))
    },
  },
  'q of 50 short beginnings': {
    load: ({ program }) => get(program.url, `/sandbox/captures?q=${beginnings.join('+')}`),
  },
  'q of what 50 bodies of 1 MB lack': {
    load: ({ program }) => get(program.url, '/sandbox/captures?endpoint=big&q=-nowhere'),
  },
  '500 captures with headers of 20 KB, listed': {
    load: ({ program }) => get(program.url, '/sandbox/captures?q=-nowhere+-endpoint:big&limit=500'),
  },
  'q of 900 a*': {
    load: ({ program }) => get(program.url, `/sandbox/captures?q=${Array(900).fill('a*').join('+')}`),
  },
  'export of 50 bodies of 1 MB': {
    load: ({ program }) => get(program.url, '/sandbox/captures.har?endpoint=big'),
  },
  'difference of two bodies of 1 MB': {
    load: async ({ program }) => {
      const { captures } = await program.ask('GET', '/sandbox/captures?endpoint=big&limit=2')
      await get(program.url, `/sandbox/captures/${captures[1].id}/diff?with=${captures[0].id}`)
    },
  },
  'one capture of 1 MB, decoded': {
    load: async ({ program }) => {
      const { captures } = await program.ask('GET', '/sandbox/captures?endpoint=big&limit=1')
      await get(program.url, `/sandbox/captures/${captures[0].id}/decoded`)
      await get(program.url, `/sandbox/captures/${captures[0].id}`)
    },
  },
  'a gzip bomb of 1 GB, decoded': {
    load: async ({ program }) => {
      await post(program.url, '/in/bomb', new Uint8Array(gzipSync(Buffer.alloc(2 ** 30 - 1))), {
        'content-encoding': 'gzip',
      })
      const { captures } = await program.ask('GET', '/sandbox/captures?endpoint=bomb&limit=1')
      await get(program.url, `/sandbox/captures/${captures[0].id}/decoded`)
    },
  },
  'JSON nested 400,000 deep': {
    load: async ({ program }) => {
      await post(program.url, '/in/deep', '['.repeat(400_000) + ']'.repeat(400_000))
      const { captures } = await program.ask('GET', '/sandbox/captures?endpoint=deep&limit=1')
      await get(program.url, `/sandbox/captures/${captures[0].id}/decoded`)
    },
  },
  'POST /sandbox/verify of 1 MB': {
    load: ({ program }) =>
      post(
        program.url,
        '/sandbox/verify',
        JSON.stringify({
          headers: Object.entries(plainPost.headers),
          body: whole(1),
          secret,
        }),
      ),
  },
  'the references and OpenAPI documents': {
    load: async ({ program }) => {
      for (const path of ['docs', 'docs/sandbox', 'openapi/platform.json', 'openapi/sandbox.json'])
        await get(program.url, `/sandbox/${path}`)
    },
  },
  'the session as JSON': { load: ({ program }) => get(program.url, '/sandbox/session') },
  'import of 400 captures': {
    load: async ({ program, sizes }) => {
      const lines = await (await fetch(`${program.url}/sandbox/captures.jsonl?endpoint=bench`)).text()
      const some = lines.split('\n').slice(-Math.min(400, sizes.requests) - 1, -1)
      const captures = some.map((line, i) => ({
        ...JSON.parse(line),
        id: `cap_${String(i).padStart(26, '0')}`,
      }))
      await post(program.url, '/sandbox/captures/import', JSON.stringify({ captures }))
    },
  },
  'import of a HAR of 4,000 requests': {
    load: ({ program }) =>
      post(program.url, '/sandbox/captures/import', JSON.stringify({ log: { entries: harEntries } })),
  },
  'events and orders to the clock beside 5,000 subscriptions': {
    before: ({ program, sizes }) => subscribe(program, sizes.requests / 2, 'kyc.*'),
    load: async ({ program }) => {
      for (let i = 0; i < 5; i++) {
        await post(program.url, '/sandbox/events', '{"event":"card.created"}')
        await post(program.url, '/sandbox/clock', '{"advance":"0"}')
      }
    },
  },
  '2,000 events triggered by one request': {
    load: async ({ program, sizes }) => {
      const [{ id } = { id: '' }] = await subscribe(program, 1, 'card.created', '/in/resent')
      const count = Math.min(2000, sizes.requests)
      await post(
        program.url,
        '/sandbox/events',
        JSON.stringify({ event: 'card.created', count, subscription_id: id }),
      )
      await program.ask('POST', '/sandbox/clock', { advance: '0' })
    },
  },
  'a resend of 2,000 deliveries': {
    load: ({ program }) => post(program.url, '/sandbox/deliveries/resend', '{"event":"card.created"}'),
  },
  'a pin of all captures': {
    load: async ({ program }) => {
      for (const act of ['pin', 'unpin'])
        await post(program.url, `/sandbox/captures/${act}`, '{"endpoint":"bench"}')
    },
  },
  'delete of half the captures': {
    load: ({ program }) => post(program.url, '/sandbox/captures/delete', '{"endpoint":"bench"}'),
  },
  reset: { load: ({ program }) => post(program.url, '/sandbox/reset', '{}') },
}

/** The row of one kind: the shortest of the longest waits, since a busy machine only adds. @param {string} name @param {number[]} waits @param {number[]} idle */
const rowOf = (name, waits, idle) => ({
  name: `longest wait beside: ${name}`,
  ours: ms(Math.min(...waits)),
  bare: `${asked} ms asked; idle ${ms(Math.min(...idle))}`,
  ratio: Math.min(...waits) / asked,
  limit: { atMost: 1 },
})

/** A file whose new captures the word index does not know. @param {string} file @param {Program} program @param {number} count */
async function withBacklog(file, program, count) {
  for (const id of ['evt_1', 'evt_2'])
    await post(program.url, '/in/ep0', '{"event":"card.created"}', { ...plainPost.headers, 'webhook-id': id })
  await program.ask('GET', '/sandbox/captures?q=nowhere')
  await program.stop()
  addCaptures(file, count)
  return startProgram(file)
}

/**
 * How long a second client waits at most for `GET /sandbox/health` beside long work, and beside none.
 * @param {Sizes} sizes
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export async function stalls(sizes) {
  const [client, sender] = [await startWaitingClient(), await startBareClient()]
  /** @type {Record<string, { waits: number[], idle: number[] }>} */
  const found = {}
  /** @param {string} name @param {Program} program @param {() => Promise<unknown>} load */
  async function measure(name, program, load) {
    const idle = await client.longestWait(program.url, calm)
    note(name, idle, await client.longestWait(program.url, load))
  }
  const calm = () => pause(Math.min(idleMs, sizes.calm))
  /** @param {string} name @param {number} idle @param {number} wait */
  function note(name, idle, wait) {
    const row = found[name] ?? { waits: [], idle: [] }
    found[name] = row
    row.idle.push(idle)
    row.waits.push(wait)
  }
  try {
    for (let round = 0; round < sizes.rounds; round++)
      await inFolder(async (folder) => {
        const program = await startProgram(join(folder, 'sandbox.db'))
        for (const name of ['bench', 'signed'])
          await program.ask('POST', '/sandbox/endpoints', { name, scheme: 'standard-webhooks', secret })
        /** @type {World} */
        const world = {
          program,
          sizes,
          send: (path, count, headers = {}) =>
            sender.rate({
              ...eventPost,
              path,
              headers: { ...eventPost.headers, ...headers },
              secret,
              origin: program.url,
              count,
              connections,
            }),
        }
        for (const [name, { before, load }] of Object.entries(kinds)) {
          await before?.(world)
          await measure(name, program, () => load(world))
        }
        const file = join(folder, 'backlog.db')
        const behind = await withBacklog(file, await startProgram(file), sizes.rows / 5)
        const first = await client.longestWait(behind.url, calm)
        const idle = await client.longestWait(program.url, calm)
        note(`the first second after a start with ${sizes.rows / 5} new captures`, idle, first)
        await measure(`search behind ${sizes.rows / 5} new captures`, behind, () =>
          get(behind.url, '/sandbox/captures?q=zebra'),
        )
        for (const one of [program, behind]) await one.stop('SIGKILL')
      })
  } finally {
    for (const one of [client, sender]) one.stop()
  }
  return Object.entries(found).map(([name, { waits, idle }]) => rowOf(name, waits, idle))
}
