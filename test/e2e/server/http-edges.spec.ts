import { existsSync, readdirSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { COMMON_TEXTS } from '../../../server/platform/i18n/messages';
import { LIMITS } from '../../../server/platform/limits';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import type { Route } from '../../../shared/wire/route';
import { AREAS } from '../../../server/routes';
import { HttpExchange, type Json } from '../../tools/people/http-exchange';
import { builtClient, hear, KINDS, LIST as list, METRICS_TOKEN, say, type Heard } from './raw-answers';

describe('HTTP boundary', () => {
  let exchange: HttpExchange;

  beforeAll(async () => {
    const client = builtClient();
    exchange = await HttpExchange.start({ METRICS_TOKEN, LIMIT_METRICS_MS: '1000' }, { client });
  });
  afterAll(() => exchange.stop());

  const json = { 'content-type': 'application/json' };

  it.each([
    ['malformed JSON', '{"pageSize":', json],
    ['no JSON at all', 'hello', json],
    ['an empty body said to be JSON', '', json],
    ['a list', '[]', json],
    ['a text', '"text"', json],
    ['a number', '7', json],
    ['an unknown content type', '<a/>', { 'content-type': 'application/xml' }],
    ['plain text', 'pageSize=1', { 'content-type': 'text/plain' }],
    ['a prototype', '{"__proto__":{"pageSize":1}}', json],
    ['a prototype in a form', '__proto__=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a field twice', 'pageSize=1&pageSize=2', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('ASVS 15.3.3, 15.3.7: answers %s with request.invalid', async (_name, body, headers) => {
    const answer = await exchange.send(list, 'POST', body, headers);
    expect(answer).toMatchObject({ status: 400, code: 'request.invalid', data: { fields: expect.any(Array) } });
  });

  it('ASVS 2.2.1: names each field and its problem', async () => {
    const body = { market: 7, side: 'hold', kind: 'limit', price: '1e5', quantity: '-1', clientId: 'a b', extra: 1 };
    const trader = await exchange.person('trader');
    const { data } = await exchange.post('/app/spot/place', body, trader.ticket);
    expect(Object.fromEntries(data.fields.map(({ path, code }: Json) => [path, code]))).toEqual({
      market: 'type',
      side: 'out.of.range',
      price: 'decimal',
      quantity: 'decimal',
      clientId: 'format',
      extra: 'unknown',
    });
    const { data: missing } = await exchange.post('/app/spot/place', {}, trader.ticket);
    expect(missing.fields).toContainEqual({ path: 'clientId', code: 'required' });
    const { data: long } = await exchange.post(list, { pageSize: 201, pageIndex: 0 });
    expect(long.fields).toEqual([
      { path: 'pageIndex', code: 'out.of.range' },
      { path: 'pageSize', code: 'out.of.range' },
    ]);
    expect(await exchange.post(list, { pageSize: 200 })).toMatchObject({ code: 'success' });
    // JSON has numbers; a form does not.
    expect(await exchange.post(list, { pageSize: '10' })).toMatchObject({ code: 'request.invalid' });
    expect(await exchange.form(list, { pageSize: '10' })).toMatchObject({ code: 'success', data: { pageSize: 10 } });
  });

  it('accepts a body at the limit and refuses one byte more', async () => {
    const sized = (bytes: number) => {
      const frame = '{"pageSize":10,"more":""}';
      return `{"pageSize":10,"more":"${'x'.repeat(bytes - frame.length)}"}`;
    };
    const at = await exchange.send(list, 'POST', sized(LIMITS.bodyBytesMax), json);
    expect(at).toMatchObject({
      status: 400,
      code: 'request.invalid',
      data: { fields: [{ path: 'more', code: 'unknown' }] },
    });
    const above = await exchange.send(list, 'POST', sized(LIMITS.bodyBytesMax + 1), json);
    expect(above).toMatchObject({ status: 413, code: 'request.too.large' });
  });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const tooLong = { status: 400, code: 'request.invalid', data: { fields: [{ path: '', code: 'too.long' }] } };
  const unknown = { status: 400, code: 'request.invalid', data: { fields: [{ path: 'more', code: 'unknown' }] } };

  it('accepts form fields up to the limit, repetitions counted, and refuses one more', async () => {
    const more = (count: number): string => Array(count).fill('more=1').join('&');
    expect(await exchange.send(list, 'POST', more(LIMITS.formFieldsMax), form)).toMatchObject(unknown);
    const above = await exchange.send(list, 'POST', more(LIMITS.formFieldsMax + 1), { ...form, lang: 'jp' });
    expect(above).toMatchObject(tooLong);
    expect(above.message).toBe(COMMON_TEXTS.codeText('jp', 'request.invalid'));
  });

  it('applies the limit to query strings on every path', async () => {
    const more = (count: number): string => `?${Array(count).fill('more=1').join('&')}`;
    const depth = await exchange.get(`/app/spot/depth${more(LIMITS.formFieldsMax)}`);
    expect(depth.data.fields).toContainEqual(unknown.data.fields[0]);
    expect(await exchange.post(list + more(LIMITS.formFieldsMax), {})).toMatchObject({ code: 'success' });
    expect(await exchange.get(`/app/spot/depth${more(LIMITS.formFieldsMax + 1)}`)).toMatchObject(tooLong);
    expect(await exchange.post(list + more(LIMITS.formFieldsMax + 1), {})).toMatchObject(tooLong);
  });

  it.each(['a&', '&', '%zz&', 'a=b&'])('refuses a form that is nothing but %s before parsing it', async (piece) => {
    const body = piece.repeat(LIMITS.bodyBytesMax / piece.length);
    expect(await exchange.send(list, 'POST', body, form)).toMatchObject(tooLong);
  });

  it.each(['/nowhere', '/app', '/app/spot/place/more', '/app/spot/%2e%2e/place', '/admin/anything'])(
    'answers 404 at %s',
    async (at) => {
      expect(await exchange.get(at)).toMatchObject({ status: 404, code: 'path.not.found' });
      expect(await exchange.post(at, {})).toMatchObject({ status: 404, code: 'path.not.found' });
    },
  );

  it('answers an address that does not decode', async () => {
    expect(await exchange.get('/app/%zz')).toMatchObject({ status: 400, code: 'request.invalid' });
  });

  it('answers non-HTTP bytes without an internal error', async () => {
    const { port, hostname } = new URL(exchange.url);
    const text = await new Promise<string>((resolve) => {
      const socket = net.connect(Number(port), hostname, () => socket.end('NONSENSE / FTP/9\r\n\r\n'));
      let heard = '';
      socket.on('data', (data) => (heard += data.toString())).on('close', () => resolve(heard));
    });
    expect(text).toMatch(/^HTTP\/1.1 400 /);
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('for a browser that accepts %s, serves page and files as %s', async (accepted, encoding) => {
    for (const [name, type, content] of [
      ['quotation', 'text/html', '<title>page</title>'],
      ['assets/app-1a2b.js', 'javascript', 'export {};'],
    ]) {
      // fetch decodes the named encoding.
      const answer = await fetch(`${exchange.url}/${name}`, { headers: { 'accept-encoding': accepted } });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('content-type')).toContain(type);
      expect(answer.headers.get('vary')).toContain('accept-encoding');
      expect(await answer.text()).toContain(content);
    }
  });

  it('compresses long public answers, and no others', async () => {
    const ask = async (at: string, accepted: string) => {
      const headers = { 'accept-encoding': accepted };
      const answer = await fetch(`${exchange.url}/exchange${at}`, { headers });
      return {
        encoding: answer.headers.get('content-encoding'),
        vary: answer.headers.get('vary'),
        json: await answer.json(),
      };
    };
    const policy = '/app/content/page?slug=privacy-policy';
    const plain = await ask(policy, 'identity');
    expect(plain).toMatchObject({
      encoding: null,
      vary: expect.stringMatching(/accept-encoding$/),
      json: { code: 'success' },
    });
    for (const encoding of ['br', 'gzip']) {
      expect(await ask(policy, encoding)).toEqual({ ...plain, encoding });
    }
    expect((await ask('/app/content/page?slug=no-such-page', 'br')).encoding).toBeNull();
  });

  it.each([
    ['sw.js', 'javascript'],
    ['manifest.webmanifest', 'application/manifest+json'],
    ['index.html', 'text/html'],
  ])('serves %s as %s with revalidation', async (name, type) => {
    const answer = await fetch(`${exchange.url}/${name}`);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toContain("worker-src 'self'");
  });

  it.each([
    [
      '/',
      'lang=jp',
      '</assets/jp.js>; rel=modulepreload; crossorigin, </assets/home.css>; rel=preload; as=style; crossorigin',
    ],
    ['/quotation', '', '</assets/en.js>; rel=modulepreload; crossorigin'],
    ['/constructor', '', '</assets/en.js>; rel=modulepreload; crossorigin'],
  ])('lists preloads in the link header of the page at %s', async (address, cookie, links) => {
    const answer = await fetch(exchange.url + address, { headers: { cookie } });
    expect(answer.headers.get('link')).toBe(links);
  });

  it('ASVS 1.1.1, 1.2.3, 1.3.2, 3.4.3, 4.4.1, 13.4.3, 14.2.3: serves the client, and 404 for a missing file', async () => {
    const page = await fetch(`${exchange.url}/quotation?active=1`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>page</title>');
    const policy = (page.headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual(expect.arrayContaining(["script-src 'self'", "connect-src 'self'", "object-src 'none'"]));
    // A page neither loads from nor sends to third parties.
    expect(policy.filter((directive) => /https?:|\*|[a-z]\.[a-z]/.test(directive))).toEqual([]);
    const asset = await fetch(`${exchange.url}/assets/app-1a2b.js`);
    expect(asset.headers.get('cache-control')).toContain('immutable');
    const before = await fetch(`${exchange.url}/assets/app-0000.js`);
    expect(await before.text()).toContain('before = true');
    expect(before.headers.get('cache-control')).toContain('immutable');
    expect(await (await fetch(`${exchange.url}/preload.json`)).text()).not.toBe('before');
    for (const missing of [
      '/assets/x.js',
      '/assets/none',
      '/assets/',
      '/%252e%252e/package.json',
      '/favicon.ico',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
    ]) {
      expect([400, 404]).toContain((await fetch(exchange.url + missing)).status);
    }
  });

  it('ASVS 13.4.5, 2.1.1: describes all routes except those of staff by the schemas that validate them', async () => {
    const document: Json = await (await fetch(`${exchange.url}/exchange/docs/openapi.json`)).json();
    const ofStaff = ({ access }: Route): boolean => access === 'admin' || access === 'auditor';
    for (const route of Object.values(AREAS).flatMap((area) => Object.values<Route>(area))) {
      const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
      expect([route.path, operation?.summary]).toEqual([route.path, ofStaff(route) ? undefined : route.summary]);
    }
    expect(Object.keys(document.paths).filter((at) => /^\/exchange\/(admin|audit)\//.test(at))).toEqual([]);
    const place = document.paths['/exchange/app/spot/place'].post.requestBody.content['application/json'].schema;
    expect(place.additionalProperties).toBe(false);
    expect(place.required).toEqual(['clientId', 'market', 'side', 'kind']);
    for (const [accepted, encoding] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const at = `${exchange.url}/exchange/docs/openapi.json`;
      const answer = await fetch(at, { headers: { 'accept-encoding': accepted } });
      expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
        encoding,
        'accept-encoding',
      ]);
      expect(await answer.json()).toEqual(document);
    }
    const page = await fetch(`${exchange.url}/exchange/docs`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]*src=)[^>]*>/);
    const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => new URL(file, page.url).href);
    expect(parts).toContain(`${exchange.url}/exchange/docs/swagger-initializer.js`);
    for (const part of parts) expect({ part, status: (await fetch(part)).status }).toEqual({ part, status: 200 });
    const initializer = await (await fetch(`${exchange.url}/exchange/docs/swagger-initializer.js`)).text();
    expect(initializer).toContain("url: '/exchange/docs/openapi.json'");
  });

  it('reports health and metrics to operators, with the token if one is set', async () => {
    expect(await (await fetch(`${exchange.url}/health`)).json()).toEqual({ status: 'up' });
    expect(await (await fetch(`${exchange.url}/ready`)).json()).toMatchObject({
      ready: true,
      journal: 'ok',
      engine: 'ok',
      snapshots: 'ok',
      heads: 'ok',
    });
    expect((await fetch(`${exchange.url}/metrics`)).status).toBe(403);
    const authorization = `Bearer ${METRICS_TOKEN}`;
    const ask = async () => (await fetch(`${exchange.url}/metrics`, { headers: { authorization } })).text();
    // The text is produced once a second at most.
    const written = jest.spyOn(exchange.application.exchange.metrics.registry, 'metrics');
    const [metrics, ...others] = await Promise.all([ask(), ask(), ask()]);
    expect(others).toEqual([metrics, metrics]);
    expect(written).toHaveBeenCalledTimes(1);
    written.mockRestore();
    for (const name of [
      'command_answer_seconds',
      'journal_append_seconds',
      'commands_pending',
      'projection_lag_events',
      'http_request_seconds',
      'snapshots_failed_total',
    ]) {
      expect(metrics).toContain(`exchange_${name}`);
    }
  });

  describe('headers of every kind of answer', () => {
    const answers = new Map<string, Heard & { isData: boolean }>();
    beforeAll(async () => {
      const person = await exchange.person('headers');
      const { ticket } = person;
      const admin = await exchange.staff('admin');
      await exchange.listMarkets(admin);
      await exchange.verifyAndFund(admin, person, { USDT: '1' });
      for (const kind of KINDS) {
        const headers = { ...json, ...kind.headers, ...(kind.isOwn && { ticket }) };
        const heard = await hear(exchange.url, { ...kind, headers });
        answers.set(kind.kind, { ...heard, isData: kind.isData ?? false });
      }
    });

    it('are checked on answers with the expected status', () => {
      const statuses = Object.fromEntries([...answers].map(([kind, { status }]) => [kind, status]));
      expect(statuses).toMatchObject({
        ...{ page: 200, asset: 200, 'missing file': 404, 'address that does not decode': 400, documents: 200 },
        ...{
          'redirect to the documents': 301,
          metrics: 200,
          'metrics without the token': 403,
          file: 200,
          'empty file': 404,
        },
        ...{ 'body too long': 413, 'page of another site': 403, 'other method': 404, 'socket over polling': 200 },
        ...{ 'socket of another site': 403, preflight: 403 },
      });
    });

    it.each([
      ['3.4.1', 'strict-transport-security', /^max-age=31536000; includeSubDomains$/],
      ['3.4.4', 'x-content-type-options', /^nosniff$/],
      ['3.4.5', 'referrer-policy', /^no-referrer$/],
      ['3.4.6', 'content-security-policy', /(^|; )frame-ancestors 'none'(;|$)/],
      ['3.2.1', 'cross-origin-resource-policy', /^same-origin$/],
    ])('ASVS %s: each has %s', (_, name, value) => {
      const without = [...answers].filter(([, { headers }]) => !value.test(String(headers[name])));
      expect(without.map(([kind, { headers }]) => [kind, headers[name]])).toEqual([]);
    });

    it("ASVS 3.4.2: none allows another site's page to read it", () => {
      const names = [...answers.values()].flatMap(({ headers }) => Object.keys(headers));
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
    });

    it('ASVS 14.2.2, 14.3.2: personal or current answers are not cached', () => {
      const data = [...answers].filter(([, { isData }]) => isData);
      expect(data.map(([kind, { headers }]) => [kind, headers['cache-control']])).toEqual(
        data.map(([kind]) => [kind, 'no-store']),
      );
    });

    it('ASVS 4.1.1, 1.2.1: those with content state its type, and text its charset', () => {
      const said = [...answers].map(([kind, { headers }]) => [
        kind,
        headers['content-type'] ?? headers['content-length'],
      ]);
      for (const [kind, type] of said)
        expect([kind, type]).toEqual([
          kind,
          expect.stringMatching(
            /^(0|application\/json(; charset=utf-8)?|(text|application)\/[\w.;= -]+; charset=utf-8)$/i,
          ),
        ]);
    });

    it.each([
      '/exchange/docs',
      '/exchange/docs?at=//evil.example',
      '//evil.example',
      '//evil.example/..',
      '/\\evil.example',
    ])('ASVS 3.7.2: %s redirects to no other host', async (at) => {
      const { headers } = await hear(exchange.url, {
        kind: 'redirect',
        at,
        headers: { 'x-forwarded-host': 'evil.example' },
      });
      const location = headers.location ?? '/';
      expect(new URL(location, exchange.url).origin).toBe(exchange.url);
    });
  });

  describe('request boundaries', () => {
    const post = `POST /exchange${list} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
    const hidden = 'GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
    const statusesOf = (text: string): string[] =>
      [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);

    it('are found for several requests on one connection', async () => {
      expect(statusesOf(await say(exchange.url, `${post}content-length: 2\r\n\r\n{}${hidden}`))).toEqual([
        '200',
        '200',
      ]);
    });

    it.each([
      ['two lengths', `content-length: 2\r\ncontent-length: 44\r\n\r\n{}`],
      ['the same length twice', `content-length: 2\r\ncontent-length: 2\r\n\r\n{}`],
      ['two lengths in one line', `content-length: 2, 44\r\n\r\n{}`],
      ['a length and pieces', `content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
      ['pieces and a length', `transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`],
      ['pieces that are not the last coding', `transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
      ['a coding that there is not', `transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
      ['a space before the colon', `content-length : 2\r\n\r\n{}`],
      ['a length below nothing', `content-length: -2\r\n\r\n{}`],
      ['a length with a sign', `content-length: +2\r\n\r\n{}`],
      ['a piece without a length', `transfer-encoding: chunked\r\n\r\nx\r\n\r\n`],
    ])('ASVS 4.2.1: %s: refused, and bytes behind it are not read as a request', async (_, rest) => {
      expect(statusesOf(await say(exchange.url, post + rest + hidden))).toEqual(['400']);
    });

    it.each(['TRACE', 'TRACK', 'CONNECT', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'DEBUG'])(
      'ASVS 13.4.4: %s is refused everywhere and echoes nothing',
      async (method) => {
        for (const at of ['/', '/health', `/exchange${list}`, '*']) {
          const text = await say(
            exchange.url,
            `${method} ${at} HTTP/1.1\r\nhost: localhost\r\nx-mine: told-to-nobody\r\nconnection: close\r\n\r\n`,
          );
          expect(statusesOf(text).filter((status) => !['400', '404', '405', '501'].includes(status))).toEqual([]);
          expect(text).not.toContain('told-to-nobody');
        }
      },
    );

    it('ASVS 3.5.3: each route has one method, and others have no effect', async () => {
      const before = exchange.headOfJournal();
      const routes = Object.values(AREAS).flatMap((area) => Object.values(area));
      const has = new Set(routes.map(({ method, path }) => `${method} ${path}`));
      let asked = 0;
      for (const { method, path } of routes) {
        const other = method === 'GET' ? 'POST' : 'GET';
        if (has.has(`${other} ${path}`)) continue;
        const body = other === 'POST' ? '{}' : undefined;
        const { status } = await hear(exchange.url, { kind: path, at: path, method: other, headers: json, body });
        expect([path, status]).toEqual([path, 404]);
        asked += 1;
      }
      expect(asked).toBeGreaterThan(200);
      expect(exchange.headOfJournal()).toEqual(before);
    });
  });

  it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '10.0.0.7'])(
    'reveals neither demo nor page under the host name %s',
    async (host) => {
      for (const at of [
        '/',
        '/assets/app-1a2b.js',
        '/exchange/app/demo/users',
        '/exchange/docs/openapi.json',
        '/exchange/docs/',
      ])
        expect([at, await hear(exchange.url, { kind: host, at, headers: { host } })]).toMatchObject([
          at,
          { status: 404 },
        ]);
      const polling = `${SOCKET_PATH}/?EIO=4&transport=polling`;
      expect(await hear(exchange.url, { kind: host, at: polling, headers: { host } })).toMatchObject({ status: 403 });
      expect(await hear(exchange.url, { kind: host, at: '/health', headers: { host } })).toMatchObject({ status: 200 });
    },
  );

  it.each(['localhost', '127.0.0.1:3000', '[::1]:3000'])('answers under the host name %s', async (host) => {
    for (const at of ['/', '/exchange/app/demo/users', `${SOCKET_PATH}/?EIO=4&transport=polling`])
      expect(await hear(exchange.url, { kind: host, at, headers: { host } })).toMatchObject({ status: 200 });
  });

  it('makes its folders private', async () => {
    const open = (): string[] =>
      readdirSync(exchange.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((folder) => (statSync(folder).mode & 0o077) !== 0);
    expect(existsSync(path.join(exchange.dataDir, 'journal'))).toBe(true);
    expect(open()).toEqual([]);
  });

  it('is not ready and refuses commands while closing', async () => {
    const closing = await HttpExchange.start();
    const late = await closing.person('late');
    await closing.application.exchange.engine.close();
    const cancel = { clientId: 'late', order: '1' };
    const refused = await closing.post('/app/spot/cancel', cancel, late.ticket);
    expect(refused).toMatchObject({ status: 503, code: 'system.busy' });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await fetch(`${closing.url}/ready`)).status).toBe(503);
    await closing.stop();
  });
});
