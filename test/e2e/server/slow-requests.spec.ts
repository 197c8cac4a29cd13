import net from 'node:net';
import { HttpExchange } from '../../tools/people/http-exchange';

describe('a request that arrives too slowly', () => {
  let exchange: HttpExchange;
  beforeAll(async () => {
    exchange = await HttpExchange.start({ LIMIT_REQUEST_SECONDS_MAX: '2', LIMIT_HEADERS_SECONDS_MAX: '1' });
  });
  afterAll(() => exchange.stop());

  it.each([
    ['its body', 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{'],
    ['its headers', 'content-type: appl'],
  ])(
    'is cut off in %s within the timeout',
    async (_, rest) => {
      const socket = net.connect(Number(new URL(exchange.url).port), '127.0.0.1');
      socket.write(`POST /exchange/app/product/indexList HTTP/1.1\r\nhost: localhost\r\n${rest}`);
      let answer = '';
      for await (const bytes of socket) answer += String(bytes);
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
    },
    15_000,
  );
});
