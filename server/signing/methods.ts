/** Maps each signing method to its implementation. */
import { jwt } from './jwt.ts'
import { message } from './message.ts'
import type { MethodRules } from './presented.ts'
import type { Method } from './recipe.ts'
import { templated } from './templated.ts'

export const methods: Readonly<Record<Method, MethodRules>> = {
  hmac: templated,
  hash: templated,
  ed25519: templated,
  ecdsa: templated,
  password: templated,
  none: templated,
  jwt,
  message,
}
