/**
 * The hosts that are reached without a proxy, always including this machine: its sandboxes. Node reads this list for each
 * request if NODE_USE_ENV_PROXY is set.
 */
export const withoutProxy = ({ no_proxy, NO_PROXY }: Record<string, string | undefined>): string =>
  [no_proxy ?? NO_PROXY, 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(',')
