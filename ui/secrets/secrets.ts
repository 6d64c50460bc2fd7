import { computed } from '@preact/signals'
import { demoMode } from '../kit/preferences.ts'
import { health } from '../live/health.ts'
import { endpoints, subscriptions } from '../live/settings.ts'
import { maskedText } from './mask.ts'

/** Every secret that the page knows, wherever it may turn up. */
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

/** Whether others look on, so that no secret may be shown even when it is asked for. */
export const hidesSecrets = demoMode

/** Text as it may be shown just now. */
export const shownText = (text: string): string =>
  hidesSecrets.value ? maskedText(text, knownSecrets.value) : text
