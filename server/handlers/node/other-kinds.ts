import { type Line, quoted } from '../lines.ts'
import { says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import type { Verification } from '../verification.ts'
import { idText, refuse } from './statements.ts'

type Kind<Name extends Verification['kind']> = Extract<Verification, { kind: Name }>

export const verifyPassword = (verification: Kind<'password'>): Line => [
  'function verify({ header }) {',
  '  const given = header("Authorization");',
  `  if (!given) ${refuse(400, says.missing('Authorization'))}`,
  `  const expected = Buffer.from(\`${verification.user.replace(/[`$\\]/g, '\\$&')}:\${secret}\`).toString("base64");`,
  '  // The word before it may be written in any case.',
  '  const [, sent = ""] = /^basic (.*)$/i.exec(given) ?? [];',
  `  if (!equal(sent, expected)) ${refuse(401, says.wrongPassword)}`,
  `  return ${idText(verification)};`,
  '}',
]

export const verifyJwt = (verification: Kind<'jwt'>): Line => [
  'function verify({ header, body }) {',
  `  const given = header(${quoted(verification.header)});`,
  `  if (!given) ${refuse(400, says.missing(verification.header))}`,
  '  const [head, payload, signature, more] = given.split(".");',
  '  const decoded = (part) => JSON.parse(Buffer.from(part ?? "", "base64url").toString());',
  '  let claims;',
  '  try {',
  '    // Whoever signs must not choose the algorithm.',
  '    if (signature === undefined || more !== undefined || decoded(head).alg !== "ES256") throw new Error();',
  '    claims = decoded(payload);',
  '    if (!Number.isSafeInteger(claims.iat)) throw new Error();',
  '  } catch {',
  `    ${refuse(400, says.noJwt)}`,
  '  }',
  '  const bytes = Buffer.from(signature, "base64url");',
  '  const key = { key: publicKey(), dsaEncoding: "ieee-p1363" };',
  '  const fits = verifySignature("sha256", Buffer.from(`${head}.${payload}`), key, bytes);',
  '  // Node decodes what is no base64url, too.',
  `  if (!fits || bytes.toString("base64url") !== signature) ${refuse(401, says.wrong)}`,
  '  const digest = createHash("sha256").update(body).digest("hex");',
  `  if (!equal(digest, String(claims.request_body_sha256))) ${refuse(401, says.digest)}`,
  `  if (Date.now() / 1000 - claims.iat > ${verification.tolerance}) {`,
  `    ${refuse(401, says.old({ tolerance: verification.tolerance, pastOnly: true }))}`,
  '  }',
  `  return ${idText(verification)};`,
  '}',
]

export const verifyMessage = (verification: Kind<'message'>): Line => [
  'function verify({ header, body, method }) {',
  '  const [inputs, given] = [header("Signature-Input"), header("Signature")];',
  `  if (!inputs) ${refuse(400, says.missing('Signature-Input'))}`,
  `  if (!given) ${refuse(400, says.missing('Signature'))}`,
  '  const made = (name) => createHash(name).update(body).digest("base64");',
  '  const digests = { "sha-256": made("sha256"), "sha-512": made("sha512") };',
  `  const claimed = [...(header("Content-Digest") ?? "").matchAll(/${patterns.digest}/g)];`,
  '  if (claimed.length === 0 || !claimed.every(([, name, value]) => equal(value, digests[name]))) {',
  `    ${refuse(401, says.digest)}`,
  '  }',
  '  const signatures = new Map([...given.matchAll(/([a-z*][\\w.*-]*)=:([A-Za-z0-9+/=]*):/g)].map((one) => one.slice(1)));',
  `  const found = [...inputs.matchAll(/${patterns.input}/g)].find(([, label, input, covered]) => {`,
  '    const signature = signatures.get(label);',
  '    const names = covered.replaceAll(\'"\', "").split(" ");',
  '    const derived = new Map([["@method", method], ["@target-uri", webhookUrl]]);',
  '    const values = names.map((name) => derived.get(name) ?? header(name)?.trim());',
  '    const needed = ["@method", "@target-uri", "content-digest"];',
  '    if (signature === undefined || !needed.every((name) => names.includes(name))) return false;',
  '    // What is covered must be there.',
  '    if (values.includes(undefined)) return false;',
  '    const lines = names.map((name, i) => `"${name}": ${values[i]}`);',
  '    const base = [...lines, `"@signature-params": ${input}`].join("\\n");',
  verification.key === 'ed25519'
    ? [
        '    const bytes = Buffer.from(signature, "base64");',
        '    if (bytes.toString("base64") !== signature) return false;',
        '    return verifySignature(null, Buffer.from(base), publicKey(), bytes);',
      ]
    : '    return equal(createHmac("sha256", key).update(base).digest("base64"), signature);',
  '  });',
  `  if (!found) ${refuse(401, says.wrong)}`,
  `  const params = new Map([...found[2].matchAll(/${patterns.parameter}/g)].map(([, name, value]) => [name, value]));`,
  `  const seconds = (name) => (/^${patterns.seconds}$/.test(params.get(name)) ? Number(params.get(name)) : Number.NaN);`,
  '  const now = Date.now() / 1000;',
  `  if (!(Math.abs(now - seconds("created")) <= ${verification.tolerance})) {`,
  `    ${refuse(401, says.old({ tolerance: verification.tolerance, pastOnly: false }))}`,
  '  }',
  `  if (params.has("expires") && !(seconds("expires") >= now)) ${refuse(401, says.expired)}`,
  `  return ${idText(verification)};`,
  '}',
]
