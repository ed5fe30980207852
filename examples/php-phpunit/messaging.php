<?php

declare(strict_types=1);

/** A refused request. The code is the HTTP status. */
final class MessagingException extends RuntimeException
{
}

/**
 * Makes one JSON call.
 *
 * @return array<string, mixed> The parsed response.
 */
function callJson(string $method, string $url, ?array $body = null): array
{
    $options = ['method' => $method, 'ignore_errors' => true, 'timeout' => 70];
    if ($body !== null) {
        $options['header'] = 'content-type: application/json';
        $options['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $text = file_get_contents($url, false, stream_context_create(['http' => $options]));
    if ($text === false) {
        throw new MessagingException("$method " . strtok($url, '?') . ' got no response');
    }
    $status = (int) explode(' ', $http_response_header[0])[1];
    if ($status >= 300) {
        throw new MessagingException("$status $text", $status);
    }
    return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
}

/** One-time codes that are valid for five minutes and for one login. */
final class LoginCodes
{
    private array $issued = [];

    /** @param Closure(): DateTimeImmutable $now The clock, so that tests decide the time. */
    public function __construct(
        private string $url,
        private string $key,
        private string $sender,
        private Closure $now,
    ) {
    }

    /** Sends a new code to a phone. */
    public function send(string $phone): void
    {
        $code = sprintf('%06d', random_int(0, 999_999));
        callJson('POST', "$this->url/message?" . http_build_query(['key' => $this->key]), ['messages' => [[
            'to' => $phone,
            'from' => ['type' => 'custom', 'value' => $this->sender],
            'body' => "$code is your code.",
        ]]]);
        $this->issued[$phone] = [$code, ($this->now)()->modify('+5 minutes')];
    }

    /** Returns whether this is the valid code of this phone. */
    public function redeem(string $phone, string $guess): bool
    {
        [$code, $expiresAt] = $this->issued[$phone] ?? ['', null];
        if ($expiresAt === null || ($this->now)() >= $expiresAt || !hash_equals($code, $guess)) {
            return false;
        }
        unset($this->issued[$phone]);
        return true;
    }
}
