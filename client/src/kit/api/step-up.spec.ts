import { onStepUp, withStepUp } from './step-up';

const WANTED = { digest: 'd'.repeat(64), factors: ['authenticator'] };
const asksFor = { error: { code: 'step.up.required', data: WANTED } };

/** Returns the answers in order and records the sent headers. */
function exchange(...answers: ({ data: unknown } | { error: { code: string; data?: unknown } })[]) {
  const sent: Record<string, string>[] = [];
  return {
    sent,
    send: (headers: Record<string, string>) => {
      sent.push(headers);
      return Promise.resolve(answers[sent.length - 1]);
    },
  };
}

describe('request that needs a second factor', () => {
  it('is resent with the factor and closes the dialog', async () => {
    const { sent, send } = exchange(asksFor, { data: 1 });
    const end = jest.fn();
    const stop = onStepUp(() => Promise.resolve('authenticator 123456'), end);
    expect(await withStepUp(send)).toEqual({ data: 1 });
    expect(sent).toEqual([{}, { 'step-up': 'authenticator 123456' }]);
    expect(end).toHaveBeenCalledTimes(1);
    stop();
  });

  it('asks until the factor is accepted, and passes on the last refusal', async () => {
    const { send } = exchange(
      asksFor,
      { error: { code: 'google.code.wrong' } },
      { error: { code: 'account.not.frozen' } },
    );
    const asked: unknown[] = [];
    const stop = onStepUp(
      (wanted, refused) => {
        asked.push([wanted, refused?.code ?? null]);
        return Promise.resolve('authenticator 1');
      },
      () => undefined,
    );
    expect(await withStepUp(send)).toEqual({ error: { code: 'account.not.frozen' } });
    expect(asked).toEqual([
      [WANTED, null],
      [WANTED, 'google.code.wrong'],
    ]);
    stop();
  });

  it('returns the original refusal if the user cancels or no dialog is registered', async () => {
    const stop = onStepUp(
      () => Promise.resolve(null),
      () => undefined,
    );
    expect(await withStepUp(exchange(asksFor).send)).toEqual(asksFor);
    stop();
    expect(await withStepUp(exchange(asksFor).send)).toEqual(asksFor);
  });

  it('does not ask for the factor on other refusals', async () => {
    const { sent, send } = exchange({ error: { code: 'order.not.found' } });
    expect(await withStepUp(send)).toEqual({ error: { code: 'order.not.found' } });
    expect(sent).toHaveLength(1);
  });
});
