/**
 * The way out of one socket, and how much waits there. A block goes to the network socket in one write, past the two
 * packet queues of socket.io and engine.io, which cost more than the write itself. That is allowed only when those queues
 * are empty, so nothing ever overtakes; else, and on long polling, the texts join the queue.
 */
import type { Socket as NetworkSocket } from 'node:net';
import type { Socket } from 'socket.io';
import type { Block } from './frame';

/** What engine.io has and does not declare as public. */
interface EngineSocket {
  readyState: string;
  upgrading: boolean;
  writeBuffer: readonly { data?: unknown }[];
  transport: { name: string; socket?: { readyState: number; _socket?: NetworkSocket | null } };
  write(data: string, options: { compress: boolean }): unknown;
}

const WEBSOCKET_OPEN = 1;

export class Outbound {
  private readonly engine: EngineSocket;

  constructor(socket: Socket) {
    this.engine = socket.conn as unknown as EngineSocket;
  }

  /** Bytes that have been pushed and not yet taken by the network. */
  get waitingBytes(): number {
    let waiting = this.network()?.writableLength ?? 0;
    for (const { data } of this.engine.writeBuffer) waiting += typeof data === 'string' ? data.length : 0;
    return waiting;
  }

  /** Cuts the line of a client that does not hang up by itself; called before it is asked to, remembered until then. */
  cutter(): () => void {
    const network = this.network();
    return () => void network?.destroy();
  }

  send({ texts, bytes }: Block): void {
    const { engine } = this;
    if (engine.readyState !== 'open') return;
    const network = engine.writeBuffer.length === 0 && !engine.upgrading ? this.network() : null;
    if (network) {
      network.write(bytes);
      return;
    }
    for (const text of texts) engine.write(text, { compress: false });
  }

  /** The network socket below an open websocket. */
  private network(): NetworkSocket | null {
    const { name, socket } = this.engine.transport;
    if (name !== 'websocket' || socket?.readyState !== WEBSOCKET_OPEN) return null;
    return socket._socket ?? null;
  }
}
