import { createSystemClock, type ClockAlarm } from './system-clock';

const NOON = 1_760_000_000_000;
const JUMP = 10_000;
const CONFIRM = 60_000;
const HOUR = 3_600_000;

/** A settable wall clock beside a monotonic one. */
function machine() {
  const at = { wall: NOON, steady: 5_000 };
  const alarms: ClockAlarm[] = [];
  const clock = createSystemClock({
    jumpMsMax: JUMP,
    confirmMs: CONFIRM,
    wall: () => at.wall,
    steady: () => at.steady,
  });
  clock.watch((alarm) => alarms.push(alarm));
  return {
    at,
    alarms,
    clock,
    pass(ms: number): number {
      at.wall += ms;
      at.steady += ms;
      return clock.now();
    },
  };
}

const kinds = (alarms: ClockAlarm[]): string[] => alarms.map(({ kind }) => kind);

test('equals the wall clock, including small adjustments and long drift', () => {
  const { at, pass, alarms, clock } = machine();
  expect(clock.now()).toBe(NOON);
  expect(pass(HOUR)).toBe(NOON + HOUR);
  at.wall += JUMP;
  expect(clock.now()).toBe(at.wall);
  at.wall -= JUMP;
  expect(clock.now()).toBe(at.wall);
  for (let second = 0; second < 100; second++) {
    at.wall += 500;
    expect(pass(1_000)).toBe(at.wall);
  }
  expect(alarms).toEqual([]);
  expect(clock.offsetMs()).toBe(0);
});

test.each([HOUR, -HOUR, 1e12])('ASVS 16.2.2: a single outlier (%i ms) is skipped and reported', (jump) => {
  const { at, pass, alarms, clock } = machine();
  clock.now();
  at.wall += jump;
  expect(pass(20)).toBe(NOON + 20);
  expect(clock.offsetMs()).toBe(jump);
  at.wall -= jump;
  expect(pass(20)).toBe(NOON + 40);
  expect(kinds(alarms)).toEqual([jump > 0 ? 'jumped_forward' : 'jumped_backward', 'back']);
  expect(alarms[0].offsetMs).toBe(jump);
  expect(clock.offsetMs()).toBe(0);
});

test.each([HOUR, -HOUR])('a lasting change (%i ms) is followed after long enough', (jump) => {
  const { at, pass, alarms } = machine();
  at.wall += jump;
  for (let passed = 0; passed < CONFIRM; passed += 1_000) expect(pass(1_000)).toBe(NOON + passed + 1_000);
  expect(kinds(alarms)).toHaveLength(1);
  expect(pass(1_000)).toBe(at.wall);
  expect(kinds(alarms)).toEqual([jump > 0 ? 'jumped_forward' : 'jumped_backward', 'followed']);
  expect(pass(HOUR)).toBe(at.wall);
  expect(alarms).toHaveLength(2);
});

test('a clock that keeps jumping is not followed until it settles', () => {
  const { at, pass, alarms } = machine();
  const begun = at.steady;
  for (let jump = 0; jump < 10; jump++) {
    at.wall += HOUR;
    expect(pass(CONFIRM - 1)).toBe(NOON + at.steady - begun);
  }
  expect(new Set(kinds(alarms))).toEqual(new Set(['jumped_forward']));
  pass(CONFIRM);
  expect(pass(0)).toBe(at.wall);
});

test('a machine that slept for hours is followed after the same time, not at once', () => {
  const { at, pass } = machine();
  // The monotonic clock stood still meanwhile.
  at.wall += 8 * HOUR;
  expect(pass(1)).toBe(NOON + 1);
  pass(CONFIRM);
  expect(pass(0)).toBe(at.wall);
});
