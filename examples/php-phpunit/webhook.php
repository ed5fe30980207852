<?php

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature of a webhook: SIG-2 and SIG-7 of the behavior reference.
 *
 * @param string $body The body as received (php://input), before any parser.
 * @param array<string, string> $headers The headers, with names in lower case.
 * @param float $now The current time, in seconds since the epoch.
 * @return string|null The bytes that the signature covers, or null when the request is not genuine.
 */
function verifyWebhook(string $body, array $headers, string $secret, float $now): ?string
{
    $timestamp = $headers['timestamp'] ?? '';
    $environment = $headers['environment'] ?? null;
    if ($environment === null || preg_match('/^[0-9]{1,15}$/D', $timestamp) !== 1) {
        return null;
    }
    $sentAt = (int) $timestamp;
    if ($sentAt >= 100_000_000_000) { // The unit is milliseconds.
        $sentAt /= 1000;
    }
    if (abs($now - $sentAt) > TOLERANCE_SECONDS) {
        return null;
    }
    // The service signs minified JSON. A service that minifies before sending signs the body as received.
    foreach ([$body, minifyJson($body)] as $candidate) {
        $text = base64_encode($candidate) . ".$environment.$timestamp";
        $expected = base64_encode(hash_hmac('sha256', $text, $secret, true));
        if (hash_equals($expected, $headers['signature'] ?? '')) {
            return $candidate;
        }
    }
    return null;
}

/** Removes white space outside strings. Parsing and serializing again would change numbers and escapes. */
function minifyJson(string $body): string
{
    $minified = '';
    $length = strlen($body);
    for ($at = 0; $at < $length;) {
        $at += strspn($body, " \t\r\n", $at);
        $plain = strcspn($body, " \t\r\n\"", $at);
        $minified .= substr($body, $at, $plain);
        $at += $plain;
        if ($at < $length && $body[$at] === '"') {
            $end = endOfString($body, $at + 1);
            $minified .= substr($body, $at, $end - $at);
            $at = $end;
        }
    }
    return $minified;
}

/** Returns the position after the quote that ends a string. */
function endOfString(string $body, int $at): int
{
    $length = strlen($body);
    while ($at < $length) {
        $at += strcspn($body, '"\\', $at);
        if ($at < $length && $body[$at] === '"') {
            return $at + 1;
        }
        $at += 2; // A backslash and what it escapes.
    }
    return $length;
}
