<?php
// `php test/zoo/php/serve.php NAME` starts a receiver of the zoo and prints its port. It reads WEBHOOK_SECRET, and PORT to start
// again at the same port. `/effects` answers the number of its effects.
declare(strict_types=1);

$port = getenv('PORT');
if ($port === false) {
    $free = stream_socket_server('tcp://127.0.0.1:0');
    $port = substr(strrchr(stream_socket_get_name($free, false), ':'), 1);
    fclose($free);
}
// The server takes the place of this process, so that it has its id; a second process says when it listens.
if (pcntl_fork() === 0) {
    while (!($reached = @fsockopen('127.0.0.1', (int) $port))) {
        usleep(20_000);
    }
    fclose($reached);
    echo "$port\n";
    exit;
}
pcntl_exec(
    PHP_BINARY,
    ['-d', 'log_errors=0', '-d', 'html_errors=0', '-S', "127.0.0.1:$port", __DIR__ . '/router.php'],
    [...getenv(), 'ZOO_NAME' => $argv[1], 'ZOO_EFFECTS' => getenv('ZOO_EFFECTS') ?: tempnam(sys_get_temp_dir(), 'zoo')],
);
