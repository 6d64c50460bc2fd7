/** What the check must show of each receiver of the zoo in Python, Ruby, PHP and Go. */
import type { Naming } from './check-of.ts'

export interface Defect {
  /** The probes that must not pass. */
  exposed: string[]
  /** Undefined where the check cannot name it. */
  named: Naming | undefined
}

const valid = ['accepts-valid']
const refused = (named: Naming | undefined): Defect => ({ exposed: valid, named })
const exposes = (named: Naming, ...exposed: string[]): Defect => ({ exposed, named })
const rewritten = exposes({ fix: 'raw_body' }, 'accepts-raw-bytes', 'accepts-non-ascii')
const respaced = exposes({ fix: 'raw_body' }, 'accepts-raw-bytes')
const partial = exposes({ fix: 'partial_comparison' }, 'rejects-truncated-signature')
const caseless = exposes({ fix: 'partial_comparison' }, 'rejects-case-changed-signature')
const anyVersion = exposes({ fix: 'version_prefix' }, 'rejects-unknown-version')
const firstOnly = exposes({ fix: 'several_signatures' }, 'accepts-several-signatures')
const tooOld = exposes({ fix: 'timestamp_tolerance' }, 'rejects-stale')
const contentType = exposes({ fix: 'charset_parameter' }, 'accepts-charset-parameter')
const lengthOnly = exposes({ fix: 'chunked' }, 'accepts-chunked')
const limited = exposes({ fix: 'body_limit' }, 'accepts-large-body')
const notValidated = exposes({ fix: 'null_or_type' }, 'survives-null-field', 'survives-wrong-type')
const leaks = exposes({ fix: 'leaks' }, 'leaks-nothing')
const race = exposes({ fix: 'concurrent_duplicate' }, 'one-effect-on-concurrent-duplicate')
const unknownEvent = exposes({ fix: 'unknown_event' }, 'accepts-unknown-event')
const unknownField = exposes({ fix: 'unknown_field' }, 'accepts-unknown-field')
const breaksOnRefusal = exposes({ fix: 'refuse_with_4xx' }, 'refuses-with-4xx')
const dies = exposes('goes_down', 'stays-alive', 'survives-null-field')
const success = exposes('refuses_with_success', 'rejects-unsigned', 'rejects-wrong-secret')

export const python: Record<string, Defect> = {
  'http-dict-as-text': refused('object_signed'),
  'http-json-dumps': refused('reserialised'),
  'http-keys-sorted': refused('keys_sorted'),
  'http-not-ascii-ignored': exposes('charset', 'accepts-non-ascii'),
  'http-latin-1': exposes('charset', 'accepts-non-ascii'),
  'http-bytes-as-text': refused('object_signed'),
  'http-base64-for-urls': refused('base64url'),
  'http-hexdigest': refused('hex_for_base64'),
  'http-secret-encoded': refused('secret_as_text'),
  'http-in-signature': partial,
  'http-in-header': anyVersion,
  'http-naive-utc': refused('clock_off'),
  'http-old-timestamp': tooOld,
  'http-content-length-only': lengthOnly,
  'http-first-64-kb': limited,
  'http-read-to-the-end': refused('no_answer'),
  'http-verification-not-caught': breaksOnRefusal,
  'http-missing-header-not-caught': breaksOnRefusal,
  'http-exits-on-null': dies,
  'http-checked-then-inserted': race,
  'flask-json-dumps': rewritten,
  // A generic page of Flask, which it also answers where abort(400) refuses a signature.
  'flask-form': refused(undefined),
  'flask-read-after-the-form': refused('empty_body_signed'),
  'flask-content-type-compared': contentType,
  'flask-field-not-validated': notValidated,
  'flask-debug': leaks,
  'flask-get-json-silent': exposes({ fix: 'malformed_json' }, 'rejects-malformed-json'),
  'flask-trailing-slash': refused('moved'),
  'flask-login-required': refused('login'),
  'flask-unknown-event': unknownEvent,
  'flask-refused-with-200': success,
  'fastapi-parameter-as-dict': rewritten,
  'fastapi-closed-model': unknownField,
  'fastapi-header-with-underscore': refused('header_not_read'),
  'fastapi-awaits-between': race,
  'fastapi-accepts-put': exposes({ fix: 'method' }, 'rejects-other-methods'),
  'fastapi-json-error-not-caught': exposes({ fix: 'malformed_json' }, 'rejects-malformed-json'),
  'django-forgery-guard': refused('forgery_guard'),
  'django-append-slash': refused('moved'),
  'django-allowed-hosts': refused('unknown_host'),
  'django-debug': leaks,
  'django-post-as-json': refused('body_not_read'),
  'django-wsgi-chunked': lengthOnly,
}

