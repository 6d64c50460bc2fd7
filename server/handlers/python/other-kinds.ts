import { indent, type Line, quoted } from '../lines.ts'
import { says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import type { Verification } from '../verification.ts'
import { idText, refuse } from './statements.ts'

type Kind<Name extends Verification['kind']> = Extract<Verification, { kind: Name }>

const docstring = '    """Answers the id of the webhook; raises Refused where it is not genuine."""'

export const verifyPassword = (verification: Kind<'password'>): Line => [
  'def verify(header, body):',
  docstring,
  indent('    ', [
    'given = header("Authorization")',
    'if not given:',
    refuse(400, says.missing('Authorization')),
    `credentials = ${quoted(`${verification.user}:`)} + SECRET`,
    'expected = base64.b64encode(credentials.encode())',
    '# The word before it may be written in any case.',
    'word, _, sent = given.partition(" ")',
    '# Unlike ==, compare_digest takes as long wherever the two differ.',
    'if word.lower() != "basic" or not hmac.compare_digest(sent.encode(), expected):',
    refuse(401, says.wrongPassword),
    `return ${idText(verification)}`,
  ]),
]

export const verifyJwt = (verification: Kind<'jwt'>): Line => [
  'def verify(header, body):',
  docstring,
  indent('    ', [
    `given = header(${quoted(verification.header)})`,
    'if not given:',
    refuse(400, says.missing(verification.header)),
    'try:',
    '    # Whoever signs must not choose the algorithm.',
    '    claims = jwt.decode(given, KEY, algorithms=["ES256"], options={"verify_iat": False})',
    '    signed_at = claims.get("iat")',
    '    # A float cannot hold all that JSON can, and True is an int.',
    '    if type(signed_at) is not int or signed_at >= 10**15:',
    '        raise jwt.InvalidTokenError',
    'except jwt.InvalidSignatureError:',
    `${refuse(401, says.wrong)} from None`,
    'except jwt.InvalidTokenError:',
    `${refuse(400, says.noJwt)} from None`,
    'digest = hashlib.sha256(body).hexdigest()',
    'if not hmac.compare_digest(digest, str(claims.get("request_body_sha256"))):',
    refuse(401, says.digest),
    `if int(time.time()) - signed_at > ${verification.tolerance}:`,
    refuse(401, says.old({ tolerance: verification.tolerance, pastOnly: true })),
    `return ${idText(verification)}`,
  ]),
]

export const verifyMessage = (verification: Kind<'message'>): Line => [
  'def verify(header, body, method):',
  docstring,
  indent('    ', [
    'inputs, given = header("Signature-Input"), header("Signature")',
    'if not inputs:',
    refuse(400, says.missing('Signature-Input')),
    'if not given:',
    refuse(400, says.missing('Signature')),
    'digests = {"sha-256": hashlib.sha256(body).digest(), "sha-512": hashlib.sha512(body).digest()}',
    `claimed = re.findall(r"${patterns.digest}", header("Content-Digest") or "")`,
    'digests_fit = [hmac.compare_digest(value.encode(), base64.b64encode(digests[name])) for name, value in claimed]',
    'if not claimed or not all(digests_fit):',
    refuse(401, says.digest),
    'signatures = dict(re.findall(r"([a-z*][\\w.*-]*)=:([A-Za-z0-9+/=]*):", given))',
    `for label, signed_input, covered in re.findall(r'${patterns.input}', inputs):`,
    "    names = covered.replace('\"', '').split()",
    '    if label in signatures and {"@method", "@target-uri", "content-digest"} <= set(names):',
    '        derived = {"@method": method, "@target-uri": WEBHOOK_URL}',
    '        values = [derived.get(name) or header(name) for name in names]',
    '        if None in values:',
    '            continue  # What is covered must be there.',
    '        lines = [f\'"{name}": {value.strip()}\' for name, value in zip(names, values)]',
    '        base = "\\n".join([*lines, f\'"@signature-params": {signed_input}\']).encode()',
    indent('        ', fits(verification)),
    'else:',
    refuse(401, says.wrong),
    `params = dict(re.findall(r'${patterns.parameter}', signed_input))`,
    `seconds = {name: int(value) for name, value in params.items() if re.fullmatch("${patterns.seconds}", value)}`,
    `if "created" not in seconds or abs(time.time() - seconds["created"]) > ${verification.tolerance}:`,
    refuse(401, says.old({ tolerance: verification.tolerance, pastOnly: false })),
    'if "expires" in params and seconds.get("expires", 0) < time.time():',
    refuse(401, says.expired),
    `return ${idText(verification)}`,
  ]),
]

const fits = ({ key }: Kind<'message'>): Line =>
  key === 'ed25519'
    ? [
        'try:',
        '    decoded = base64.b64decode(signatures[label])',
        '    KEY.verify(decoded, base)',
        'except (InvalidSignature, ValueError):',
        '    continue',
        'if base64.b64encode(decoded).decode() == signatures[label]:',
        '    break',
      ]
    : [
        'expected = base64.b64encode(hmac.digest(KEY, base, "sha256"))',
        'if hmac.compare_digest(signatures[label].encode(), expected):',
        '    break',
      ]
