/** A proxy that refuses some methods of a node, like a node without them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Refusing {
  url: string;
  /** Requested methods, in order. */
  asked: { method: string; params: unknown[] }[];
  close(): Promise<void>;
}

const NO_SUCH_METHOD = -32_601;

export async function startRefusing(node: string, refused: readonly string[]): Promise<Refusing> {
  const asked: Refusing['asked'] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] };
      asked.push({ method, params });
      response.setHeader('content-type', 'application/json');
      if (refused.includes(method)) {
        const error = { code: NO_SUCH_METHOD, message: `the method ${method} does not exist` };
        response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
        return;
      }
      const answer = await fetch(node, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      response.end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
