import { readFileSync } from 'node:fs'
import { StartError } from '../start-error.ts'

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
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new StartError(
      `${file} holds no certificate.`,
      'Name a PEM file of certificate authorities with --ca FILE or delivery.ca.',
    )
  return text
}