export const ruby: Record<string, Defect> = {
  'webrick-to-json': respaced,
  'webrick-hash-as-text': refused('object_signed'),
  'webrick-pretty-generate': refused('pretty_printed'),
  'webrick-as-ascii': exposes('charset', 'accepts-non-ascii'),
  'webrick-squeezed': exposes({ fix: 'raw_body' }, 'accepts-raw-bytes'),
  'webrick-hexdigest': refused('hex_for_base64'),
  'webrick-secret-of-its-prefix': refused('secret_prefix_stripped'),
  'webrick-start-with': partial,
  'webrick-casecmp': caseless,
  'webrick-first-signature': firstOnly,
  'webrick-body-of-nil': exposes({ fix: 'empty_body' }, 'rejects-empty-body'),
  'webrick-duplicate-409': exposes({ fix: 'dedupe' }, 'accepts-duplicate'),
  'webrick-check-then-insert': race,
  'sinatra-params-to-json': refused('body_not_read'),
  'sinatra-body-read-before': refused('empty_body_signed'),
  'sinatra-field-of-nil': notValidated,
  'sinatra-development': leaks,
  'sinatra-halt-on-unknown': unknownEvent,
  'sinatra-rescued-verification': exposes('no_verification', 'rejects-unsigned', 'no-effect-when-refused'),
  'sinatra-content-type': contentType,
}

export const php: Record<string, Defect> = {
  'json-encode': rewritten,
  'json-encode-arrays': rewritten,
  'json-unescaped': respaced,
  'post-as-json': refused('body_not_read'),
  'post-as-query': refused('empty_body_signed'),
  // No delivery of the search for causes is signed over what print_r writes.
  'print-r': refused(undefined),
  'utf8-decode': exposes({ fix: 'non_ascii' }, 'accepts-non-ascii'),
  'html-escaped': refused('escapes'),
  trimmed: exposes('body_trimmed', 'accepts-raw-bytes'),
  hex: refused('hex_for_base64'),
  'hex-in-base64': refused('hex_in_base64'),
  'secret-with-its-prefix': refused('secret_as_text'),
  'secret-of-nothing': refused('secret_missing'),
  'first-characters': partial,
  strcasecmp: caseless,
  strpos: partial,
  'names-as-sent': exposes({ fix: 'header_name_case' }, 'accepts-header-case'),
  'refused-with-200': success,
  'warning-shown': leaks,
  'type-error': notValidated,
  'type-error-shown': leaks,
  'exit-on-unknown': unknownEvent,
  'duplicates-processed': exposes({ fix: 'dedupe' }, 'one-effect-on-duplicate', 'one-effect-on-retry'),
  'work-before-verification': exposes({ fix: 'effect_on_refused' }, 'no-effect-when-refused'),
}

export const go: Record<string, Defect> = {
  'map-marshalled': refused('keys_sorted'),
  'struct-marshalled': exposes('fields_dropped', 'accepts-unknown-field'),
  indented: refused('keys_sorted'),
  'bytes-printed': refused('object_signed'),
  'map-printed': refused('object_signed'),
  'base64-for-urls': refused('base64url'),
  'base64-unpadded': refused('base64_unpadded'),
  hex: refused('hex_for_base64'),
  'secret-as-text': refused('secret_as_text'),
  'secret-unset': refused('secret_missing'),
  'name-not-canonical': refused('header_not_read'),
  'missing-header-panics': breaksOnRefusal,
  'equal-fold': caseless,
  'has-prefix': partial,
  contains: anyVersion,
  'first-signature': firstOnly,
  'age-in-nanoseconds': tooOld,
  'max-bytes': limited,
  'read-of-content-length': lengthOnly,
  'content-type-compared': contentType,
  'unknown-fields-disallowed': unknownField,
  'assertion-panics': notValidated,
  'goroutine-panics': dies,
  'panic-on-refusal': breaksOnRefusal,
  'refused-with-500': breaksOnRefusal,
  'check-then-insert': race,
}
