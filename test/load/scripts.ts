import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { vi } from 'vitest'
import type { Signed } from './exports.ts'

/** The exported processor, loaded as a worker of Artillery loads it: again for each worker. */
export function artilleryWorker(folder: string, secret: string) {
  vi.stubEnv('WEBHOOK_SECRET', secret)
  const require = createRequire(import.meta.url)
  const file = join(folder, 'processor.cjs')
  delete require.cache[file]
  const { signWebhook } = require(file)
  vi.unstubAllEnvs()
  return async (): Promise<Signed> => {
    const request = { url: '', headers: {}, body: Buffer.alloc(0) }
    await signWebhook(request)
    return { ...request, body: request.body.toString() }
  }
}

/** Runs an exported script of k6 with its modules replaced by Node's. k6 itself is not on npm. */
export function k6Script(folder: string, secret: string) {
  const bytesOf = (data: string | ArrayBuffer) => (typeof data === 'string' ? data : Buffer.from(data))
  const nodeEncoding = (name: string) => (name === 'base64rawurl' ? 'base64url' : name) as 'hex'
  const sent: Signed[] = []
  const modules = {
    __ENV: { WEBHOOK_SECRET: secret },
    open: (file: string) => readFileSync(join(folder, file), 'utf8'),
    check() {},
    crypto: {
      hmac: (digest: string, key: string | ArrayBuffer, text: string, encoding: string) =>
        createHmac(digest, bytesOf(key)).update(text).digest(nodeEncoding(encoding)),
      sha256: (text: string, encoding: string) =>
        createHash('sha256').update(text).digest(nodeEncoding(encoding)),
      randomBytes: (count: number) => new Uint8Array(randomBytes(count)).buffer,
    },
    encoding: {
      b64encode: (text: string) => Buffer.from(text).toString('base64'),
      b64decode: (text: string) => new Uint8Array(Buffer.from(text, 'base64')).buffer,
    },
    SharedArray: function SharedArray(_name: string, make: () => string[]) {
      return make()
    },
    http: {
      post: (url: string, body: string, { headers }: { headers: Record<string, string> }) => {
        sent.push({ url, headers, body })
        return { status: 200 }
      },
    },
  }
  const script = readFileSync(join(folder, 'script.js'), 'utf8')
    .replace(/^import .*$/gm, '')
    .replace(/^export (?:default )?/gm, '')
  const deliver: () => void = runInNewContext(`${script}\nsetup()\ndeliver`, modules)
  return (): Signed => {
    deliver()
    return sent.at(-1) as Signed
  }
}
