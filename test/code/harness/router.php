<?php
// Serves all receivers on one port: the number in the path says which one is meant.
[, $number, $rest] = explode('/', $_SERVER['REQUEST_URI'], 3);
$receiver = json_decode(getenv('RECEIVERS'), true)[(int) $number];
foreach ($receiver['env'] as $name => $value) {
    putenv("$name=$value");
}
require $receiver['file'];
