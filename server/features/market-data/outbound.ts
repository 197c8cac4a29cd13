/**
 * The outbound side of one socket and its buffered bytes. A block is written to the network socket at once, past the packet queues of
 * socket.io and engine.io, which cost more than the write itself. This happens only while those queues are empty, so the order holds;
 * otherwise, and on long polling, the texts join the queue.
 */
import type { Socket as NetworkSocket } from 'node:net';
import type { Socket } from 'socket.io';
import type { Block } from './frame';

/** Members of engine.io that its public types do not declare. */
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
  /** Whether the last write found the network busy; only then the buffered bytes are counted. */
  isCongested = false;
  private readonly engine: EngineSocket;
  /** Cached: following the four references costs as much as half of Node's own write. */
  private websocket: Websocket | null = null;
  private network: NetworkSocket | null = null;

  constructor(socket: Socket) {
    this.engine = socket.conn as unknown as EngineSocket;
    this.updateCongestion();
    this.engine.on('upgrade', () => this.updateCongestion());
  }

  /** Bytes pushed but not yet taken by the network. */
  get waitingBytes(): number {
    let bytes = this.network?.writableLength ?? 0;
    for (const { data } of this.engine.writeBuffer) bytes += typeof data === 'string' ? data.length : 0;
    return bytes;
  }

  /** Resolves when the connection is closed; at once if there is none. */
  async whenClosed(): Promise<void> {
    const { network } = this;
    if (network && !network.closed) await new Promise((resolve) => network.once('close', resolve));
  }

  /** Destroys the connection of a client that does not close it. */
  destroy(): void {
    this.network?.destroy();
  }

  send({ texts, bytes }: Block): void {
    const { engine, network } = this;
    if (network && this.websocket?.readyState === WEBSOCKET_OPEN && engine.writeBuffer.length === 0) {
      this.isCongested = !network.write(bytes);
      return;
    }
    if (engine.readyState !== 'open') return;
    this.isCongested = true;
    for (const text of texts) engine.write(text, { compress: false });
  }

  /** The network socket of a websocket; long polling has no own one. */
  private updateCongestion(): void {
    const { name, socket } = this.engine.transport;
    this.websocket = name === 'websocket' ? (socket ?? null) : null;
    this.network = this.websocket?._socket ?? null;
  }
}
