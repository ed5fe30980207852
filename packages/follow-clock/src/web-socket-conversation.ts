import { type Answers, kindOf, LearningConversation } from './answers.ts';
import type { ConversationParts } from './conversation.ts';
import { Messages, type Piece } from './framing.ts';

const HEADER_END = '\r\n\r\n';

/** Types of frames. */
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/**
 * A WebSocket, of a client or of a server. A ping and a close frame have an answer. Texts and bytes have one if others of their
 * kind had one.
 */
export class WebSocketConversation extends LearningConversation {
  readonly #written = new Messages(frameAt);
  readonly #received = new Messages(frameAt);
  #pings = 0;
  #hasWritten = false;
  /** Whether the response to the request for a WebSocket must still arrive. */
  #isOpening: boolean;

  constructor(parts: ConversationParts, answers: Answers, first: Buffer) {
    super(parts, answers);
    this.#isOpening = isRequest(first);
  }

  /** Whether bytes that one end writes first begin a WebSocket. */
  static begins(chunk: unknown): boolean {
    return isRequest(chunk) || isAcceptance(chunk);
  }

  override write(chunk: Buffer): Buffer {
    if (!this.#hasWritten) {
      this.#hasWritten = true;
      if (this.#isOpening) this.parts.expectSurely(true);
      return chunk;
    }
    for (const frame of this.#written.split(chunk)) {
      const type = typeOf(frame);
      if (type === PING || type === CLOSE) this.#pings++;
      else if (type !== PONG) this.asks(kindOf(payloadOf(frame)));
    }
    this.parts.expectSurely(this.#isOpening || this.#pings > 0);
    return chunk;
  }

  override read(chunk: Buffer): Buffer {
    const frames = this.#isOpening ? chunk.subarray(this.#endOfHeader(chunk)) : chunk;
    for (const frame of this.#received.split(frames)) {
      const type = typeOf(frame);
      if (type === PONG || type === CLOSE) this.#pings = 0;
      else if (type !== PING) this.hears();
    }
    this.parts.expectSurely(this.#isOpening || this.#pings > 0);
    return chunk;
  }

  override late(): void {
    this.#pings = 0;
    this.#isOpening = false;
    this.parts.expectSurely(false);
    super.late();
  }

  #endOfHeader(chunk: Buffer): number {
    const end = chunk.indexOf(HEADER_END);
    if (end === -1) return chunk.length;
    this.#isOpening = false;
    return end + HEADER_END.length;
  }
}

function isRequest(chunk: unknown): boolean {
  return beginsWith(chunk, 'GET ') && /^upgrade: *websocket\r$/im.test(textOf(chunk));
}

function isAcceptance(chunk: unknown): boolean {
  return beginsWith(chunk, 'HTTP/1.1 101');
}

function beginsWith(chunk: unknown, text: string): boolean {
  return textOf(chunk, text.length) === text;
}

function textOf(chunk: unknown, end?: number): string {
  if (typeof chunk === 'string') return chunk.slice(0, end);
  return Buffer.isBuffer(chunk) ? chunk.toString('latin1', 0, end) : '';
}

function typeOf(frame: Buffer): number {
  return frame.readUInt8(0) & 0x0f;
}

/** The beginning of the content of a frame, without its mask. */
function payloadOf(frame: Buffer): Buffer {
  const { header, isMasked } = layoutOf(frame, 0);
  const content = Buffer.from(frame.subarray(header, header + 32));
  if (isMasked)
    for (const [index, byte] of content.entries())
      content[index] = byte ^ (frame[header - 4 + (index % 4)] ?? 0);
  return content;
}

/** A frame is one piece. */
function frameAt(bytes: Buffer, at: number): Piece {
  const { header, size } = layoutOf(bytes, at);
  return { end: at + header + size, more: 0 };
}

/** The size of the header and of the content of a frame, as far as they are known. */
function layoutOf(bytes: Buffer, at: number): { header: number; size: number; isMasked: boolean } {
  const second = bytes[at + 1];
  if (second === undefined) return { header: 2, size: 0, isMasked: false };
  const isMasked = second >= 0x80;
  const short = second & 0x7f;
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  const header = 2 + lengthBytes + (isMasked ? 4 : 0);
  if (bytes.length < at + header) return { header, size: 0, isMasked };
  if (lengthBytes === 8) return { header, size: Number(bytes.readBigUInt64BE(at + 2)), isMasked };
  return { header, size: lengthBytes === 2 ? bytes.readUInt16BE(at + 2) : short, isMasked };
}
