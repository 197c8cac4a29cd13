import { RequestRates } from './request-rates';

describe('requests of all kinds', () => {
  let now = 0;
  const asks = (ip: string, ticket?: string) => ({ ip, headers: ticket === undefined ? {} : { ticket } });
  const rates = () => new RequestRates({ addressRequestsPerSecondMax: 4, ticketRequestsPerSecondMax: 2 }, () => now);

  it('are counted by address, whatever else they say, and go on a while later', () => {
    const counted = rates();
    const answers = [1, 2, 3, 4, 5].map((ticket) => counted.refusalOf(asks('203.0.113.7', `made-up-${ticket}`)));
    expect(answers.map((refusal) => refusal?.code ?? null)).toEqual([null, null, null, null, 'request.too.many']);
    expect(answers[4]?.retryAfterSeconds).toBe(1);
    expect(counted.refusalOf(asks('203.0.113.8'))).toBeNull();
    now += 250;
    expect(counted.refusalOf(asks('203.0.113.7'))).toBeNull();
    expect(counted.refusalOf(asks('203.0.113.7'))).not.toBeNull();
  });

  it('are counted by ticket from however many addresses', () => {
    const counted = rates();
    const answers = [1, 2, 3].map((host) => counted.refusalOf(asks(`203.0.113.${host}`, 'one-ticket')));
    expect(answers.map((refusal) => refusal?.code ?? null)).toEqual([null, null, 'request.too.many']);
    expect(counted.refusalOf(asks('203.0.113.9', 'another'))).toBeNull();
  });
});
