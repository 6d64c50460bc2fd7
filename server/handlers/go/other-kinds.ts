import { indent, type Line, quoted } from '../lines.ts'
import { says } from '../messages.ts'
import { patterns } from '../patterns.ts'
import type { Verification } from '../verification.ts'
import { idText, refuse } from './statements.ts'

type Kind<Name extends Verification['kind']> = Extract<Verification, { kind: Name }>

export const verifyPassword = (verification: Kind<'password'>): Line => [
  'given := header(r, "Authorization")',
  refuse(400, says.missing('Authorization'), 'given == ""'),
  'word, sent, _ := strings.Cut(given, " ")',
  `expected := base64.StdEncoding.EncodeToString([]byte(${quoted(`${verification.user}:`)} + secret))`,
  '// Unlike ==, it takes as long wherever the two differ.',
  'fits := subtle.ConstantTimeCompare([]byte(sent), []byte(expected)) == 1',
  '// The word before it may be written in any case.',
  refuse(401, says.wrongPassword, '!fits || !strings.EqualFold(word, "Basic")'),
  `return ${idText(verification)}, nil`,
]

export const verifyJwt = (verification: Kind<'jwt'>): Line => [
  `given := header(r, ${quoted(verification.header)})`,
  refuse(400, says.missing(verification.header), 'given == ""'),
  'var head struct{ Alg string }',
  'var claims struct {',
  '\tIat    *int64',
  '\tDigest string `json:"request_body_sha256"`',
  '}',
  'parts := strings.Split(given, ".")',
  '// Whoever signs must not choose the algorithm.',
  refuse(
    400,
    says.noJwt,
    'len(parts) != 3 || !decoded(parts[0], &head) || !decoded(parts[1], &claims) || head.Alg != "ES256" || claims.Iat == nil',
  ),
  'signature, err := base64.RawURLEncoding.Strict().DecodeString(parts[2])',
  refuse(401, says.wrong, 'err != nil || len(signature) != 64'),
  'number := func(bytes []byte) *big.Int { return new(big.Int).SetBytes(bytes) }',
  'hashed := sha256.Sum256([]byte(parts[0] + "." + parts[1]))',
  refuse(
    401,
    says.wrong,
    '!ecdsa.Verify(publicKey(), hashed[:], number(signature[:32]), number(signature[32:]))',
  ),
  'digest := sha256.Sum256(body)',
  refuse(
    401,
    says.digest,
    'subtle.ConstantTimeCompare([]byte(hex.EncodeToString(digest[:])), []byte(claims.Digest)) != 1',
  ),
  refuse(
    401,
    says.old({ tolerance: verification.tolerance, pastOnly: true }),
    `time.Since(time.Unix(*claims.Iat, 0)) > ${verification.tolerance}*time.Second`,
  ),
  `return ${idText(verification)}, nil`,
]

/** What {@link verifyJwt} calls. */
export const jwtHelpers: Line = [
  '',
  '// decoded reads a part of the JWT.',
  'func decoded(part string, into any) bool {',
  '\tbytes, err := base64.RawURLEncoding.DecodeString(part)',
  '\treturn err == nil && json.Unmarshal(bytes, into) == nil',
  '}',
  '',
  '// publicKey reads the JWK.',
  'func publicKey() *ecdsa.PublicKey {',
  '\tvar jwk struct{ X, Y string }',
  '\tif err := json.Unmarshal([]byte(secret), &jwk); err != nil {',
  '\t\tlog.Fatal("WEBHOOK_SECRET is no JWK: ", err)',
  '\t}',
  '\tnumber := func(text string) *big.Int {',
  '\t\tbytes, err := base64.RawURLEncoding.DecodeString(text)',
  '\t\tif err != nil {',
  '\t\t\tlog.Fatal("WEBHOOK_SECRET is no JWK: ", err)',
  '\t\t}',
  '\t\treturn new(big.Int).SetBytes(bytes)',
  '\t}',
  '\treturn &ecdsa.PublicKey{Curve: elliptic.P256(), X: number(jwk.X), Y: number(jwk.Y)}',
  '}',
]

