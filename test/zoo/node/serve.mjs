/**
 * `node test/zoo/node/serve.mjs NAME` starts a receiver of the zoo and prints its port. It reads WEBHOOK_SECRET, and PORT to
 * start again at the same port. `/effects` answers the number of its effects.
 */
import { createServer } from 'node:http'
import { effects } from './world.mjs'

process.env.NODE_ENV = 'production'
const name = process.argv[2] ?? ''
const [family = ''] = name.split('-')
/** @type {{ defects?: Record<string, () => any>, rights: Record<string, () => any> }} */
const { defects, rights } = await import(`./${family}.mjs`)
const make = defects?.[name] ?? rights[name]
if (!make) throw new Error(`The zoo has no receiver ${name}.`)

const listener = await make()
const server = createServer((request, response) => {
  if (request.url === '/effects') response.end(String(effects.length))
  else listener(request, response)
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
