<?php

declare(strict_types=1);

require_once __DIR__ . '/messaging.php';

/** Finds or starts the emulator. */
final class Emulator
{
    /** @var resource|null */
    private static $process = null;
    private static ?string $url = null;

    /** The URL of the emulator in MESSAGING_EMULATOR_URL, or of one that is started on a free port. */
    public static function url(): string
    {
        $given = getenv('MESSAGING_EMULATOR_URL');
        return self::$url ??= $given ? rtrim($given, '/') : self::start();
    }

    private static function start(): string
    {
        $command = [...self::command(), '--port', '0', '--json'];
        self::$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
        register_shutdown_function(static fn () => proc_terminate(self::$process));
        $line = fgets($pipes[1]);
        if ($line === false) {
            throw new RuntimeException('The emulator did not start: ' . implode(' ', $command));
        }
        return json_decode($line, true, 512, JSON_THROW_ON_ERROR)['url'];
    }

    /** MESSAGING_EMULATOR_COMMAND, or the command that npm installed here or in a folder above. */
    private static function command(): array
    {
        $given = getenv('MESSAGING_EMULATOR_COMMAND');
        if ($given) {
            return explode(' ', $given);
        }
        for ($folder = __DIR__; $folder !== dirname($folder); $folder = dirname($folder)) {
            $installed = "$folder/node_modules/.bin/messaging-emulator";
            if (is_file($installed)) {
                return [$installed];
            }
        }
        throw new RuntimeException(
            'Install the emulator (npm install @messaging-service/emulator) or set MESSAGING_EMULATOR_URL.',
        );
    }
}

/** A complete service of one test: own keys, own messages, own clock. */
final class Sandbox
{
    public readonly array $organization;
    public readonly array $account;
    private readonly string $control;

    public function __construct(public readonly string $url)
    {
        $created = callJson('POST', "$url/_emulator/sandboxes", ['clock' => 'virtual', 'now' => '2026-01-01T09:00:00Z']);
        $this->control = "$url/_emulator/sandboxes/{$created['id']}";
        $this->organization = $created['organization'];
        $this->account = $created['account'];
    }

    public function close(): void
    {
        callJson('DELETE', $this->control);
    }

    public function now(): DateTimeImmutable
    {
        return new DateTimeImmutable(callJson('GET', "$this->control/clock")['now']);
    }

    /** Moves time. Returns when everything that became due has happened, webhooks included. */
    public function advance(string $by): void
    {
        callJson('POST', "$this->control/clock/advance", ['by' => $by]);
    }

    /** Returns the latest message that matches, or the next one. With `pattern`, `match` has its groups. */
    public function waitForMessage(array $query): array
    {
        return callJson('GET', "$this->control/messages/wait?" . http_build_query($query));
    }

    /** Sends a text from a handset. Does not wait for the webhook. */
    public function reply(string $phone, string $to, string $message): void
    {
        callJson('POST', "$this->control/inbound", ['from' => $phone, 'to' => $to, 'message' => $message]);
    }

    /** Sets where replies go, by the public API. */
    public function setWebhook(string $url, string $secret): void
    {
        $key = http_build_query(['key' => $this->organization['apiKey']]);
        callJson('PATCH', "$this->url/account/{$this->account['identifier']}?$key", [
            'mo' => ['mo_webhook_url' => $url, 'mo_webhook_secret' => $secret],
        ]);
    }
}
