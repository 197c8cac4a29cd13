/**
 * A push encoded once for all receivers: the socket.io packet as text, and as a complete websocket frame. A server's
 * frames are not masked, so the bytes are equal for all (RFC 6455, section 5.2).
 */

export interface Frame {
  /** For transports that must queue or encode: the socket.io packet, without engine.io's own type digit. */
  text: string;
  bytes: Buffer;
}

const FINAL_TEXT = 0x81;
const ENGINE_MESSAGE = '4';
const SOCKET_EVENT = '2';

export function frameOf(event: string, payload: unknown): Frame {
  const text = `${SOCKET_EVENT}["${event}",${JSON.stringify(payload)}]`;
  return { text, bytes: websocketFrame(ENGINE_MESSAGE + text) };
}

export function websocketFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = FINAL_TEXT;
  if (headLength === 2) frame[1] = length;
  else if (headLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headLength);
  return frame;
}

/** Several frames for the same receivers, as one write. */
export interface Block {
  texts: string[];
  bytes: Buffer;
}

export function blockOf(frames: readonly Frame[]): Block {
  const [first] = frames;
  const bytes = frames.length === 1 && first ? first.bytes : Buffer.concat(frames.map((frame) => frame.bytes));
  return { texts: frames.map(({ text }) => text), bytes };
}
