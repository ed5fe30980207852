/** A webhook that openssl signed with HMAC-SHA256. See SIG-2. */
export const sample = {
  secret: 'correct horse battery staple',
  /** 2026-01-01T09:30:00Z, in milliseconds. */
  sentAt: 1_767_259_800_000,
  body: '{"account_uuid":"0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f","batch_uuid":null,"message_uuid":null,"mo_uuid":"0190f3c4-0000-7c8d-9e0f-1a2b3c4d5e6f","channel":"sms","message":"Ναι 👍","at":"2026-01-01T09:30:00.000Z","from":447700900123,"to":"447700900990"}',
  headers: {
    signature: 'NXI4H7ssqT0Z4TIe43pRrKy4+6bIYv9A2xofaOygyiw=',
    timestamp: '1767259800',
    environment: 'production',
  },
} as const;
