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
  '  const [head, payload, signature = ""] = given.split(".");',
  '  const decoded = (part) => JSON.parse(Buffer.from(part ?? "", "base64url").toString());',
  '  let claims;',
  '  try {',
  '    // Whoever signs must not choose the algorithm.',
  '    if (decoded(head).alg !== "ES256") throw new Error("another algorithm");',
  '    claims = decoded(payload);',
  '  } catch {',
  `    ${refuse(400, says.noJwt)}`,
  '  }',
  '  const fits = verifySignature(',
  '    "sha256",',
  '    Buffer.from(`${head}.${payload}`),',
  '    { key: publicKey(), dsaEncoding: "ieee-p1363" },',
  '    Buffer.from(signature, "base64url"),',
  '  );',
  `  if (!fits) ${refuse(401, says.wrong)}`,
  '  const digest = createHash("sha256").update(body).digest("hex");',
  `  if (!equal(digest, String(claims.request_body_sha256))) ${refuse(401, says.digest)}`,
  `  if (!(Date.now() / 1000 - claims.iat <= ${verification.tolerance})) {`,
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
  `  const found = [...inputs.matchAll(/${patterns.input}/g)].find(([, label, input, covered]) => {`,
  '    const signature = new RegExp(`(?:^|[ ,])${label.replace(/[.*]/g, "\\\\$&")}=:([A-Za-z0-9+/=]*):`).exec(given)?.[1];',
  '    const names = covered.split(" ").map((name) => name.replaceAll(\'"\', ""));',
  '    const needed = ["@method", "@target-uri", "content-digest"];',
  '    if (signature === undefined || !needed.every((name) => names.includes(name))) return false;',
  '    const derived = { "@method": method, "@target-uri": webhookUrl };',
  '    // What is no name of a header, some frameworks throw at.',
  '    const valueOf = (name) => derived[name] ?? (/^[\\w-]+$/.test(name) ? header(name)?.trim() : undefined);',
  '    const lines = names.map((name) => `"${name}": ${valueOf(name)}`);',
  '    const base = [...lines, `"@signature-params": ${input}`].join("\\n");',
  verification.key === 'ed25519'
    ? '    return verifySignature(null, Buffer.from(base), publicKey(), Buffer.from(signature, "base64"));'
    : '    return equal(createHmac("sha256", key).update(base).digest("base64"), signature);',
  '  });',
  `  if (!found) ${refuse(401, says.wrong)}`,
  '  const seconds = (name) => Number(new RegExp(`;${name}=(\\\\d+)`).exec(found[2])?.[1] ?? Number.NaN);',
  '  const now = Date.now() / 1000;',
  `  if (!(Math.abs(now - seconds("created")) <= ${verification.tolerance})) {`,
  `    ${refuse(401, says.old({ tolerance: verification.tolerance, pastOnly: false }))}`,
  '  }',
  `  if (seconds("expires") < now) ${refuse(401, says.expired)}`,
  `  return ${idText(verification)};`,
  '}',
]
