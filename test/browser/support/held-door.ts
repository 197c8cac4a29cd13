/** A TCP proxy before the exchange that delays WebSocket connections until they are released, as on a slow line. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface HeldDoor {
  url: string;
  /** Number of WebSockets that have arrived. */
  arrived(): number;
  /** Releases the waiting ones and lets later ones pass. */
  open(): void;
  close(): Promise<void>;
}

export async function holdWebSockets(exchange: string): Promise<HeldDoor> {
  const { hostname, port } = new URL(exchange);
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let isOpen = false;
  let arrived = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((visitor) => {
    keep(visitor);
    // A browser opens a new connection for each WebSocket, so the first bytes identify it.
    visitor.once('data', (first) => {
      visitor.pause();
      const letIn = (): void => {
        if (visitor.destroyed) return;
        const inside = connect(Number(port), hostname);
        keep(inside);
        inside.write(first);
        visitor.pipe(inside).pipe(visitor);
      };
      if (!/^upgrade: websocket/im.test(first.toString('latin1'))) return letIn();
      arrived += 1;
      if (isOpen) letIn();
      else waiting.push(letIn);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: () => arrived,
    open: () => {
      isOpen = true;
      for (const letIn of waiting.splice(0)) letIn();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
