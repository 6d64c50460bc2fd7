/**
 * What is reached without a proxy where Node takes one from the environment, as NODE_USE_ENV_PROXY tells it to: a sandbox of
 * this machine as well, whatever else is named. Node looks at it anew with each request.
 */
export const withoutProxy = ({ no_proxy, NO_PROXY }: Record<string, string | undefined>): string =>
  [no_proxy ?? NO_PROXY, 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(',')
