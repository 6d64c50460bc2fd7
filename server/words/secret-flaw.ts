/** Says which part of a secret is wrong, and what to do about that part. */

/** The wrong part of a secret. */
export type SecretFlaw =
  | { code: 'white_space' | 'quotes' | 'name' | 'version'; part: string }
  | { code: 'shortened' | 'base64url' | 'public' }
  | { code: 'character'; character: string; at: number; alphabet: 'base64' | 'hex' }
  | { code: 'odd'; length: number }
  | { code: 'key'; form: string }

/** How the text of a secret of each form looks. */
const looks: Readonly<Record<string, string>> = {
  'whsec-base64': 'whsec_ and then the key in base64',
  hex: 'the key in hex, or whsec_ and then the key in base64',
  ed25519: 'whsk_ and then the private key in base64',
  'ed25519-hex': 'whsk_ and then the private key in base64, or 64 hex digits of a public key',
  'p-256': 'a public key of the curve P-256, as a JWK, PEM or the base64 of its DER',
}

/** @param scheme the scheme that the secret is for */
export function sayFlaw(flaw: SecretFlaw, scheme: string): { message: string; fix: string } {
  switch (flaw.code) {
    case 'white_space':
      return {
        message: 'has white space before or after the secret',
        fix: 'Drop the white space; echo and editors add a newline at the end.',
      }
    case 'quotes':
      return { message: `has the quote ${flaw.part} around the secret`, fix: 'Drop the quotes.' }
    case 'name':
      return {
        message: `begins with the name of a variable, ${flaw.part}`,
        fix: `Drop the leading ${flaw.part}`,
      }
    case 'version':
      return {
        message: `begins with "${flaw.part}", which is the version of the signature and no part of the secret`,
        fix: `Drop the leading ${flaw.part}`,
      }
    case 'shortened':
      return {
        message: 'is shortened: some of its characters are hidden',
        fix: 'Copy the whole secret.',
      }
    case 'base64url':
      return {
        message: `has - or _ where ${scheme} uses + and /`,
        fix: 'Write the key in base64: replace each - by + and each _ by /.',
      }
    case 'public':
      return {
        message: 'is a public key, and a subscription signs with a private key',
        fix: 'Give the private key, whsk_ and then base64, or leave the secret out.',
      }
    case 'character':
      return {
        message: `has the character ${JSON.stringify(flaw.character)} at position ${flaw.at}, which is not ${flaw.alphabet}`,
        fix: `A secret of ${scheme} is ${looks[flaw.alphabet === 'hex' ? 'hex' : 'whsec-base64']}.`,
      }
    case 'odd':
      return {
        message: `has ${flaw.length} hex digits, and a key has an even number`,
        fix: 'Copy the whole secret.',
      }
    case 'key':
      return {
        message: `is not a key of ${scheme}`,
        fix: `A secret of ${scheme} is ${looks[flaw.form] ?? 'a text'}.`,
      }
  }
}
