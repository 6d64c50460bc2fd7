<?php
// Receivers on PHP's own server. Each has one defect, named by its key. ZOO_NAME chooses the receiver.
declare(strict_types=1);

require __DIR__ . '/world.php';

if ($_SERVER['REQUEST_URI'] === '/effects') {
    exit((string) count(effects()));
}
if ($_SERVER['REQUEST_URI'] !== '/webhooks') {
    return false;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    http_response_code(405);
    exit;
}

$any = fn () => true;
$length_of_event = function (string $id, mixed $event): void {
    strlen($event['event']);
    work_once($id);
};
$receivers = [
    'json-encode' => fn () => receive(['body_of' => fn ($body) => json_encode(json_decode($body))]),
    'json-encode-arrays' => fn () => receive(['body_of' => fn ($body) => json_encode(json_decode($body, true), JSON_UNESCAPED_SLASHES)]),
    'json-unescaped' => fn () => receive(
        ['body_of' => fn ($body) => json_encode(json_decode($body), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE)],
    ),
    'post-as-json' => fn () => receive(['body_of' => fn () => json_encode($_POST)]),
    'post-as-query' => fn () => receive(['body_of' => fn () => http_build_query($_POST)]),
    'print-r' => fn () => receive(['body_of' => fn ($body) => print_r(json_decode($body, true), true)]),
    'utf8-decode' => fn () => receive(['body_of' => fn ($body) => @utf8_decode($body)]),
    'html-escaped' => fn () => receive(['body_of' => fn ($body) => htmlspecialchars($body)]),
    'trimmed' => fn () => receive(['body_of' => fn ($body) => trim($body)]),
    'hex' => fn () => receive(['encode' => fn ($mac) => bin2hex($mac)]),
    'hex-in-base64' => fn () => receive(['encode' => fn ($mac) => base64_encode(bin2hex($mac))]),
    'secret-with-its-prefix' => fn () => receive(['key' => fn () => getenv('WEBHOOK_SECRET')]),
    'secret-of-nothing' => fn () => receive(['key' => fn () => (string) getenv('WEBHOOK_SIGNING_SECRET')]),
    'first-characters' => fn () => receive(['same' => fn ($given, $expected) => strncmp($given, $expected, 8) === 0]),
    'strcasecmp' => fn () => receive(['same' => fn ($given, $expected) => strcasecmp($given, $expected) === 0]),
    'strpos' => fn () => receive(['same' => fn ($given, $expected) => strpos($expected, $given) !== false]),
    'names-as-sent' => fn () => receive(['header' => fn ($name) => getallheaders()[$name] ?? '']),
    'refused-with-200' => fn () => receive(refused: 200),
    'warning-shown' => fn () => receive(valid: $any, work: function (string $id, mixed $event): void {
        ini_set('display_errors', '1');
        $unused = $event['card']['number'];
        work_once($id);
    }),
    'type-error' => fn () => receive(valid: $any, work: $length_of_event),
    'type-error-shown' => function () use ($any, $length_of_event) {
        ini_set('display_errors', '1');
        receive(valid: $any, work: $length_of_event);
    },
    'exit-on-unknown' => fn () => receive(work: function (string $id, array $event): void {
        if (str_starts_with($event['event'], 'loyalty.')) {
            http_response_code(400);
            exit('unknown event');
        }
        work_once($id);
    }),
    'duplicates-processed' => fn () => receive(work: fn (string $id) => count_effect($id)),
    'work-before-verification' => function () {
        work_once(header_of('webhook-id'));
        receive(work: fn () => null);
    },
    'right' => fn () => receive(),
];

ini_set('display_errors', '0');
$receivers[getenv('ZOO_NAME')]();
