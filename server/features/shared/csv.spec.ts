import { csvLine } from './csv';

it('quotes what has a comma, a quotation mark or a line end in it', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\r\ng', ''])).toBe('a,"b,c","d""e","f\r\ng",\r\n');
});

it('ASVS 1.1.2: disarms what a spreadsheet would compute, and leaves numbers alone', () => {
  expect(csvLine(['-1.5', '=1+1', '-A1', '+1', '@x', '2026-11-23T00:00:00.000Z'])).toBe(
    "-1.5,'=1+1,'-A1,'+1,'@x,2026-11-23T00:00:00.000Z\r\n",
  );
});
