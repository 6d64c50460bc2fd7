import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StartError } from '../failures.ts'

const begin = '-----BEGIN CERTIFICATE-----'
const nameAnother = 'Name a PEM file of certificate authorities with --ca FILE or delivery.ca.'

/** The text of a PEM file of certificate authorities; throws a {@link StartError} when it is none. */
export function trustedAuthorities(file: string | null): string | undefined {
  if (file === null) return undefined
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(
      `Cannot read the certificate authorities ${file}: ${error instanceof Error ? error.message : error}.`,
      'Name another file with --ca FILE or delivery.ca.',
    )
  }
  const certificates = text.split(begin).slice(1)
  if (certificates.length === 0) throw new StartError(`${file} holds no certificate.`, nameAnother)
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(begin + certificate)
    } catch (error) {
      // OpenSSL takes those in front of it and drops the rest without a word.
      throw new StartError(
        `Certificate ${index + 1} of ${certificates.length} in ${file} cannot be read: ${error instanceof Error ? error.message : error}.`,
        nameAnother,
      )
    }
  }
  return text
}
