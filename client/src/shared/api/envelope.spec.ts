import { dataOf } from './envelope';

describe('the envelope', () => {
  it('gives the data of a success', () => {
    expect(dataOf({ code: 'success', message: 'Success', data: { total: 3 } })).toEqual({ data: { total: 3 } });
  });

  it('gives code and words of a refusal', () => {
    const answer = { code: 'system.busy', message: 'Busy.', data: null };
    expect(dataOf(answer)).toEqual({ error: { code: 'system.busy', message: 'Busy.' } });
  });

  it.each([undefined, null, 'Bad gateway', { data: 1 }, { code: 200 }])('takes %p for no answer', (answer) => {
    expect(dataOf(answer)).toEqual({ error: {} });
  });
});
