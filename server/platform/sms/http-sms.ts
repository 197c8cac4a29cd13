/**
 * Text messages through an HTTP gateway: a POST of `{ to, text }` as JSON with a bearer token; any 2xx means accepted.
 * `Idempotency-Key` marks retries.
 */
import type { SmsPort } from './sms-port';

const TIMEOUT_MS = 10_000;

export function httpSms({ url, token }: { url: string; token?: string | undefined }): SmsPort {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return {
    async send({ to, text, id }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: id === undefined ? headers : { ...headers, 'idempotency-key': id },
        body: JSON.stringify({ to, text }),
        // The token must not reach a redirect target.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the gateway for text messages answered ${answer.status}`);
    },
  };
}
