import { catchUpReporter } from './catch-up';

test.each(['read models', 'records'])('%s far behind report their progress now and then, and their arrival', (what) => {
  const lines: string[] = [];
  let now = 5_000;
  const tell = catchUpReporter(
    what,
    -1,
    (line) => lines.push(line),
    () => now,
  );
  for (const [passed, position, seen] of [
    [100, 19_999, 499_999],
    [10_000, 119_999, 499_999],
    [9_000, 199_999, 599_999],
    [1_000, 299_999, 599_999],
    [4_000, 519_999, 619_999],
    [60_000, 619_999, 900_000],
  ]) {
    now += passed;
    tell(position, seen);
  }
  expect(lines).toEqual([
    `${what}: 120000 of 500000 events, 10.1 s`,
    `${what}: 300000 of 600000 events, 20.1 s`,
    `${what}: caught up at 520000 events, 24.1 s`,
  ]);
});

test('one near the journal reports nothing, however long it takes', () => {
  const lines: string[] = [];
  let now = 0;
  const tell = catchUpReporter(
    'records',
    1_000,
    (line) => lines.push(line),
    () => (now += 60_000),
  );
  for (const position of [1_500, 50_000, 101_000]) tell(position, 101_000);
  tell(101_001, 900_000);
  expect(lines).toEqual([]);
});
