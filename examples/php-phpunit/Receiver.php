<?php

declare(strict_types=1);

/** Receives one webhook in the process of the test. The operating system queues the connection until `next`. */
final class Receiver
{
    public readonly string $url;
    /** @var resource */
    private $socket;

    public function __construct()
    {
        $this->socket = stream_socket_server('tcp://127.0.0.1:0');
        $this->url = 'http://' . stream_socket_get_name($this->socket, false) . '/';
    }

    /**
     * Waits for the next request and responds to it.
     *
     * @return array{array<string, string>, string} The headers, with names in lower case, and the body.
     */
    public function next(): array
    {
        $connection = stream_socket_accept($this->socket, 30);
        fgets($connection);
        $headers = [];
        while (($line = trim((string) fgets($connection))) !== '') {
            [$name, $value] = explode(':', $line, 2);
            $headers[strtolower($name)] = trim($value);
        }
        $body = stream_get_contents($connection, (int) ($headers['content-length'] ?? 0));
        fwrite($connection, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        fclose($connection);
        return [$headers, $body];
    }
}
