<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/Emulator.php';
require_once __DIR__ . '/Receiver.php';
require_once __DIR__ . '/webhook.php';

final class MessagingTest extends TestCase
{
    private const PHONE = '447700900123';
    private const SECRET = 'a secret for tests';

    private Sandbox $sandbox;
    private LoginCodes $codes;

    protected function setUp(): void
    {
        $this->sandbox = new Sandbox(Emulator::url());
        $this->codes = $this->codesOf('DEMO');
    }

    protected function tearDown(): void
    {
        $this->sandbox->close();
    }

    private function codesOf(string $sender): LoginCodes
    {
        $key = $this->sandbox->account['apiKey'];
        return new LoginCodes($this->sandbox->url, $key, $sender, fn () => $this->sandbox->now());
    }

    private function codeOnPhone(): string
    {
        $pattern = '^(\d{6}) is your code';
        return $this->sandbox->waitForMessage(['to' => self::PHONE, 'pattern' => $pattern])['match'][1];
    }

    public function testACodeIsReadFromThePhoneAndWorksOnce(): void
    {
        $this->codes->send(self::PHONE);
        $code = $this->codeOnPhone();
        $this->assertTrue($this->codes->redeem(self::PHONE, $code));
        $this->assertFalse($this->codes->redeem(self::PHONE, $code));
    }

    public static function waits(): array
    {
        return ['a second before' => ['299s', true], 'on time' => ['5m', false]];
    }

    /** @dataProvider waits */
    public function testACodeExpiresAfterFiveMinutes(string $wait, bool $accepted): void
    {
        $this->codes->send(self::PHONE);
        $code = $this->codeOnPhone();
        $this->sandbox->advance($wait);
        $this->assertSame($accepted, $this->codes->redeem(self::PHONE, $code));
    }

    public function testASignedReplyIsGenuine(): void
    {
        $receiver = new Receiver();
        $this->sandbox->setWebhook($receiver->url, self::SECRET);
        $this->sandbox->reply(self::PHONE, 'DEMO', 'YES');
        [$headers, $body] = $receiver->next();
        $now = (float) $this->sandbox->now()->format('U.u');
        $signed = verifyWebhook($body, $headers, self::SECRET, $now);
        $this->assertNotNull($signed);
        $this->assertSame('YES', json_decode($signed, true)['message']);
        $this->assertNull(verifyWebhook($body, $headers, 'another secret', $now));
        $this->assertNull(verifyWebhook($body, $headers, self::SECRET, $now + 301));
    }

    public function testARefusalOfTheServiceIsAnException(): void
    {
        $this->expectException(MessagingException::class);
        $this->expectExceptionCode(403);
        $this->codesOf('BANK')->send(self::PHONE);
    }

    /** The verifier accepts and refuses exactly what the packages' own verifier does. */
    public function testEveryCaseOfTheCorpusHasTheVerdictOfThePackages(): void
    {
        $file = getenv('MESSAGING_WEBHOOK_CASES') ?: __DIR__ . '/webhook-cases.json';
        $corpus = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
        $verdicts = [0, 0];
        foreach ($corpus['cases'] as $case) {
            $body = base64_decode($case['body'], true);
            $accepted = verifyWebhook($body, $case['headers'], $corpus['secret'], $corpus['now']) !== null;
            $this->assertSame($case['accepted'], $accepted, $case['title']);
            $verdicts[(int) $accepted]++;
        }
        $this->assertGreaterThan(10, min($verdicts));
    }
}
