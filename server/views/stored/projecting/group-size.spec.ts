import { GROUP_EVENTS_MAX, GROUP_MS_MAX, GroupSize } from './group-size';

/** Simulates a store that writes this many events per second. */
const writes = (size: GroupSize, perSecond: number): void =>
  size.wrote(size.eventsMax, (size.eventsMax / perSecond) * 1000);

test('a fast store gets the maximum of events', () => {
  const size = new GroupSize();
  writes(size, 50_000);
  expect(size.eventsMax).toBe(GROUP_EVENTS_MAX);
});

test('a slow store gets what it writes in time, and more again once it is fast', () => {
  const size = new GroupSize();
  writes(size, 1_000);
  expect(size.eventsMax).toBe(GROUP_MS_MAX);
  writes(size, 100);
  expect(size.eventsMax).toBe(GROUP_MS_MAX / 10);
  const sizes = Array.from({ length: 8 }, () => {
    writes(size, 50_000);
    return size.eventsMax;
  });
  expect(sizes).toEqual([400, 800, 1_600, 3_200, 6_400, 12_800, 20_000, 20_000]);
});

test('a group below the maximum does not affect larger sizes', () => {
  const size = new GroupSize();
  writes(size, 100);
  const { eventsMax } = size;
  size.wrote(eventsMax - 1, 1);
  expect(size.eventsMax).toBe(eventsMax);
});

test('every fault halves the failed group’s size, down to a minimum', () => {
  const size = new GroupSize();
  size.failed(20_000);
  expect(size.eventsMax).toBe(10_000);
  size.failed(3_000);
  expect(size.eventsMax).toBe(1_500);
  for (let fault = 0; fault < 20; fault++) size.failed(size.eventsMax);
  expect(size.eventsMax).toBe(50);
});
