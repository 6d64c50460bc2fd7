import { jwt } from './jwt.ts'
import { message } from './message.ts'
import type { MethodRules } from './presented.ts'
import type { Method } from './recipe.ts'
import { templated } from './templated.ts'

/** Every way to make a signature. */
export const methods: Readonly<Record<Method, MethodRules>> = {
  hmac: templated,
  ed25519: templated,
  password: templated,
  none: templated,
  jwt,
  message,
}