export const verifyMessage = (verification: Kind<'message'>): Line => [
  'inputs, given := header(r, "Signature-Input"), header(r, "Signature")',
  refuse(400, says.missing('Signature-Input'), 'inputs == ""'),
  refuse(400, says.missing('Signature'), 'given == ""'),
  'sum256, sum512 := sha256.Sum256(body), sha512.Sum512(body)',
  'digests := map[string]string{',
  '\t"sha-256": base64.StdEncoding.EncodeToString(sum256[:]),',
  '\t"sha-512": base64.StdEncoding.EncodeToString(sum512[:]),',
  '}',
  `claimed := regexp.MustCompile(\`${patterns.digest}\`).FindAllStringSubmatch(header(r, "Content-Digest"), -1)`,
  'fits := len(claimed) > 0',
  'for _, found := range claimed {',
  `\tfits = fits && ${equal(verification, 'found[2]', 'digests[found[1]]')}`,
  '}',
  refuse(401, says.digest, '!fits'),
  'signatures := map[string]string{}',
  'for _, found := range regexp.MustCompile(`([a-z*][\\w.*-]*)=:([A-Za-z0-9+/=]*):`).FindAllStringSubmatch(given, -1) {',
  '\tsignatures[found[1]] = found[2]',
  '}',
  'signedInput := ""',
  `for _, found := range regexp.MustCompile(\`${patterns.input}\`).FindAllStringSubmatch(inputs, -1) {`,
  indent('\t', [
    'label, input, covered := found[1], found[2], found[3]',
    '// What is covered must be there. Go keeps Host apart from the other headers.',
    'lines, names, isCovered := []string{}, map[string]bool{}, true',
    'derived := map[string]string{"@method": r.Method, "@target-uri": webhookURL, "host": r.Host}',
    'for _, quoted := range strings.Fields(covered) {',
    '\tname := strings.Trim(quoted, `"`)',
    '\tnames[name] = true',
    '\tvalue, isDerived := derived[name]',
    '\tif !isDerived {',
    '\t\tvalue = strings.TrimSpace(header(r, name))',
    '\t\tisCovered = isCovered && len(r.Header.Values(name)) > 0',
    '\t}',
    '\tlines = append(lines, quoted+": "+value)',
    '}',
    'base := strings.Join(append(lines, `"@signature-params": `+input), "\\n")',
    'isCovered = isCovered && names["@method"] && names["@target-uri"] && names["content-digest"]',
    verification.key === 'ed25519'
      ? [
          'signature, err := base64.StdEncoding.Strict().DecodeString(signatures[label])',
          'if err == nil && isCovered && ed25519.Verify(ed25519.PublicKey(key), []byte(base), signature) {',
        ]
      : [
          'mac := hmac.New(sha256.New, key)',
          'mac.Write([]byte(base))',
          'expected := base64.StdEncoding.EncodeToString(mac.Sum(nil))',
          'if isCovered && hmac.Equal([]byte(expected), []byte(signatures[label])) {',
        ],
    '\tsignedInput = input',
    '}',
  ]),
  '}',
  refuse(401, says.wrong, 'signedInput == ""'),
  '// One that is no number of seconds is 0, which is long ago.',
  'params := map[string]uint64{}',
  `for _, found := range regexp.MustCompile(\`${patterns.parameter}\`).FindAllStringSubmatch(signedInput, -1) {`,
  '\tparams[found[1]] = 0',
  '\tif seconds, err := strconv.ParseUint(found[2], 10, 63); err == nil && len(found[2]) <= 15 {',
  '\t\tparams[found[1]] = seconds',
  '\t}',
  '}',
  'age := time.Since(time.Unix(int64(params["created"]), 0)).Abs()',
  'expires, hasExpires := params["expires"]',
  refuse(
    401,
    says.old({ tolerance: verification.tolerance, pastOnly: false }),
    `age > ${verification.tolerance}*time.Second`,
  ),
  refuse(401, says.expired, 'hasExpires && int64(expires) < time.Now().Unix()'),
  `return ${idText(verification)}, nil`,
]

const equal = ({ key }: Kind<'message'>, a: string, b: string) =>
  key === 'ed25519'
    ? `(subtle.ConstantTimeCompare([]byte(${a}), []byte(${b})) == 1)`
    : `hmac.Equal([]byte(${a}), []byte(${b}))`
