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
  writeBuffer: readonly { data?: unknown }[];
  transport: { name: string; socket?: Websocket };
  write(data: string, options: { compress: boolean }): unknown;
  on(event: 'upgrade', listener: () => void): unknown;
}

interface Websocket {
  readyState: number;
  _socket?: NetworkSocket | null;
}

const WEBSOCKET_OPEN = 1;

export class Outbound {
  /** The last write found the network busy: only then is it worth asking how much waits. */
  isPressed = false;
  private readonly engine: EngineSocket;
  /** Looked up once and not with every push: following the four references costs as much as half of Node's own write. */
  private websocket: Websocket | null = null;
  private network: NetworkSocket | null = null;

  constructor(socket: Socket) {
    this.engine = socket.conn as unknown as EngineSocket;
    this.look();
    this.engine.on('upgrade', () => this.look());
  }

  /** Bytes that have been pushed and not yet taken by the network. */
  get waitingBytes(): number {
    let waiting = this.network?.writableLength ?? 0;
    for (const { data } of this.engine.writeBuffer) waiting += typeof data === 'string' ? data.length : 0;
    return waiting;
  }

  /** Resolves when the line is down; at once where there is none to wait for. */
  async gone(): Promise<void> {
    const { network } = this;
    if (network && !network.closed) await new Promise((resolve) => network.once('close', resolve));
  }

  /** Cuts the line, for a client that does not hang up by itself. */
  cut(): void {
    this.network?.destroy();
  }

  send({ texts, bytes }: Block): void {
    const { engine, network } = this;
    if (network && this.websocket?.readyState === WEBSOCKET_OPEN && engine.writeBuffer.length === 0) {
      this.isPressed = !network.write(bytes);
      return;
    }
    if (engine.readyState !== 'open') return;
    this.isPressed = true;
    for (const text of texts) engine.write(text, { compress: false });
  }

  /** The network socket below a websocket; long polling has none to itself. */
  private look(): void {
    const { name, socket } = this.engine.transport;
    this.websocket = name === 'websocket' ? (socket ?? null) : null;
    this.network = this.websocket?._socket ?? null;
  }
}
