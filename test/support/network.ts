/** The network as a page sees it: the answer of each path of the exchange, and the received requests. */

export interface Asked {
  path: string;
  method: string;
  ticket: string | null;
  language: string | null;
  body: string;
}

type Answer = (asked: Asked) => Response | Promise<Response>;

/** A path that is not named is unreachable. The array grows with every request. */
export function stubNetwork(answers: Readonly<Record<string, Answer>>): Asked[] {
  const all: Asked[] = [];
  globalThis.fetch = async (input) => {
    const request = input as Request;
    const { pathname, search } = new URL(request.url);
    const asked: Asked = {
      path: `${pathname}${search}`,
      method: request.method,
      ticket: request.headers.get('ticket'),
      language: request.headers.get('lang'),
      body: await request.text(),
    };
    all.push(asked);
    const answer = answers[pathname];
    if (!answer) throw new TypeError('Failed to fetch');
    return Promise.race([answer(asked), abortOf(request)]);
  };
  return all;
}

export function success(data: unknown): Response {
  return json(200, { code: 'success', message: 'Success', data });
}

export function refusal(status: number, code: string, message = code): Response {
  return json(status, { code, message, data: null });
}

export function json(status: number, answer: unknown): Response {
  return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } });
}

/** For answers that never arrive. */
export function never(): Promise<Response> {
  return new Promise(() => undefined);
}

function abortOf({ signal }: Request): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}
