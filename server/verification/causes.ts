/** The causes that a verdict may name, each with its meaning and fix. Over 300 lines: one table holds all causes. */
export const causes = {
  other_secret: {
    meaning: 'The request is signed with the secret of another endpoint or subscription.',
    fix: 'Use the secret of this endpoint or subscription on both sides, not the secret of another subscription.',
  },
  old_secret: {
    meaning: 'The request is signed with a replaced secret that is no longer valid.',
    fix: 'Replace the old secret with the new one on both sides, or rotate with a longer overlap.',
  },
  secret_as_text: {
    meaning: 'The secret was used as text, but the scheme decodes the secret first.',
    fix: 'Strip whsec_ and base64-decode the rest: Buffer.from(secret.slice(6), "base64").',
  },
  secret_decoded: {
    meaning: 'The secret was base64-decoded, but the scheme uses the secret as text.',
    fix: 'Use the whole text as the key, prefix included.',
  },
  secret_prefix_kept: {
    meaning: 'The secret was base64-decoded together with its prefix whsec_.',
    fix: 'Strip whsec_ before decoding: secret.slice(6).',
  },
  secret_prefix_stripped: {
    meaning: 'The secret was used as text without its prefix.',
    fix: 'Keep the prefix. In this scheme the prefix is part of the key.',
  },
  secret_whitespace: {
    meaning: 'White space was added around the secret, such as the newline at the end of a file, or removed.',
    fix: 'Trim the secret when you read it, as readFileSync(path, "utf8").trim() does, or write it with printf instead of echo.',
  },
  secret_quoted: {
    meaning: 'The secret was used with the quotation marks of a .env file.',
    fix: 'Remove the quotes from the .env file, or use a parser that removes them.',
  },
  secret_hex: {
    meaning: 'The secret was hex-decoded, or written as hex and used as text.',
    fix: 'Use the form of key that the scheme defines, not hex.',
  },
  secret_base64: {
    meaning: 'The secret was base64-encoded a second time before its use.',
    fix: 'Decode the secret once. Kubernetes stores secrets in base64.',
  },
  secret_hashed: {
    meaning: 'The secret was hashed, and its digest used as the key.',
    fix: 'Use the secret itself as the key. HMAC hashes a long key by itself.',
  },
  secret_charset: {
    meaning: 'The decoded secret was converted to text, which changed its bytes.',
    fix: 'Keep the decoded secret as bytes: no .toString(), no atob().',
  },
  secret_url_encoding: {
    meaning: 'Only one side percent-encoded or percent-decoded the secret.',
    fix: 'Percent-encode the secret only inside a URL or a form, as curl --data-urlencode does.',
  },
  secret_escaped: {
    meaning: 'The secret was escaped, unescaped or expanded, as HTML, JSON, YAML or a shell does.',
    fix: 'Put the secret in single quotes in a shell or YAML file, and do not escape the secret in a template.',
  },
  secret_case: {
    meaning: 'The secret was used in upper or lower case.',
    fix: 'Use the secret exactly as the sandbox shows it.',
  },
  secret_miscopied: {
    meaning:
      'The copied secret lacks characters, has extra characters, or has a label such as v1, before it.',
    fix: 'Copy the whole secret and compare its length on both sides. Read a .env file with a parser that accepts = in values.',
  },
  secret_missing: {
    meaning:
      'The request is signed with an empty key, a word such as undefined, a placeholder, or the name of a variable.',
    fix: 'Set the variable that holds the secret, and refuse to start without it.',
  },
  identifier_as_secret: {
    meaning:
      'The key is a text that identifies something, such as the id of a subscription, a URL or the credential of the API, instead of the secret.',
    fix: 'Use the secret of the subscription or endpoint. The command subscription show prints it.',
  },
  secret_sent: {
    meaning: 'A header contains the secret itself instead of a signature.',
    fix: 'Send a signature made with the secret. If your vendor sends the secret itself, as GitLab and Telegram do, compare the secret in your receiver.',
  },
  other_user: {
    meaning: 'The Basic header names another user than expected.',
    fix: 'Send the expected user, or set the sender\'s user: scheme_options {"user"}.',
  },
  hex_for_base64: {
    meaning: 'The signature is correct, but in hex. The scheme uses base64.',
    fix: 'Encode the signature as base64: .digest("base64").',
  },
  base64_for_hex: {
    meaning: 'The signature is correct, but in base64. The scheme uses hex.',
    fix: 'Encode the signature as hex: .digest("hex").',
  },
  base64url: {
    meaning: 'The signature is correct, but in the other base64 alphabet (- and _ for + and /).',
    fix: 'Use the alphabet of the scheme: .digest("base64") writes + and /.',
  },
  padding_missing: {
    meaning: 'The signature is correct, but its base64 lacks the = at the end.',
    fix: 'Keep the padding, which .digest("base64") writes.',
  },
  hex_notation: {
    meaning: 'The signature is correct, but its hex has extra characters, such as AB-CD, ab:cd or 0xabcd.',
    fix: 'Write only the digits, in lower case. In .NET use Convert.ToHexString(digest).ToLowerInvariant(), not BitConverter.ToString(digest).',
  },
  other_encoding: {
    meaning:
      'The signature is correct, but its bytes are written in an unusual way: as base32, as a list, in reverse order or as text.',
    fix: 'Encode the bytes of the digest with .digest("base64") or .digest("hex").',
  },
  double_encoded: {
    meaning: 'The signature was encoded twice with hex or base64.',
    fix: 'Encode the digest once, with .digest("base64") or .digest("hex") only.',
  },
  der_signature: {
    meaning:
      'The ECDSA signature is correct, but in DER instead of r and s, 32 bytes each. Or it is r and s instead of DER.',
    fix: 'Encode the signature as r and s: in Node, sign with {"dsaEncoding": "ieee-p1363"}.',
  },
  other_algorithm: {
    meaning: 'The signature is correct, but the parameter alg names another algorithm than the key has.',
    fix: 'Set alg in Signature-Input to the algorithm of the key, or leave alg out.',
  },
  letter_case: {
    meaning: 'The signature is correct except for upper and lower case.',
    fix: 'Send the signature with its case unchanged. Hex is in lower case.',
  },
  signature_miscopied: {
    meaning: 'The signature is correct except for a few characters.',
    fix: 'Pass the signature on unchanged. Check each place where a person or a program copies it.',
  },
  truncated: {
    meaning: 'The request has only the beginning or the end of the correct signature.',
    fix: 'Check the length limits of each proxy, queue and database column that handles the header.',
  },
  version_prefix_missing: {
    meaning: 'The signature is correct, but its version prefix is missing.',
    fix: 'Write the prefix of the scheme before the signature, such as v1, or sha256=.',
  },
  version_prefix_wrong: {
    meaning: 'The signature is correct, but its prefix names another version of the scheme.',
    fix: 'Write the version prefix of the scheme.',
  },
  body_only_signed: {
    meaning: 'Only the body was signed.',
    fix: 'Sign the content that the scheme defines, with id and timestamp before the body.',
  },
  id_not_signed: {
    meaning: 'The signed content lacks the id.',
    fix: 'Sign the id of the header too.',
  },
  timestamp_not_signed: {
    meaning: 'The signed content lacks the timestamp.',
    fix: 'Sign the timestamp of the header too.',
  },
  other_separator: {
    meaning: 'Id, timestamp and body were joined with a wrong separator.',
    fix: 'Use the separator of the scheme.',
  },
  other_order: {
    meaning: 'Id, timestamp and body were signed in the wrong order, or one of them was signed twice.',
    fix: 'Use the order of the scheme.',
  },
  other_id: {
    meaning: 'The signed id differs from the id in the header.',
    fix: 'Sign the id of the header.',
  },
  other_timestamp: {
    meaning: 'The signed time differs from the time in the header.',
    fix: 'Read the clock once, and use the same text in the header and in the signed content.',
  },
  milliseconds: {
    meaning: 'The timestamp is in milliseconds, in the header, in the signed content or in both.',
    fix: 'Create the timestamp once, in seconds: String(Math.floor(Date.now() / 1000)).',
  },
  timestamp_format: {
    meaning: 'The signed time and the header use different formats: ISO 8601 and Unix seconds.',
    fix: 'Use the same text in the header and in the signed content.',
  },
  other_digest: {
    meaning: 'The signature is correct for another hash function.',
    fix: 'Use the hash function of the scheme.',
  },
  plain_hash: {
    meaning:
      'The signature is a plain hash of the content, with or without the secret. The scheme requires an HMAC.',
    fix: 'Use createHmac("sha256", key), not createHash("sha256").',
  },
  digest_signed: {
    meaning: 'A digest of the content was signed instead of the content.',
    fix: 'Pass the content itself to createHmac, once, without another createHash or createHmac.',
  },
  key_message_swapped: {
    meaning: 'The content was used as the key, and the secret as the message.',
    fix: 'Swap the arguments: the key comes first in createHmac and hmac.new.',
  },
  other_scheme: {
    meaning: 'The request has the headers of one scheme and the signature of another.',
    fix: "Set the endpoint's scheme to the scheme of the signature, or sign with the scheme of the headers.",
  },
  reserialised: {
    meaning: 'The JSON was parsed and serialised again between signing and sending, or before verifying.',
    fix: 'Serialise once. Sign the bytes that you send, and verify the bytes that you receive.',
  },
  pretty_printed: {
    meaning: 'Only one side formatted the JSON over several lines.',
    fix: 'Serialise once, and sign the bytes that you send.',
  },
  keys_sorted: {
    meaning: 'The JSON was signed with its keys sorted.',
    fix: 'Sign the bytes that you send. The scheme does not use canonical JSON.',
  },
  escapes: {
    meaning: 'Only one side escaped characters, for example for JSON, for HTML or for a string literal.',
    fix: 'Sign the bytes that are sent, without escaping. Serialise once, or use the same escape settings on both sides.',
  },
  trailing_newline: {
    meaning: 'Only one side added or removed a newline at the end of the body.',
    fix: 'Sign the text that you send. Use printf, not echo, and curl --data-binary, not --data.',
  },
  body_trimmed: {
    meaning: 'Only one side trimmed white space around the body, its lines or its values.',
    fix: 'Do not trim before signing or verifying. In Laravel, exclude the route from TrimStrings.',
  },
  line_endings: {
    meaning: 'Lines end with CRLF on one side and with LF on the other, or were joined in another way.',
    fix: 'Read and send the body as bytes, without text conversion.',
  },
  byte_order_mark: {
    meaning: 'Only one side has a byte order mark before the body.',
    fix: 'Write the body as UTF-8 without a byte order mark.',
  },
  charset: {
    meaning: 'The signed body and the sent body differ in character encoding or Unicode normal form.',
    fix: 'Encode the body once, as UTF-8, and sign those bytes.',
  },
  content_encoding: {
    meaning: 'One side used the compressed body and the other the uncompressed body.',
    fix: 'Sign and verify the bytes that are sent.',
  },
  url_encoding: {
    meaning:
      'Only one side percent-encoded the body, put the body into a form field, or wrote the form again.',
    fix: 'Sign and verify the raw body, before any decoding.',
  },
  body_base64: {
    meaning: 'Only one side encoded the body, or the whole signed content, as base64 or hex.',
    fix: 'Sign the bytes that are sent. If a gateway sets a base64 flag, decode the body first.',
  },
  empty_body_signed: {
    meaning: 'An empty body was signed.',
    fix: 'Read the body before signing. A stream can be read only once.',
  },
  double_json: {
    meaning: 'Only one side encoded the JSON as a JSON string.',
    fix: 'Call JSON.stringify once.',
  },
  body_wrapped: {
    meaning: 'Only one side wrapped the body in an envelope, such as {"body": "…"} or {"data": …}.',
    fix: 'Sign the bytes that are sent. From the event of a gateway or a queue, take only the body.',
  },
  part_signed: {
    meaning: 'The signature covers only a part of the content, such as the field data of the JSON.',
    fix: 'Sign the whole body as sent, after its last change.',
  },
  object_signed: {
    meaning: 'The signed content is a printed object, such as [object Object], instead of the body.',
    fix: 'Sign the raw body: express.raw(), await request.text(), request.body in Django, request.get_data() in Flask.',
  },
  body_shortened: {
    meaning: 'One side has only the beginning of the body.',
    fix: 'Count Content-Length in bytes: Buffer.byteLength(text), not text.length. Raise the size limit of the body parser or the store.',
  },
  body_pieces: {
    meaning:
      'The pieces of a streamed body were put together wrongly: only the last piece, a piece twice, or another order.',
    fix: 'Collect all pieces in their order and join them once, as bytes: Buffer.concat(chunks).',
  },
  body_changed: {
    meaning: 'The body was changed between the sandbox and this endpoint.',
    fix: 'Find the proxy that rewrites bodies, and pass the bytes on unchanged.',
  },
  earlier_signature: {
    meaning: 'The signature was computed for an earlier request with another body, id or timestamp.',
    fix: 'Compute the signature again for each request, from the bytes that you send. A retry with a changed body or timestamp needs a new signature.',
  },
  body_digest: {
    meaning: 'The signature is correct, but the signed digest belongs to another body.',
    fix: 'Send the bytes from which the digest was computed.',
  },
  method_or_url: {
    meaning: 'The signed method or URL differs from the request, or the scheme does not sign them.',
    fix: 'Verify with the URL that the sender used. Behind a proxy, use the URL of the original request.',
  },
  header_changed: {
    meaning: 'A proxy changed a signed header or the signature header.',
    fix: 'Configure the proxy to pass headers unchanged.',
  },
  header_repeated: {
    meaning:
      'A header was sent twice, was split into several headers, or has several values joined by a comma.',
    fix: 'Send the header once, with one value. Look for middleware that signs a signed request again.',
  },
  missing_header: {
    meaning: 'A required header of the scheme is missing.',
    fix: 'Send the header, and check whether a proxy removes it.',
  },
  malformed_header: {
    meaning: 'A header of the scheme is malformed.',
    fix: 'Write the header in the form that the scheme defines.',
  },
  stale: {
    meaning: 'The signature is correct, but older than the scheme allows.',
    fix: 'Sign when you send, not when you queue. Check the clocks of both machines.',
  },
  future: {
    meaning: 'The signature is correct, but its time lies further in the future than the scheme allows.',
    fix: 'Check the clocks of both machines.',
  },
  body_cut: {
    meaning:
      'Not checked: the body is incomplete. The sender disconnected, or the sandbox refused the request.',
    fix: 'If the sandbox refused the request, its reply says why. Otherwise check the timeouts of the sender and its proxies.',
  },
  body_not_kept: {
    meaning: 'Not checked: the body was over the limit, so the sandbox did not store it.',
    fix: 'Raise body_limit_bytes in the configuration.',
  },
} as const satisfies Record<string, Record<'meaning' | 'fix', string>>
export type CauseWord = keyof typeof causes
export const causeWords = Object.keys(causes) as readonly CauseWord[]
