<?php
// What all PHP receivers of the zoo share: the effects, a right verification and a right way to handle an event.
declare(strict_types=1);

final class Refused extends RuntimeException {}

/** The ids of the events whose work was done. PHP keeps nothing between requests, so they are lines of a file. */
function effects(): array
{
    $text = (string) @file_get_contents(getenv('ZOO_EFFECTS'));
    return array_filter(explode("\n", $text));
}

function count_effect(string $id): void
{
    file_put_contents(getenv('ZOO_EFFECTS'), "$id\n", FILE_APPEND | LOCK_EX);
}

function header_of(string $name): string
{
    return trim($_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? '');
}

/** The steps of a verification of Standard Webhooks. A defect replaces one of them. */
function steps(): array
{
    return [
        'key' => fn () => base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET'))),
        'encode' => fn (string $mac) => base64_encode($mac),
        'body_of' => fn (string $body) => $body,
        'header' => header_of(...),
        'signatures_in' => fn (string $header) => array_map(
            fn (string $one) => substr($one, 3),
            array_filter(explode(' ', $header), fn (string $one) => str_starts_with($one, 'v1,')),
        ),
        'same' => fn (string $given, string $expected) => hash_equals($expected, $given),
    ];
}

/** Returns the id of the event. Throws Refused if the request is not genuine. */
function verify(string $body, array $defect = []): string
{
    $way = [...steps(), ...$defect];
    [$id, $timestamp, $signature] = array_map(fn ($part) => $way['header']("webhook-$part"), ['id', 'timestamp', 'signature']);
    if ($id === '' || $timestamp === '' || $signature === '') {
        throw new Refused('a header is missing');
    }
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        throw new Refused('the timestamp is too old');
    }
    $expected = $way['encode'](hash_hmac('sha256', "$id.$timestamp." . $way['body_of']($body), $way['key'](), true));
    foreach ($way['signatures_in']($signature) as $given) {
        if ($way['same']($given, $expected)) {
            return $id;
        }
    }
    throw new Refused('the signature does not match');
}

function work_once(string $id): void
{
    if (!in_array($id, effects(), true)) {
        count_effect($id);
    }
}

function is_event(mixed $event): bool
{
    return is_array($event) && is_string($event['event'] ?? null);
}

/** What a receiver does with a request: verify, parse, work, answer. */
function receive(array $defect = [], ?string $body = null, ?callable $work = null, ?callable $valid = null, int $refused = 401): void
{
    $body ??= file_get_contents('php://input');
    header('Content-Type: text/plain; charset=utf-8');
    try {
        $id = verify($body, $defect);
    } catch (Refused $error) {
        http_response_code($refused);
        exit($error->getMessage());
    }
    $event = json_decode($body, true);
    if ($event === null && trim($body) !== 'null') {
        http_response_code(400);
        exit('The body is not JSON.');
    }
    if (!($valid ?? is_event(...))($event)) {
        http_response_code(422);
        exit('The body is not an event.');
    }
    ($work ?? work_once(...))($id, $event);
    echo 'ok';
}
