/** Knows all secrets on the page, and whether they may be shown. */

import { computed } from '@preact/signals'
import { demoMode } from '../kit/preferences.ts'
import { health } from '../live/health.ts'
import { endpoints, subscriptions } from '../live/settings.ts'
import { maskedText } from './mask.ts'

/** All secrets that the page knows. */
export const knownSecrets = computed<readonly string[]>(() => [
  ...new Set([
    ...(subscriptions.value ?? []).flatMap((one) => [
      one.secret,
      ...one.old_secrets.map(({ secret }) => secret),
    ]),
    ...(endpoints.value ?? []).flatMap(({ secret, old_secrets }) => [
      ...(secret === null ? [] : [secret]),
      ...old_secrets.map((old) => old.secret),
    ]),
    ...(health.value ? [health.value.platform.authorization] : []),
  ]),
])

/** In demo mode no secret may be shown. */
export const hidesSecrets = demoMode

/** Text with its secrets masked in demo mode. */
export const shownText = (text: string): string =>
  hidesSecrets.value ? maskedText(text, knownSecrets.value) : text
