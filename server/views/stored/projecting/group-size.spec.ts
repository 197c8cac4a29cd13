import { GROUP_EVENTS_MAX, GROUP_MS_MAX, GroupSize } from './group-size';

/** A store that writes so many events a second. */
const writes = (size: GroupSize, perSecond: number): void =>
  size.wrote(size.eventsMax, (size.eventsMax / perSecond) * 1000);

test('a quick store gets as many events as there may be', () => {
  const size = new GroupSize();
  writes(size, 50_000);
  expect(size.eventsMax).toBe(GROUP_EVENTS_MAX);
});

test('a slow store gets what it writes in time, and more again once it is quick', () => {
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

test('a group that was not full says nothing of larger ones', () => {
  const size = new GroupSize();
  writes(size, 100);
  const { eventsMax } = size;
  size.wrote(eventsMax - 1, 1);
  expect(size.eventsMax).toBe(eventsMax);
});

test('every fault halves the group that it met, down to a least size', () => {
  const size = new GroupSize();
  size.failed(20_000);
  expect(size.eventsMax).toBe(10_000);
  size.failed(3_000);
  expect(size.eventsMax).toBe(1_500);
  for (let fault = 0; fault < 20; fault++) size.failed(size.eventsMax);
  expect(size.eventsMax).toBe(50);
});
