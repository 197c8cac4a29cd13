import { createDemoClock } from './demo-clock';

describe('the clock of the demo', () => {
  it('is the real clock except for a pretended time', () => {
    let real = 1_000;
    const clock = createDemoClock(() => real);
    expect(clock.now()).toBe(1_000);
    clock.setTime(400);
    expect([clock.now(), clock.real()]).toEqual([400, 1_000]);
    real = 1_010;
    expect(clock.now()).toBe(400);
    clock.release();
    expect(clock.now()).toBe(1_010);
  });

  it('runs neither backwards nor ahead while it pretends', () => {
    const clock = createDemoClock(() => 1_000);
    clock.setTime(400);
    clock.setTime(300);
    expect(clock.now()).toBe(400);
    clock.setTime(2_000);
    expect(clock.now()).toBe(1_000);
  });
});
