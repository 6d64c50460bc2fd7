/** Reads the file of certificate authorities that deliveries trust. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StartError } from '../failures.ts'

const begin = '-----BEGIN CERTIFICATE-----'
const nameAnother = 'Name a PEM file of certificate authorities with --ca FILE or delivery.ca.'

/** The text of a PEM file of certificate authorities. Throws a {@link StartError} if the file is invalid. */
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
  if (certificates.length === 0) throw new StartError(`${file} contains no certificate.`, nameAnother)
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(begin + certificate)
    } catch (error) {
      // OpenSSL would use the certificates before the invalid one and silently drop the rest.
      throw new StartError(
        `Certificate ${index + 1} of ${certificates.length} in ${file} cannot be read: ${error instanceof Error ? error.message : error}.`,
        nameAnother,
      )
    }
  }
  return text
}
