import { csvFile, csvLine, headerLine, recordLine } from './csv';

it('quotes cells with a comma, a quotation mark or a line end', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\r\ng', ''])).toBe('a,"b,c","d""e","f\r\ng",\r\n');
});

it('ASVS 1.1.2: escapes spreadsheet formulas and leaves numbers unchanged', () => {
  expect(csvLine(['-1.5', '=1+1', '-A1', '+1', '@x', '2026-11-23T00:00:00.000Z'])).toBe(
    "-1.5,'=1+1,'-A1,'+1,'@x,2026-11-23T00:00:00.000Z\r\n",
  );
});

it('writes times in the header’s zone, ratios in percent, durations with their unit', () => {
  const columns = [
    'id',
    'boughtAt',
    'allocatingFrom',
    'dailyRatePpb',
    'rate',
    'durationMs',
    'termDays',
    'renew',
    'note',
  ];
  expect(headerLine(columns)).toBe(
    'id,boughtAt (GMT+8),allocatingFrom (GMT+8),dailyRate (%),rate (%),duration (s),term (days),renew,note\r\n',
  );
  const at = Date.UTC(2026, 10, 28, 16, 43, 35, 621);
  const record = {
    ...{ id: '7', boughtAt: at, allocatingFrom: at + 1_000, dailyRatePpb: 12_500_001, rate: '-0.0001' },
    ...{ durationMs: 60_000, termDays: 30, renew: false, note: null },
  };
  expect(recordLine(columns, record)).toBe(
    '7,2026-11-29 00:43:35,2026-11-29 00:43:36,1.2500001,-0.01,60,30,false,\r\n',
  );
});

it('reads a file in parts, each after the last row of the previous one', async () => {
  const asked: unknown[] = [];
  const part = (last: number | undefined, limit: number) => {
    asked.push(last);
    const first = (last ?? 0) + 1;
    return Promise.resolve(Array.from({ length: Math.min(limit, 250 - first + 1) }, (_, index) => first + index));
  };
  let text = '';
  for await (const piece of csvFile(['id'], { nextRows: part, record: (id) => ({ id }) })) text += piece;
  expect(text.split('\r\n').slice(1, -1)).toEqual(Array.from({ length: 250 }, (_, index) => String(index + 1)));
  expect(asked).toEqual([undefined, 200]);
});
