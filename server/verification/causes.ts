/** Every word that a verdict may name as a cause, with what it means and what is done about it: the one table of them. */
export const causes = {
  other_secret: {
    meaning: 'Signed with a secret that is known here, but belongs to somebody else.',
    fix: 'Use the secret that belongs to this endpoint or subscription on both sides.',
  },
  old_secret: {
    meaning: 'Signed with a secret that was replaced by another one, and counts no more.',
    fix: 'Sign with the new secret, or rotate with an overlap that is long enough.',
  },
  secret_as_text: {
    meaning: 'The secret was used as it is written where the scheme decodes it first.',
    fix: 'Strip whsec_ and base64-decode the rest: Buffer.from(secret.slice(6), "base64").',
  },
  secret_decoded: {
    meaning: 'The secret was base64-decoded where the scheme takes it as text.',
    fix: 'Use the whole text as the key, prefix included.',
  },
  secret_prefix_kept: {
    meaning: 'The secret was base64-decoded together with its prefix whsec_.',
    fix: 'Strip whsec_ before decoding: secret.slice(6).',
  },
  secret_prefix_stripped: {
    meaning: 'The secret was used as text without its prefix.',
    fix: 'Leave the prefix on: in this scheme it is a part of the key.',
  },
  secret_whitespace: {
    meaning:
      'The secret was used with white space around it, such as the newline at the end of a file; or without its own.',
    fix: 'Trim it where it is read: readFileSync(path, "utf8").trim(), printf for echo.',
  },
  secret_quoted: {
    meaning: 'The secret was used with quotation marks around it, as a .env file may hold them.',
    fix: 'Take the quotes off in the .env file, or read it by a parser that does.',
  },
  secret_hex: {
    meaning: 'The secret was hex-decoded, or written as hex and used as text.',
    fix: 'Make the key as the scheme says: its own form, not hex.',
  },
  secret_base64: {
    meaning: 'The secret was base64-encoded once more before its use.',
    fix: 'Decode it once: a secret of Kubernetes holds base64 of what it means.',
  },
  secret_hashed: {
    meaning: 'The secret was hashed, and its digest used as the key.',
    fix: 'Use the secret itself as the key; an HMAC hashes by itself one that is too long.',
  },
  secret_charset: {
    meaning: 'The decoded secret went through a text and lost or changed bytes there.',
    fix: 'Keep the decoded secret as bytes: no .toString(), no atob().',
  },
  secret_url_encoding: {
    meaning: 'The secret was percent-encoded, or decoded as a part of a URL or a form, on one side alone.',
    fix: 'Encode it where it is put into a URL or a form, as curl --data-urlencode does, and nowhere else.',
  },
  secret_case: {
    meaning: 'The secret was used in upper or lower case.',
    fix: 'Use the secret letter by letter as it is given out.',
  },
  secret_miscopied: {
    meaning: 'A part of the secret was left out where it was copied, or something stands behind it.',
    fix: 'Copy the secret whole, and compare its length on both sides; in a .env file let a parser read what stands behind the first =.',
  },
  secret_missing: {
    meaning: 'Signed with an empty key, or with the word that stands for a missing variable.',
    fix: 'Set the variable that holds the secret, and refuse to start without it.',
  },
  secret_sent: {
    meaning: 'The secret itself stands in a header, where the signature that it makes belongs.',
    fix: 'Sign with it and send the signature. Of a vendor that sends the secret alone, as GitLab and Telegram do, compare it in the receiver: there is nothing to be verified.',
  },
  other_user: {
    meaning: 'The user of the Basic header is another one than the one that is expected.',
    fix: 'Send the user that is expected, or set that of the sender: scheme_options {"user"}.',
  },
  hex_for_base64: {
    meaning: 'The signature is right, but written as hex; the scheme writes base64.',
    fix: 'Write it as base64: .digest("base64").',
  },
  base64_for_hex: {
    meaning: 'The signature is right, but written as base64; the scheme writes hex.',
    fix: 'Write it as hex: .digest("hex").',
  },
  base64url: {
    meaning: 'The signature is right, but written in the other alphabet of base64 (- and _ for + and /).',
    fix: 'Write it in the alphabet that the scheme says: .digest("base64") has + and /.',
  },
  padding_missing: {
    meaning: 'The signature is right, but the = at the end of its base64 is missing.',
    fix: 'Leave the padding on: .digest("base64") writes it.',
  },
  hex_notation: {
    meaning:
      'The signature is right, but its hex is written with more than its digits, such as AB-CD, ab:cd or 0xabcd.',
    fix: 'Write the digits alone, in lower case: Convert.ToHexString(digest).ToLowerInvariant() for BitConverter.ToString(digest) in .NET.',
  },
  double_encoded: {
    meaning: 'The signature was encoded twice: the base64 of its hex, the other way, or one of them twice.',
    fix: 'Encode the bytes of the digest once: .digest("base64") or .digest("hex"), and nothing behind it.',
  },
  letter_case: {
    meaning: 'The signature is right but for upper and lower case.',
    fix: 'Send it in the case in which it is made; hex is written in lower case.',
  },
  truncated: {
    meaning: 'What came is the beginning of the right signature; the rest is missing.',
    fix: 'Look at the limits of what stores or passes on the header.',
  },
  version_prefix_missing: {
    meaning: 'The signature is right, but the version before it is missing.',
    fix: 'Write the version as the scheme does, such as v1, or sha256= before the signature.',
  },
  version_prefix_wrong: {
    meaning: 'The signature is right, but stands under another version of the scheme.',
    fix: 'Write the version as the scheme does.',
  },
  body_only_signed: {
    meaning: 'The body alone was signed.',
    fix: 'Sign what the scheme says, id and timestamp before the body.',
  },
  id_not_signed: {
    meaning: 'The id was left out of what was signed.',
    fix: 'Sign the id too, as the header carries it.',
  },
  timestamp_not_signed: {
    meaning: 'The timestamp was left out of what was signed.',
    fix: 'Sign the timestamp too, as the header carries it.',
  },
  other_separator: {
    meaning: 'Id, timestamp and body were joined by something else than the scheme joins them by.',
    fix: 'Join them as the scheme does.',
  },
  other_order: {
    meaning: 'Id, timestamp and body were signed in another order.',
    fix: 'Sign them in the order of the scheme.',
  },
  other_id: {
    meaning: 'Another id was signed than the one that the header carries.',
    fix: 'Sign the very id that the header carries.',
  },
  other_timestamp: {
    meaning: 'Another time was signed than the one that the header carries.',
    fix: 'Read the clock once and use the same text for the header and for what is signed.',
  },
  milliseconds: {
    meaning:
      'The time is in milliseconds in one place and in seconds in the other, or in milliseconds in both.',
    fix: 'Make the timestamp once, in seconds: String(Math.floor(Date.now() / 1000)).',
  },
  timestamp_format: {
    meaning:
      'The signed time is written another way than in the header: ISO 8601 for Unix seconds, or the other way.',
    fix: 'Use the same text for the header and for what is signed.',
  },
  other_digest: {
    meaning: 'The signature is right for another hash function.',
    fix: 'Use the hash function of the scheme.',
  },
  plain_hash: {
    meaning:
      'A plain hash was made, of the secret and the content or of the content alone, where the scheme wants an HMAC.',
    fix: 'Use createHmac("sha256", key), not createHash("sha256").',
  },
  digest_signed: {
    meaning: 'What should be signed was hashed or signed first, and its digest signed in its place.',
    fix: 'Hand the content itself to createHmac, once: no createHash before it, no second createHmac behind it.',
  },
  key_message_swapped: {
    meaning: 'What was to be signed served as the key, and the secret as the message.',
    fix: 'Swap the two arguments: the key comes first in createHmac and in hmac.new.',
  },
  other_scheme: {
    meaning: "The request has the headers of one scheme, and its signature is made as another's.",
    fix: 'Set the scheme of this endpoint to the one that signs, or sign as the headers say.',
  },
  reserialised: {
    meaning: 'The JSON was parsed and written anew between signing and sending, or before verifying.',
    fix: 'Serialise once: sign the very bytes that are sent, verify the very bytes that came.',
  },
  pretty_printed: {
    meaning: 'The JSON was printed over several lines on one side alone.',
    fix: 'Serialise once: sign the very bytes that are sent.',
  },
  keys_sorted: {
    meaning: 'The JSON was signed with its keys sorted.',
    fix: 'Sign the very bytes that are sent: canonical JSON is no part of the scheme.',
  },
  escapes: {
    meaning: 'The same text, with letters, slashes or marks escaped for JSON or HTML on one side alone.',
    fix: 'Serialise once; if it must be done twice, with the same settings for escapes.',
  },
  trailing_newline: {
    meaning: 'A newline at the end of the body was added or cut on one side alone.',
    fix: 'Sign the file or text as it is sent: printf for echo, --data-binary for curl --data.',
  },
  body_trimmed: {
    meaning: 'White space around the body was cut on one side alone.',
    fix: 'Do not trim the body before signing or verifying.',
  },
  line_endings: {
    meaning: 'Lines end with CRLF on one side and with LF on the other.',
    fix: 'Read and send the body as bytes, with nothing between that converts texts.',
  },
  byte_order_mark: {
    meaning: 'A byte order mark stands before the body on one side alone.',
    fix: 'Write the body as UTF-8 without a byte order mark.',
  },
  charset: {
    meaning: 'The body was signed in another character encoding or normal form than it was sent in.',
    fix: 'Encode the body once, as UTF-8, and sign those bytes.',
  },
  content_encoding: {
    meaning: 'The body was signed before its compression and verified after it, or the other way.',
    fix: 'Sign and verify the bytes of the same side of the compression: those that are sent.',
  },
  url_encoding: {
    meaning:
      'The body was percent-encoded, put into a field of a form, or a form encoded anew, on one side alone.',
    fix: 'Sign and verify the body before anything decodes it.',
  },
  body_base64: {
    meaning: 'The body was base64-encoded on one side alone.',
    fix: 'Sign the bytes that are sent; a gateway that hands over base64 says so: decode by its flag.',
  },
  empty_body_signed: {
    meaning: 'An empty body was signed.',
    fix: 'Read the body before it is signed; a stream can be read only once.',
  },
  double_json: {
    meaning: 'The JSON was written into a JSON string on one side alone.',
    fix: 'Call JSON.stringify once.',
  },
  body_wrapped: {
    meaning: 'The body stands in an envelope, such as {"body": "…"} or {"data": …}, on one side alone.',
    fix: 'Sign the bytes that are sent; of an event that a gateway or a queue hands over, take the body out of it, and nothing else.',
  },
  part_signed: {
    meaning:
      'The signature is right for a part of what is to be signed, such as what stands under data in the JSON, and not for all of it.',
    fix: 'Sign the whole body, as it is sent, behind the last change of it.',
  },
  object_signed: {
    meaning: 'What was signed is how a language prints a value that is no text, such as [object Object].',
    fix: 'Sign the raw body: express.raw(), await request.text(), request.body in Django, request.get_data() in Flask.',
  },
  body_shortened: {
    meaning: 'One side has the beginning of the body alone, or lacks its end.',
    fix: 'Count Content-Length in bytes: Buffer.byteLength(text), not text.length; raise the limit of what reads or stores the body.',
  },
  body_changed: {
    meaning: 'The body was changed between the sandbox, which knows what it sent, and this endpoint.',
    fix: 'Find what stands between sender and receiver and rewrites bodies; pass the bytes on untouched.',
  },
  body_digest: {
    meaning: 'The signature fits, but the digest that it covers is that of another body.',
    fix: 'Send the very bytes that the digest was made of.',
  },
  method_or_url: {
    meaning:
      'Another method or URL was signed than the one that was requested here, or one of them where the scheme signs none.',
    fix: 'Verify with the URL that the sender knows; behind a proxy, put it together of what the proxy was asked.',
  },
  header_changed: {
    meaning: 'A header that is signed, or that holds the signature, was changed on its way.',
    fix: 'Have what stands between pass headers on as they come.',
  },
  header_repeated: {
    meaning: 'A header was sent twice, or holds several values joined by a comma, and they were read as one.',
    fix: 'Send it once, with one value; look for middleware that signs again what is signed.',
  },
  missing_header: {
    meaning: 'A header that the scheme needs is missing.',
    fix: 'Send it; look whether a proxy takes it away.',
  },
  malformed_header: {
    meaning: 'A header of the scheme does not hold what it must.',
    fix: 'Write it as the scheme says.',
  },
  stale: {
    meaning: 'The signature fits, but is older than the scheme lets pass.',
    fix: 'Sign when sending, not when queueing; check the clocks of both machines.',
  },
  future: {
    meaning: 'The signature fits, but its time lies further ahead than the scheme lets pass.',
    fix: 'Check the clocks of both machines.',
  },
  body_cut: {
    meaning: 'Not checked: the body ended before it was complete. Its sender went away, or it was refused.',
    fix: 'See in its reply why it was refused; where it was not, look at the time-outs of the sender and of what stands between.',
  },
  body_not_kept: {
    meaning: 'Not checked: the body was over the limit and is not kept.',
    fix: 'Raise body_limit_bytes in the config.',
  },
} as const satisfies Record<string, Record<'meaning' | 'fix', string>>
export type CauseWord = keyof typeof causes
export const causeWords = Object.keys(causes) as readonly CauseWord[]
